"""Answers about what an agent has sent, and its dead letters."""

from typing import Any

from rest_framework import serializers

from core.rest.summary_fields import OriginField
from core.rest.trust import UNTRUSTED, TrustField
from inbox.api.message_serializers import DeliveryAnswerSerializer, serialize_delivery
from inbox.models import Delivery, Message, Priority
from inbox.rendering.format_time import format_time


class SentFieldsSerializer(serializers.Serializer[Any]):
    tracking_id = serializers.CharField()
    thread = serializers.CharField()
    message_type = serializers.CharField()
    priority = serializers.ChoiceField(Priority.values)
    subject = serializers.CharField(allow_blank=True)
    lod_0 = serializers.CharField()
    lod_0_origin = OriginField()
    border_hash = serializers.CharField(allow_null=True, help_text="Of a stone.")
    timestamp = serializers.CharField(help_text="When it was sent: ISO 8601, UTC.")
    trust = TrustField()


def _sent_fields(message: Message) -> dict[str, Any]:
    return {
        "tracking_id": message.pk,
        "thread": message.thread,
        "message_type": message.message_type,
        "priority": str(message.priority),
        "subject": message.subject,
        "lod_0": message.scan,
        "lod_0_origin": message.scan_origin or None,
        "border_hash": message.border_hash or None,
        "timestamp": format_time(message.created),
        "trust": UNTRUSTED,
    }


class SentRowSerializer(SentFieldsSerializer):
    needs_answer = serializers.BooleanField()
    delivered_lod = serializers.IntegerField(allow_null=True)
    deliveries = DeliveryAnswerSerializer(many=True)


def serialize_sent_row(message: Message) -> dict[str, Any]:
    return {
        **_sent_fields(message),
        "needs_answer": message.needs_answer,
        "delivered_lod": message.delivered_lod,
        "deliveries": [serialize_delivery(each) for each in message.deliveries.all()],
    }


class DeadLetterSerializer(SentFieldsSerializer):
    recipient = serializers.CharField()
    reason_code = serializers.CharField()
    reason = serializers.CharField()
    died = serializers.CharField(help_text="ISO 8601, UTC.")


def serialize_dead_letter(delivery: Delivery) -> dict[str, Any]:
    return {
        **_sent_fields(delivery.message),
        "recipient": delivery.recipient,
        "reason_code": delivery.reason_code,
        "reason": delivery.reason,
        "died": format_time(delivery.dead_at),
    }
