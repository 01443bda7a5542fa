"""Answers about what an agent has sent, and its dead letters."""

from typing import Any

from rest_framework import serializers

from core.rest.trust import TrustField
from inbox.api.message_serializers import DeliveryAnswerSerializer
from inbox.models import Priority
from stones.summary_fields import OriginField


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


class SentRowSerializer(SentFieldsSerializer):
    needs_answer = serializers.BooleanField()
    delivered_lod = serializers.IntegerField(allow_null=True)
    deliveries = DeliveryAnswerSerializer(many=True)


class DeadLetterSerializer(SentFieldsSerializer):
    recipient = serializers.CharField()
    reason_code = serializers.CharField()
    reason = serializers.CharField()
    died = serializers.CharField(help_text="ISO 8601, UTC.")
