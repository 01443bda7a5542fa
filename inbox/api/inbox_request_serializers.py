"""Requests of the inbox API. The rules of a message are in `inbox.services.send_messages`."""

import re
from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from core.rest.strict_fields import (
    IgnoredField,
    StrictBooleanField,
    StrictIntegerField,
    StrictSerializer,
    StrictTextField,
)
from inbox.models import Priority
from inbox.queries.deliveries import TABS, DeliveryFilter
from inbox.services.fetch_messages import MAX_ROWS
from inbox.services.resolve_recipients import MAX_RECIPIENTS
from inbox.services.send_messages import TTL_SECONDS, Outgoing
from stones.focus_serializers import FocusQuery
from stones.format import MAX_LEVELS
from stones.summary_fields import WordsRequest

DEFAULT_ROWS = 20
MAX_WAIT = 25
MAX_WORDS = 500
_CURSOR = re.compile(r"[0-9]{1,18}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ]\S{1,30})?")


@extend_schema_field({})
class AnyJSONField(serializers.Field[Any, Any, Any, Any]):
    """Any JSON value, as it was parsed."""

    def to_internal_value(self, data: Any) -> Any:
        return data

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field({"type": "string", "enum": Priority.values, "default": "normal"})
class PriorityField(StrictTextField):
    pass


@extend_schema_field(
    {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": MAX_RECIPIENTS}
)
class RecipientsField(serializers.ListField):
    pass


ADDRESSES = ("recipient", "to_agent", "recipients")


class ServerAssignedSerializer(StrictSerializer):
    """What clients of the specification say of a message though it is given here."""

    tracking_id = IgnoredField(help_text="Ignored: a message gets it here, and the answer says it.")
    timestamp = IgnoredField(help_text="Ignored: when the message arrived here; the answer says it.")
    from_agent = IgnoredField(help_text="Ignored: the token says who sends, and the answer its name.")


class SendOptionsSerializer(ServerAssignedSerializer):
    """To whom, and how."""

    recipient = StrictTextField(
        required=False, help_text="An agent: `koda`, or `koda@ann` of another account. Or give `recipients`."
    )
    recipients = RecipientsField(
        child=StrictTextField(), required=False, help_text="Several agents; each has a delivery of its own."
    )
    to_agent = StrictTextField(required=False, help_text="Another name of `recipient`.")
    message_type = StrictTextField(
        required=False, help_text="1 to 30 of a–z, 0–9, `_`, `.`, `-`; `message` or `stone`."
    )
    subject = StrictTextField(required=False, help_text="One line, at most 200 characters.")
    priority = PriorityField(required=False)
    needs_answer = StrictBooleanField(
        required=False, help_text="true: it stays under `needs_me` until it is answered."
    )
    in_reply_to = StrictTextField(
        required=False,
        help_text="A message of your inbox (`#12`), or one that you sent (its tracking_id). Without a recipient the "
        "reply goes to whom you answer.",
    )
    reply_to_all = StrictBooleanField(
        required=False, help_text="true: with in_reply_to, to all who got that message, too."
    )
    ttl_seconds = StrictIntegerField(
        required=False,
        allow_null=True,
        min_value=TTL_SECONDS[0],
        max_value=TTL_SECONDS[-1],
        help_text="Unread after so many seconds it becomes a dead letter; never, unless given.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        values = [name for name in ADDRESSES if name in attrs]
        if len(values) > 1 or (not values and not self.answers_somebody(attrs)):
            raise ValidationError(
                {
                    "recipient": [
                        "Give exactly one of recipient (or to_agent: a name) and recipients (a list)."
                    ]
                }
            )
        return attrs

    def answers_somebody(self, attrs: dict[str, Any]) -> bool:
        return "in_reply_to" in attrs

    def outgoing(self, **more: Any) -> Outgoing:
        """Recipients and options from the valid request; `more` overrides them."""
        names = Outgoing.__dataclass_fields__
        values = {name: value for name, value in self.validated_data.items() if name in names}
        for name in ("recipient", "to_agent"):
            if name in self.validated_data:
                values["recipients"] = [self.validated_data[name]]
        return Outgoing(**values | more)


class SendRequestSerializer(SendOptionsSerializer, WordsRequest):
    payload = AnyJSONField(
        allow_null=True,
        help_text="A text, delivered to the byte, or any other JSON value but null, delivered as that value: its keys "
        "in their order, whole numbers with all their digits, others as 64-bit doubles. To keep more digits of those, "
        "send them as texts.",
    )


class ReplyRequestSerializer(SendRequestSerializer):
    """As `send`; what is answered stands in the address."""

    in_reply_to = None  # type: ignore[assignment]  # DRF's way to leave an inherited field out

    def answers_somebody(self, attrs: dict[str, Any]) -> bool:
        return True


class SendStoneRequestSerializer(SendOptionsSerializer):
    stone = StrictTextField(
        help_text="The text of a stone, or the border_hash (or id) of one that you may read."
    )
    max_lod = StrictIntegerField(
        required=False,
        default=1,
        min_value=0,
        max_value=MAX_LEVELS - 1,
        help_text="The highest level that is delivered. Of a copy whose source is not stored all are.",
    )


class RequestLodRequestSerializer(ServerAssignedSerializer):
    border_hash = StrictTextField(
        help_text="Of a stone that your account stored or was sent: 8 to 64 hex digits, or its id."
    )
    level = StrictIntegerField(
        min_value=0, max_value=MAX_LEVELS - 1, help_text="0, the scan, to lod_count - 1, the source."
    )


class InboxQuerySerializer(StrictSerializer):
    """Which of the inboxes that the token opens."""

    agent = serializers.CharField(
        required=False,
        help_text="Whose inbox: your own unless it is there, or another agent's that your token was given.",
    )


@extend_schema_field({"type": "string"})
class SinceField(serializers.Field[Any, Any, Any, Any]):
    """A time, from which on, or the cursor of the answer before."""

    default_error_messages = {
        "invalid": "Must be a time such as 2026-01-30T12:00:00Z (from which on), or next_after of the answer before."
    }

    def to_internal_value(self, data: Any) -> datetime | int:
        if _CURSOR.fullmatch(data):
            return int(data)
        if not _TIME.fullmatch(data):
            self.fail("invalid")
        try:
            time = datetime.fromisoformat(data)
            return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail("invalid")


class RowsQuerySerializer(InboxQuerySerializer):
    """Which rows of the inbox."""

    limit = serializers.IntegerField(
        required=False,
        default=DEFAULT_ROWS,
        min_value=1,
        max_value=MAX_ROWS,
        help_text="Rows of one answer.",
    )
    after = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=10**18,
        help_text="next_after of the answer before: what came after that. 0, unless given.",
    )
    latest = serializers.BooleanField(
        required=False,
        default=False,
        help_text="true: the last rows that there are, in their order, in place of the first.",
    )
    tab = serializers.ChoiceField(
        TABS,
        required=False,
        default="all",
        help_text="unread: no level loaded; open: neither acknowledged nor archived, as after a crash between the two; "
        "needs_me: an answer is wanted; done: acknowledged or archived.",
    )
    q = serializers.CharField(
        required=False,
        max_length=MAX_WORDS,
        help_text='Words of it: "…" keeps them together, a minus leaves one out.',
    )
    priority = serializers.ChoiceField(Priority.values, required=False)
    message_type = serializers.CharField(required=False, max_length=30)
    thread = serializers.CharField(required=False, max_length=26, help_text="Only this thread.")

    def get_fields(self) -> dict[str, Any]:
        # `from` is Python's word, and a parameter's natural name.
        sender = serializers.CharField(
            required=False,
            max_length=220,
            source="sender",
            help_text="The sender: `koda` of any account, `koda@ann`.",
        )
        return super().get_fields() | {"from": sender}

    def filters(self) -> DeliveryFilter:
        names = ("tab", "q", "sender", "priority", "message_type", "thread")
        values = {name: self.validated_data[name] for name in names if name in self.validated_data}
        since = self.validated_data.get("since")
        return DeliveryFilter(**values, since=since if isinstance(since, datetime) else None)

    def after_sequence(self) -> int:
        """The sequence after which the rows begin: `since` as a cursor, else `after`, else 0."""
        since = self.validated_data.get("since")
        return since if isinstance(since, int) else int(self.validated_data.get("after", 0))


class MessagesQuerySerializer(RowsQuerySerializer):
    since = SinceField(
        required=False,
        help_text="A time (ISO 8601): what came then or later; or, as `after`, next_after of the answer before.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if isinstance(attrs.get("since"), int) and "after" in attrs:
            raise ValidationError({"since": ["It is a cursor, as `after` is: give one of them."]})
        return attrs


class UpdatesQuerySerializer(InboxQuerySerializer):
    after = serializers.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=10**18,
        help_text="next_after of the answer before: what came after that. 0: all of the inbox. Where nothing has come "
        "after it yet, also of a number ahead of all, the call waits.",
    )
    limit = serializers.IntegerField(
        required=False,
        default=DEFAULT_ROWS,
        min_value=1,
        max_value=MAX_ROWS,
        help_text="Rows of one answer.",
    )
    wait = serializers.FloatField(
        required=False,
        default=float(MAX_WAIT),
        min_value=0,
        max_value=MAX_WAIT,
        help_text="Seconds to wait for something to come.",
    )


class MessageFocusQuerySerializer(FocusQuery, InboxQuerySerializer):
    pass
