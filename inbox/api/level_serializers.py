"""Answers with a message's text: a level, or the passages that answer a question."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from core.rest.summary_fields import ORIGINS
from core.rest.trust import UNTRUSTED, TrustField
from inbox.api.message_serializers import COUNTING, STATES, counting
from inbox.rendering.format_time import format_time
from inbox.rendering.inbox_lines import sender_address
from inbox.rendering.message_facts import serialize_for_agent
from inbox.services.read_messages import MessageFocus, MessageLevel
from stones.assembled_stone import SOURCE
from stones.format import LEVEL_NAMES
from stones.rendering import serialize_next_step, serialize_passages
from stones.services import LevelRead
from stones.services.given_levels import read_level_warnings

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
        "counting": counting(),
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
        "counting": counting(),
        "trust": UNTRUSTED,
        **serialize_warnings(read_level_warnings(read)),
    }


class MessagePassageSerializer(serializers.Serializer[Any]):
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField(help_text="Inclusive.")
    trail = serializers.CharField(allow_blank=True, help_text="The headings above it.")
    text = serializers.CharField(required=False, help_text="With `texts`.")


class MessageLeftOutSerializer(serializers.Serializer[Any]):
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField()
    tokens = serializers.IntegerField()
    headings = serializers.ListField(child=serializers.CharField())


class MessageNextPassagesSerializer(serializers.Serializer[Any]):
    """The next step of focused reading: what has been delivered is neither delivered nor charged again."""

    skip = serializers.CharField(
        allow_blank=True, help_text="What the caller has: `skip` of the next question."
    )
    max_tokens = serializers.IntegerField(allow_null=True, help_text="Its budget; null: none need be given.")
    tokens = serializers.IntegerField(help_text="What the next answer costs.")
    url = serializers.CharField(help_text="The address that gives it.")


class MessageFocusAnswerSerializer(serializers.Serializer[Any]):
    """The passages nearest to a question, in the order of the text."""

    tracking_id = serializers.CharField()
    sequence = serializers.IntegerField()
    from_agent = serializers.CharField()
    state = serializers.ChoiceField(STATES)
    question = serializers.CharField()
    is_match = serializers.BooleanField(
        help_text="true: it is about the question; whether it answers is for the reader to see. false: only the "
        "nearest."
    )
    open_parts = serializers.ListField(
        child=serializers.CharField(),
        help_text="Parts of the question that nothing here clearly answers; `text` says so.",
    )
    passages = MessagePassageSerializer(many=True)
    left_out = MessageLeftOutSerializer(many=True)
    text = serializers.CharField(
        allow_blank=True, help_text="All of it as one text, each passage under its line number: what to read."
    )
    tokens = serializers.IntegerField(help_text="Of `text`.")
    next = MessageNextPassagesSerializer(allow_null=True, help_text="How to read on; null: nothing is left.")
    counting = COUNTING
    by_vectors = serializers.BooleanField(help_text="false: matched by words alone.")
    trust = TrustField()


def serialize_focus(read: MessageFocus, path: str, *, texts: bool = False) -> dict[str, Any]:
    """`path`: the address that was asked; `texts`: each passage has its own, too."""
    found = read.focus
    return {
        **_message_fields(read),
        "question": read.question,
        "is_match": found.is_match,
        "open_parts": found.open_parts,
        "passages": serialize_passages(found.passages, texts=texts),
        "left_out": [
            _attributes(gap, "start_line", "end_line", "tokens", "headings") for gap in found.left_out
        ],
        "text": found.text,
        "tokens": found.tokens,
        "next": serialize_next_step(found.next, read.question, path, texts=texts),
        "counting": counting(),
        "by_vectors": read.by_vectors,
        "trust": UNTRUSTED,
    }


def _attributes(value: object, *names: str) -> dict[str, Any]:
    return {name: getattr(value, name) for name in names}
