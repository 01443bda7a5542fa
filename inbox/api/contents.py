"""What callers get of a message's text: a level, or the passages that answer a question."""

from typing import Any

from rest_framework import serializers

from inbox.api.answers import COUNTING, STATES, counting
from inbox.rows import sender_of
from inbox.services.reading import MessageFocus, MessageLevel
from rest.summaries import ORIGINS
from rest.trust import UNTRUSTED, Trust
from stones.assembled import SOURCE
from stones.format import LEVEL_NAMES
from stones.services import LevelRead

READ_ORIGINS = [*ORIGINS, SOURCE]


class PricedText(serializers.Serializer[Any]):
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
    trust = Trust()


PRICED = tuple(PricedText().fields)


class MessageLevelAnswer(PricedText):
    tracking_id = serializers.CharField()
    sequence = serializers.IntegerField()
    from_agent = serializers.CharField()
    state = serializers.ChoiceField(STATES)


def _of_message(read: MessageLevel | MessageFocus) -> dict[str, Any]:
    return {
        "tracking_id": read.message.pk,
        "sequence": read.delivery.sequence,
        "from_agent": sender_of(read.message, read.delivery.account_id),
        "state": str(read.delivery.state),
    }


def message_level_answer(read: MessageLevel) -> dict[str, Any]:
    return {
        **_of_message(read),
        "level": read.level,
        "name": read.name,
        "content": read.content,
        "origin": read.origin or None,
        "tokens": read.tokens,
        "next_level": read.next_level,
        "next_tokens": read.next_tokens,
        "counting": counting(),
        "trust": UNTRUSTED,
    }


class StoneLevelAnswer(PricedText):
    border_hash = serializers.CharField()


def stone_level_answer(read: LevelRead | MessageLevel) -> dict[str, Any]:
    if isinstance(read, MessageLevel):
        answer = message_level_answer(read)
        return {"border_hash": read.message.border_hash} | {name: answer[name] for name in PRICED}
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
    }


class MessagePassage(serializers.Serializer[Any]):
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField(help_text="Inclusive.")
    trail = serializers.CharField(allow_blank=True, help_text="The headings above it.")
    text = serializers.CharField()


class MessageLeftOut(serializers.Serializer[Any]):
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField()
    tokens = serializers.IntegerField()
    headings = serializers.ListField(child=serializers.CharField())


class MessageFocusAnswer(serializers.Serializer[Any]):
    """The passages that answer a question, in the order of the text."""

    tracking_id = serializers.CharField()
    sequence = serializers.IntegerField()
    from_agent = serializers.CharField()
    state = serializers.ChoiceField(STATES)
    question = serializers.CharField()
    is_match = serializers.BooleanField(help_text="false: nothing in it matches the question.")
    passages = MessagePassage(many=True)
    left_out = MessageLeftOut(many=True)
    text = serializers.CharField(
        allow_blank=True, help_text="All of it as one text, each passage under its line number: what to read."
    )
    tokens = serializers.IntegerField(help_text="Of `text`.")
    counting = COUNTING
    by_vectors = serializers.BooleanField(help_text="false: matched by words alone.")
    trust = Trust()


def focus_answer(read: MessageFocus) -> dict[str, Any]:
    found = read.focus
    return {
        **_of_message(read),
        "question": read.question,
        "is_match": found.is_match,
        "passages": [
            _fields(passage, "start_line", "end_line", "trail", "text") for passage in found.passages
        ],
        "left_out": [_fields(gap, "start_line", "end_line", "tokens", "headings") for gap in found.left_out],
        "text": found.text,
        "tokens": found.tokens,
        "counting": counting(),
        "by_vectors": read.by_vectors,
        "trust": UNTRUSTED,
    }


def _fields(value: object, *names: str) -> dict[str, Any]:
    return {name: getattr(value, name) for name in names}
