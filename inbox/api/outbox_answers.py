"""What a sender gets to see of its messages."""

from typing import Any

from rest_framework import serializers

from inbox.api.answers import DeliveryAnswer, delivery_answer, time_of
from inbox.models import Delivery, Message, Priority
from rest.summaries import FirstOrigin
from rest.trust import UNTRUSTED, Trust


class SentFields(serializers.Serializer[Any]):
    tracking_id = serializers.CharField()
    thread = serializers.CharField()
    message_type = serializers.CharField()
    priority = serializers.ChoiceField(Priority.values)
    subject = serializers.CharField(allow_blank=True)
    lod_0 = serializers.CharField()
    lod_0_origin = FirstOrigin()
    border_hash = serializers.CharField(allow_null=True, help_text="Of a stone.")
    timestamp = serializers.CharField(help_text="When it was sent: ISO 8601, UTC.")
    trust = Trust()


def _fields(message: Message) -> dict[str, Any]:
    return {
        "tracking_id": message.pk,
        "thread": message.thread,
        "message_type": message.message_type,
        "priority": str(message.priority),
        "subject": message.subject,
        "lod_0": message.scan,
        "lod_0_origin": message.scan_origin or None,
        "border_hash": message.border_hash or None,
        "timestamp": time_of(message.created),
        "trust": UNTRUSTED,
    }


class SentRow(SentFields):
    needs_answer = serializers.BooleanField()
    delivered_lod = serializers.IntegerField(allow_null=True)
    deliveries = DeliveryAnswer(many=True)


def sent_row(message: Message) -> dict[str, Any]:
    return {
        **_fields(message),
        "needs_answer": message.needs_answer,
        "delivered_lod": message.delivered_lod,
        "deliveries": [delivery_answer(each) for each in message.deliveries.all()],
    }


class DeadLetter(SentFields):
    recipient = serializers.CharField()
    reason_code = serializers.CharField()
    reason = serializers.CharField()
    died = serializers.CharField(help_text="ISO 8601, UTC.")


def dead_letter(delivery: Delivery) -> dict[str, Any]:
    return {
        **_fields(delivery.message),
        "recipient": delivery.recipient,
        "reason_code": delivery.reason_code,
        "reason": delivery.reason,
        "died": time_of(delivery.dead_at),
    }
