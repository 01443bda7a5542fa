"""Answers of the inbox API: messages as JSON, each with the prices of the levels that it does not hold.

The classes describe the answers for the documentation; the functions make them.
"""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from rest_framework import serializers

from core.llm import count_tokens
from core.rest.trust import UNTRUSTED, TrustField
from inbox.models import Agent, Delivery, DeliveryState, Gone, Message, Priority
from inbox.rendering.format_time import format_time
from inbox.rendering.inbox_lines import omissions_text
from inbox.rendering.message_facts import serialize_delivery, serialize_message_fields
from inbox.services.fetch_messages import FetchResult
from inbox.services.send_messages import SendResult
from stones.focus_serializers import COUNTING
from stones.format import HashVerdict
from stones.models import LevelOrigin
from stones.rendering import token_counting
from stones.summary_fields import HintField, LeftOutField, OriginField, extract_hint

STATES = DeliveryState.values


class DeliveryAnswerSerializer(serializers.Serializer[Any]):
    """How far a message has come with one recipient."""

    recipient = serializers.CharField(help_text="As it was addressed.")
    state = serializers.ChoiceField(STATES)
    read_lod = serializers.IntegerField(allow_null=True, help_text="The highest level that was read.")
    reason_code = serializers.CharField(required=False, help_text="Why it is dead.")
    reason = serializers.CharField(required=False)
    resent_as = serializers.CharField(
        required=False, help_text="The tracking_id under which a dead one was sent again."
    )


class SentAnswerSerializer(serializers.Serializer[Any]):
    tracking_id = serializers.CharField(help_text="Of this message, for good.")
    thread = serializers.CharField(help_text="The tracking_id of the thread's first message.")
    from_agent = serializers.CharField(help_text="Who sent it: the token's agent.")
    timestamp = serializers.CharField(help_text="When it was sent: ISO 8601, UTC.")
    deliveries = DeliveryAnswerSerializer(many=True, help_text="One a recipient, in your order.")
    left_out = LeftOutField()
    hint = HintField()


def serialize_sent(sent: SendResult) -> dict[str, Any]:
    return {
        "tracking_id": sent.message.pk,
        "thread": sent.message.thread,
        "from_agent": sent.message.sender_name,
        "timestamp": format_time(sent.message.created),
        "deliveries": [serialize_delivery(each) for each in sent.deliveries],
        "left_out": list(sent.left_out),
        "hint": sent.unused or _summary_hint(sent.message),
    }


def _summary_hint(message: Message) -> str | None:
    """How to give a long text a sentence that came without; a stone's is the stone's."""
    if message.is_stone or message.scan_origin != LevelOrigin.EXTRACT:
        return None
    return extract_hint(f'PUT {reverse("inbox-api:message-summary", args=[message.pk])} {{"summary": "…"}}')


class LevelOmittedSerializer(serializers.Serializer[Any]):
    level = serializers.IntegerField()
    name = serializers.CharField()
    tokens = serializers.IntegerField()


class OmissionsSerializer(serializers.Serializer[Any]):
    """What a truncated delivery lacks; {} where it lacks nothing, `gone` alone where it cannot be had any more."""

    gone = serializers.ChoiceField(
        Gone.values, required=False, help_text="Why: the stone was deleted, or its time to live ran out."
    )

    levels = LevelOmittedSerializer(many=True, required=False)
    tokens = serializers.IntegerField(required=False)
    headings = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="The sections of the source."
    )


VERDICTS = [HashVerdict.VERIFIED.value, HashVerdict.NOT_VERIFIABLE.value]
VERDICT = (
    "not_verifiable: another writer's rule named it, or it came without its source; whether it was changed on its way "
    "cannot be checked."
)


class SentStoneAnswerSerializer(SentAnswerSerializer):
    border_hash = serializers.CharField()
    stone_id = serializers.CharField(
        allow_null=True,
        help_text="Names this very stone, where several have one text. null: it is stored nowhere.",
    )
    claimed_hash = serializers.CharField(
        allow_null=True, help_text="The name that another writer gave the stone; it finds it, too."
    )
    verdict = serializers.ChoiceField(VERDICTS, help_text=VERDICT)
    delivered_lod = serializers.IntegerField()
    omissions = OmissionsSerializer()
    note = serializers.CharField(
        allow_null=True,
        help_text="What you must know of a copy without its source: that it is not what is stored here, or that nobody "
        "can read further.",
    )
    warnings = serializers.ListField(
        child=serializers.CharField(),
        help_text="Of a stone that was not made here: that its shorter levels are unchecked, which faults a check by "
        "words finds in LOD-0 and LOD-1 (it misses most), and what they leave out of its source's prohibitions. Of a "
        "copy without its source: what is irregular in its form.",
    )


def serialize_sent_stone(sent: SendResult) -> dict[str, Any]:
    message = sent.message
    return {
        "tracking_id": message.pk,
        "border_hash": message.border_hash,
        "stone_id": message.stone_id,
        "claimed_hash": message.claimed_hash,
        "verdict": message.verdict,
        "delivered_lod": message.delivered_lod,
        "omissions": message.missing,
        "note": sent.note or None,
        "warnings": list(sent.warnings),
        **serialize_sent(sent),
    }


class MessageTokensSerializer(serializers.Serializer[Any]):
    """Prices in o200k tokens."""

    payload = serializers.IntegerField(help_text="Of `payload`: of a stone, of the delivered copy.")
    levels = serializers.ListField(child=serializers.IntegerField(), help_text="Of each level, LOD-0 first.")
    counting = COUNTING


class MessageFieldsSerializer(serializers.Serializer[Any]):
    """Who wrote what to whom, and how far it has come."""

    tracking_id = serializers.CharField()
    sequence = serializers.IntegerField(help_text="Its number in your inbox: `#12` names it, too.")
    from_agent = serializers.CharField(
        help_text="`koda`, or `koda@ann` of another account: answer to this name."
    )
    for_agent = serializers.CharField(
        required=False, help_text="The agent for which a person wrote it: a reply goes to that one."
    )
    to_agent = serializers.CharField()
    message_type = serializers.CharField()
    priority = serializers.ChoiceField(Priority.values)
    subject = serializers.CharField(allow_blank=True)
    lod_0 = serializers.CharField(help_text="One sentence: enough to decide whether to read on.")
    lod_0_origin = OriginField()
    lod_0_changed = serializers.CharField(
        allow_null=True, help_text="When its sender changed that sentence after sending; null: never."
    )
    state = serializers.ChoiceField(STATES)
    read_lod = serializers.IntegerField(allow_null=True)
    thread = serializers.CharField()
    in_reply_to = serializers.CharField(allow_null=True)
    needs_answer = serializers.BooleanField(
        help_text="Its sender wants an answer, and none was given: nor is it acknowledged or archived."
    )
    archived = serializers.BooleanField()
    border_hash = serializers.CharField(allow_null=True, help_text="Of a stone.")
    verdict = serializers.ChoiceField(VERDICTS, allow_null=True, help_text=f"Of a stone. {VERDICT}")
    delivered_lod = serializers.IntegerField(
        allow_null=True, help_text="Of a stone: the highest level it came with."
    )
    timestamp = serializers.CharField(help_text="When it was sent: ISO 8601, UTC.")
    trust = TrustField()


class MessageRowSerializer(MessageFieldsSerializer):
    payload = serializers.JSONField(
        help_text="The text or JSON value that was sent; of a stone {qastone, border_hash, delivered_lod, omissions}."
    )
    tokens = MessageTokensSerializer()
    next_level = serializers.IntegerField(
        allow_null=True, help_text="Of a stone that was cut: the next level, and its price."
    )
    next_tokens = serializers.IntegerField(allow_null=True)


class MessagesAnswerSerializer(serializers.Serializer[Any]):
    messages = MessageRowSerializer(many=True)
    next_after = serializers.IntegerField(help_text="Give it as `after` to see what came later.")
    more = serializers.BooleanField(help_text="true: there are more rows already.")
    unread = serializers.IntegerField(help_text="Messages of the inbox of which no level was read.")


def serialize_message_row(delivery: Delivery, agent: Agent) -> dict[str, Any]:
    message = delivery.message
    next_level = _next_level(message)
    paid = count_tokens(message.body) if message.is_stone else message.lod_tokens[-1]
    return {
        **serialize_message_fields(delivery, agent),
        "payload": message.payload,
        "tokens": {"payload": paid, "levels": list(message.prices), "counting": token_counting()},
        "next_level": next_level,
        "next_tokens": None if next_level is None else message.lod_tokens[next_level],
    }


def _next_level(message: Message) -> int | None:
    if message.delivered_lod is None or message.delivered_lod + 1 >= len(message.prices):
        return None
    return message.delivered_lod + 1


class LinesAnswerSerializer(serializers.Serializer[Any]):
    lines = serializers.CharField(
        allow_blank=True, help_text='A message a line: `#12 koda !urgent? "subject": LOD-0 (sender +95/480)`.'
    )
    next_after = serializers.IntegerField(help_text="Give it as `after` to see what came later.")
    more = serializers.BooleanField(help_text="true: there are more rows already.")
    unread = serializers.IntegerField(help_text="Messages of the inbox of which no level was read.")
    trust = TrustField()


def serialize_lines(found: FetchResult, lines: Sequence[str]) -> dict[str, Any]:
    return {
        "lines": "\n".join(lines),
        "next_after": found.next_after,
        "more": found.more,
        "unread": found.unread,
        "trust": UNTRUSTED,
    }


class LevelPriceSerializer(serializers.Serializer[Any]):
    level = serializers.IntegerField()
    name = serializers.CharField()
    tokens = serializers.IntegerField()


class MessageAnswerSerializer(MessageFieldsSerializer):
    """All about a message but its text."""

    levels = LevelPriceSerializer(many=True, help_text="What there is to read, and what each costs.")
    omissions = OmissionsSerializer()
    omissions_text = serializers.CharField(allow_blank=True, help_text="The same in one sentence.")
    expires = serializers.CharField(allow_null=True, help_text="Unread then, it becomes a dead letter.")
    counting = COUNTING


def serialize_message(delivery: Delivery, agent: Agent) -> dict[str, Any]:
    message = delivery.message
    return {
        **serialize_message_fields(delivery, agent),
        "levels": [
            {"level": number, "name": message.level_name(number), "tokens": tokens}
            for number, tokens in enumerate(message.prices)
        ],
        "omissions": message.missing,
        "omissions_text": omissions_text(message.missing, message.top_level),
        "expires": format_time(message.expires),
        "counting": token_counting(),
    }


class StateAnswerSerializer(serializers.Serializer[Any]):
    tracking_id = serializers.CharField()
    sequence = serializers.IntegerField()
    state = serializers.ChoiceField(STATES)
    read_lod = serializers.IntegerField(allow_null=True)
    archived = serializers.BooleanField()


class AcknowledgeAnswerSerializer(StateAnswerSerializer):
    already = serializers.BooleanField(help_text="It was acknowledged before this call.")


def serialize_state(delivery: Delivery) -> dict[str, Any]:
    return {
        "tracking_id": delivery.message_id,
        "sequence": delivery.sequence,
        "state": str(delivery.state),
        "read_lod": delivery.read_lod,
        "archived": delivery.archived_at is not None,
    }
