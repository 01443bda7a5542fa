"""What callers get: stones as JSON, each with the price of what it does not hold.

The classes describe the answers for the documentation; the functions make them.
"""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from core.llm import count_tokens, tokens_are_exact
from core.rest.summary_fields import LeftOutField, OriginField
from core.rest.trust import UNTRUSTED, TrustField
from stones.assembled_stone import AssembledStone, LevelState
from stones.format import CHANNELS, LEVEL_NAMES, MAX_LEVELS, STONE_TYPES, HashVerdict, dump_header
from stones.models import LevelOrigin
from stones.services import LevelRead, StoneFocusResult, StoneRead
from stones.stored_header import header_of, text_of

EXACT, ESTIMATE = "exact", "estimate"
COUNTING = serializers.ChoiceField([EXACT, ESTIMATE], help_text="How tokens were counted.")
STATES = [state.value for state in LevelState]
ORIGINS = [*LevelOrigin.values, "source"]


def token_counting(assembled: AssembledStone | None = None) -> str:
    """Whether token counts are exact: ours now, and those stored with the stone."""
    stored = assembled is None or assembled.stone.content.tokens_exact
    return EXACT if stored and tokens_are_exact() else ESTIMATE


class Tokens(serializers.Serializer[Any]):
    """Prices in o200k tokens. `whole` is the content pasted as it is: what a reader saves is counted against it."""

    header = serializers.IntegerField()
    levels = serializers.ListField(child=serializers.IntegerField(), help_text="LOD-0 first.")
    whole = serializers.IntegerField()
    token_counting = COUNTING


class DeletedAnswer(serializers.Serializer[Any]):
    """What went."""

    sha256 = serializers.CharField(help_text="Of the text.")
    copies = serializers.IntegerField(help_text="How many copies of it the clipboard had: they went with it.")
    stones = serializers.IntegerField(
        help_text="How many other stones of your account have this text. Above 0, the text and its copies stay."
    )


class DeliveredTokens(Tokens):
    delivered = serializers.IntegerField(help_text="The `qastone` of this answer.")


def serialize_tokens(assembled: AssembledStone, max_lod: int | None = None) -> dict[str, Any]:
    """What a stone costs; the header is that of the copy up to `max_lod` (of the whole stone, unless told)."""
    return {
        "header": count_tokens(dump_header(header_of(assembled, max_lod))),
        "levels": list(assembled.lod_tokens),
        "whole": assembled.stone.content.tokens,
        "counting": token_counting(assembled),
    }


class StoneFields(serializers.Serializer[Any]):
    """What stands in a stone's header, and the state of its levels."""

    id = serializers.CharField(
        source="stone.pk", help_text="This very stone: usable wherever a border_hash is."
    )
    border_hash = serializers.CharField(source="stone.content.border_hash")
    glow_channel = serializers.ChoiceField(CHANNELS, source="stone.glow_channel")
    stone_type = serializers.ChoiceField(STONE_TYPES, source="stone.stone_type")
    source_agent = serializers.CharField(
        source="stone.source_agent", help_text="Who stored it: the token's agent, or `user` for a person."
    )
    claimed_source = serializers.SerializerMethodField(
        help_text="Who wrote it, as whoever stored it or the header it came with says: not proven. null: nobody else."
    )
    source_claimed = serializers.BooleanField(
        source="stone.source_claimed",
        help_text="The `source_agent` in the header of its text is the `claimed_source`.",
    )
    fortune = serializers.CharField(source="stone.fortune")
    verdict = serializers.ChoiceField(
        [HashVerdict.VERIFIED.value, HashVerdict.NOT_VERIFIABLE.value],
        source="stone.verdict.value",
        help_text="not_verifiable: another writer's rule named it, so whether the text was changed on its way here "
        "cannot be checked. `border_hash` is ours, and always that of the content.",
    )
    claimed_hash = serializers.SerializerMethodField(
        help_text="The name that another writer gave it; it finds the stone, too."
    )
    claimed = serializers.SerializerMethodField(
        help_text="The header lines that it brought, by key; null where it was made here. Nothing of them was checked."
    )
    lod_count = serializers.IntegerField(source="stone.level_count", min_value=1, max_value=MAX_LEVELS)
    status = serializers.ChoiceField(STATES)
    trust = TrustField()
    created = serializers.DateTimeField(source="stone.created")
    expires = serializers.DateTimeField(source="stone.expires", allow_null=True)

    def get_claimed_source(self, assembled: AssembledStone) -> str | None:
        return assembled.stone.claimed_source or None

    def get_claimed_hash(self, assembled: AssembledStone) -> str | None:
        return assembled.stone.claimed_hash or None

    def get_claimed(self, assembled: AssembledStone) -> dict[str, str] | None:
        return assembled.stone.claims or None


class FormattedStone(StoneFields):
    qastone = serializers.CharField(help_text="The whole stone as text.")
    tokens = DeliveredTokens()
    left_out = LeftOutField()


def serialize_formatted_stone(
    assembled: AssembledStone, text: str, *, left_out: Sequence[str] = ()
) -> dict[str, Any]:
    tokens = serialize_tokens(assembled) | {"delivered": count_tokens(text)}
    return {"qastone": text, **StoneFields(assembled).data, "tokens": tokens, "left_out": list(left_out)}


class StoneAnswer(StoneFields):
    qastone = serializers.CharField(help_text="The stone as text, up to `delivered_lod`.")
    tokens = DeliveredTokens()
    delivered_lod = serializers.IntegerField(help_text="The highest level in `qastone`.")
    access_count = serializers.IntegerField(help_text="How often it was read, this time included.")


def serialize_stone(read: StoneRead) -> dict[str, Any]:
    return {
        "qastone": read.qastone,
        **StoneFields(read.assembled).data,
        "delivered_lod": read.delivered_lod,
        "access_count": read.access_count,
        "tokens": serialize_tokens(read.assembled, read.delivered_lod) | {"delivered": read.tokens},
    }


class StoneLine(StoneFields):
    """A stone in a list: enough to decide without reading further."""

    lod_0 = serializers.CharField()
    lod_0_origin = OriginField()
    access_count = serializers.IntegerField()
    tokens = Tokens()


def serialize_stone_line(assembled: AssembledStone, access_count: int) -> dict[str, Any]:
    return {
        **StoneFields(assembled).data,
        "lod_0": text_of(assembled, 0),
        "lod_0_origin": assembled.lod_0_origin or None,
        "access_count": access_count,
        "tokens": serialize_tokens(assembled),
    }


class LevelAnswer(serializers.Serializer[Any]):
    """One level, and what the next one would cost (null: there is none)."""

    border_hash = serializers.CharField()
    level = serializers.IntegerField()
    name = serializers.ChoiceField(LEVEL_NAMES)
    content = serializers.CharField()
    tokens = serializers.IntegerField()
    next_level = serializers.IntegerField(allow_null=True)
    next_tokens = serializers.IntegerField(allow_null=True)
    token_counting = COUNTING
    trust = TrustField()
    state = serializers.ChoiceField(STATES)
    origin = serializers.ChoiceField(ORIGINS)
    model = serializers.CharField(allow_null=True, help_text="Which model wrote it, if one did.")
    prompt_version = serializers.CharField(allow_null=True)
    reason = serializers.CharField(
        allow_null=True, help_text="Why an extract stands where a model should write."
    )


def serialize_level_state(read: LevelRead) -> dict[str, Any]:
    """Everything about a level but its text."""
    generation, row = read.assembled.generation, read.level.row
    is_replaceable = row is not None and row.stone_id is None and row.model == ""
    return {
        "border_hash": read.assembled.stone.content.border_hash,
        "level": read.level.number,
        "name": read.level.name,
        "tokens": read.level.tokens,
        "next_level": read.next.number if read.next else None,
        "next_tokens": read.next.tokens if read.next else None,
        "counting": token_counting(read.assembled),
        "trust": UNTRUSTED,
        "state": read.level.state.value,
        "origin": read.level.origin,
        "model": (row.model or None) if row else None,
        "prompt_version": (row.prompt_version or None) if row else None,
        "reason": (generation.error or generation.fallback_reason or None) if is_replaceable else None,
    }


def serialize_level(read: LevelRead) -> dict[str, Any]:
    facts = serialize_level_state(read)
    named = {key: facts[key] for key in ("border_hash", "level", "name")}
    return named | {"content": read.content} | facts


class PassageAnswer(serializers.Serializer[Any]):
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField(help_text="Inclusive.")
    trail = serializers.CharField(allow_blank=True, help_text="The headings above it.")
    text = serializers.CharField()


class LeftOut(serializers.Serializer[Any]):
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField()
    tokens = serializers.IntegerField()
    headings = serializers.ListField(child=serializers.CharField())


class FocusAnswer(serializers.Serializer[Any]):
    """The passages that answer a question, in the order of the source."""

    border_hash = serializers.CharField()
    question = serializers.CharField()
    is_match = serializers.BooleanField(
        help_text="false: nothing in the source matches, and nothing is given."
    )
    passages = PassageAnswer(many=True)
    left_out = LeftOut(many=True)
    text = serializers.CharField(
        allow_blank=True, help_text="All of it as one text, each passage under its line number: what to read."
    )
    tokens = serializers.IntegerField(help_text="Of `text`.")
    token_counting = COUNTING
    by_vectors = serializers.BooleanField(
        help_text="false: matched by words alone, as it is not embedded yet."
    )
    trust = TrustField()


def serialize_focus(focused: StoneFocusResult) -> dict[str, Any]:
    found = focused.focus
    return {
        "border_hash": focused.stone.content.border_hash,
        "question": focused.question,
        "is_match": found.is_match,
        "passages": [
            _fields(passage, "start_line", "end_line", "trail", "text") for passage in found.passages
        ],
        "left_out": [_fields(gap, "start_line", "end_line", "tokens", "headings") for gap in found.left_out],
        "text": found.text,
        "tokens": found.tokens,
        "counting": token_counting(),
        "by_vectors": focused.by_vectors,
        "trust": UNTRUSTED,
    }


def _fields(value: object, *names: str) -> dict[str, Any]:
    return {name: getattr(value, name) for name in names}
