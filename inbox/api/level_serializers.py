"""Answers with a message's text: a level, or the passages that answer a question."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from core.rest.trust import UNTRUSTED, TrustField
from inbox.api.message_serializers import STATES
from inbox.rendering.format_time import format_time
from inbox.rendering.inbox_lines import sender_address
from inbox.rendering.message_facts import serialize_for_agent
from inbox.services.read_messages import MessageFocus, MessageLevel
from stones.assembled_stone import SOURCE
from stones.focus_serializers import COUNTING, FocusFields
from stones.format import LEVEL_NAMES
from stones.rendering import serialize_excerpts, token_counting
from stones.services import LevelRead
from stones.services.given_levels import read_level_warnings
from stones.summary_fields import ORIGINS

READ_ORIGINS = [*ORIGINS, SOURCE]


class PricedTextSerializer(serializers.Serializer[Any]):
    """A level, and what the next one would cost (null: there is none)."""

    level = serializers.IntegerField()
    name = serializers.ChoiceField(LEVEL_NAMES)
    content = serializers.CharField()
    origin = serializers.ChoiceField(
        READ_ORIGINS, allow_null=True, help_text="Whose words it is; null: nobody knows."
    )
    tokens = serializers.IntegerField()
    next_level = serializers.IntegerField(allow_null=True)
    next_tokens = serializers.IntegerField(allow_null=True)
    counting = COUNTING
    trust = TrustField()
    warnings = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Only of a level that came with its stone, unchecked: what of it the source does not say, or says "
        "otherwise (a check by words, which misses much).",
    )


PRICED_FIELDS = tuple(PricedTextSerializer().fields)


class MessageLevelAnswerSerializer(PricedTextSerializer):
    lod_0_changed = serializers.CharField(
        allow_null=True, help_text="When its sender changed LOD-0 after sending; null: never."
    )
    tracking_id = serializers.CharField()
    sequence = serializers.IntegerField()
    from_agent = serializers.CharField()
    for_agent = serializers.CharField(required=False)
    state = serializers.ChoiceField(STATES)


def _message_fields(read: MessageLevel | MessageFocus) -> dict[str, Any]:
    return {
        "tracking_id": read.message.pk,
        "sequence": read.delivery.sequence,
        "from_agent": sender_address(read.message, read.delivery.account_id),
        **serialize_for_agent(read.message),
        "state": str(read.delivery.state),
    }


def serialize_message_level(read: MessageLevel) -> dict[str, Any]:
    return {
        **_message_fields(read),
        "level": read.level,
        "name": read.name,
        "content": read.content,
        "origin": read.origin or None,
        "tokens": read.tokens,
        "next_level": read.next_level,
        "next_tokens": read.next_tokens,
        "counting": token_counting(),
        "trust": UNTRUSTED,
        "lod_0_changed": format_time(read.message.reworded),
        **serialize_warnings(read.warnings),
    }


def serialize_warnings(warnings: Sequence[str]) -> dict[str, list[str]]:
    return {"warnings": list(warnings)} if warnings else {}


class StoneLevelAnswerSerializer(PricedTextSerializer):
    border_hash = serializers.CharField()


def serialize_stone_level(read: LevelRead | MessageLevel) -> dict[str, Any]:
    if isinstance(read, MessageLevel):
        answer = serialize_message_level(read)
        return {"border_hash": read.message.border_hash} | {
            name: answer[name] for name in PRICED_FIELDS if name in answer
        }
    return {
        "border_hash": read.assembled.stone.content.border_hash,
        "level": read.level.number,
        "name": read.level.name,
        "content": read.content,
        "origin": read.level.shown_origin,
        "tokens": read.level.tokens,
        "next_level": read.next.number if read.next else None,
        "next_tokens": read.next.tokens if read.next else None,
        "counting": token_counting(),
        "trust": UNTRUSTED,
        **serialize_warnings(read_level_warnings(read)),
    }


class MessageFocusAnswerSerializer(FocusFields):
    tracking_id = serializers.CharField()
    sequence = serializers.IntegerField()
    from_agent = serializers.CharField()
    state = serializers.ChoiceField(STATES)


def serialize_focus(read: MessageFocus, path: str, *, texts: bool = False) -> dict[str, Any]:
    """`path`: the address that was asked; `texts`: each passage has its own, too."""
    return _message_fields(read) | serialize_excerpts(
        read.focus, read.question, path, by_vectors=read.by_vectors, texts=texts
    )
