"""Webhooks and their calls as callers see them, with the examples of the API's documentation."""

from typing import Any

from rest_framework import serializers

from core.jobs.models import JobState
from inbox.models import CALL_WEBHOOK
from inbox.webhooks import WebhookEvent

TIME = "ISO 8601, UTC."
CALL_STATES = JobState.values


class CallAnswerSerializer(serializers.Serializer[Any]):
    """One event for one webhook. `id` is the `webhook-id` of every try."""

    id = serializers.CharField()
    webhook = serializers.CharField(help_text="The webhook's id.")
    event = serializers.ChoiceField([event.value for event in WebhookEvent])
    tracking_id = serializers.CharField(help_text="Of the message.")
    state = serializers.ChoiceField(CALL_STATES, help_text="failed: given up, until it is resent.")
    attempts = serializers.IntegerField(min_value=0, max_value=CALL_WEBHOOK.max_attempts)
    status_code = serializers.IntegerField(allow_null=True, help_text="Of the last answer; null: none came.")
    reason_code = serializers.CharField(allow_null=True, help_text="Why the last try was none: stable.")
    reason = serializers.CharField(allow_null=True)
    created = serializers.CharField(help_text=TIME)
    next_try = serializers.CharField(
        allow_null=True,
        help_text=f"Of a pending one: when it is made, unless calls before it take longer. {TIME}",
    )
    finished = serializers.CharField(allow_null=True, help_text=TIME)


class WebhookFieldsSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    url = serializers.CharField()
    created = serializers.CharField(help_text=TIME)
    disabled = serializers.CharField(
        allow_null=True,
        help_text=f"When it was turned off, as it answered 410; adding it again turns it on. {TIME}",
    )
    former_secret_until = serializers.CharField(
        allow_null=True,
        help_text=f"Until when calls are signed with the replaced secret, too; null: with one alone. {TIME}",
    )


class AddedWebhookSerializer(WebhookFieldsSerializer):
    secret = serializers.CharField(
        help_text="Shown this once. What the calls are signed with (Standard Webhooks)."
    )


class WebhookAnswerSerializer(WebhookFieldsSerializer):
    last = CallAnswerSerializer(allow_null=True, help_text="Its newest call.")
    failed = serializers.IntegerField(help_text="How many calls were given up.")


class WebhooksAnswerSerializer(serializers.Serializer[Any]):
    webhooks = WebhookAnswerSerializer(many=True)


ADD_REQUEST = {"url": "https://example.com/qastone"}
FIELDS: dict[str, Any] = {
    "id": "01KF7S9Y3M5D8R2E6T4W1Q0ZXC",
    "url": "https://example.com/qastone",
    "created": "2026-01-18T09:00:00Z",
    "disabled": None,
    "former_secret_until": None,
}
ADDED = FIELDS | {"secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="}
ROTATED = ADDED | {"former_secret_until": "2026-01-20T09:30:00Z"}
CALL: dict[str, Any] = {
    "id": "01KF7SB1V7H2N9C3X5K8P4A6MD",
    "webhook": FIELDS["id"],
    "event": "message.received",
    "tracking_id": "01KF7SB0Q4G7T2M8Y5R1V3C6NE",
    "state": "failed",
    "attempts": 8,
    "status_code": 500,
    "reason_code": "answered_500",
    "reason": "It answered 500.",
    "created": "2026-01-18T09:05:00Z",
    "next_try": None,
    "finished": "2026-01-19T08:41:12Z",
}
LIST = {"webhooks": [FIELDS | {"last": CALL, "failed": 1}]}
INVALID = {
    "code": "invalid_webhook",
    "detail": "'http://localhost/' cannot be a webhook. It is not an address on the public internet.",
}
TAKEN = {
    "code": "webhook_taken",
    "detail": "'koda' has this webhook already. A new secret is got by rotating its own.",
}
NO_WEBHOOK = {
    "code": "webhook_not_found",
    "detail": "There is no webhook '01KF7S9Y3M5D8R2E6T4W1Q0ZXC'. GET /mcp/webhooks lists this agent's.",
}
NO_CALL = {
    "code": "call_not_found",
    "detail": "There is no call '01KF7SB1V7H2N9C3X5K8P4A6MD'. GET /mcp/webhooks/calls lists this agent's.",
}
NOT_FAILED = {
    "code": "call_not_failed",
    "detail": "The call is done: it was taken. Only one that was given up can be made again.",
}
