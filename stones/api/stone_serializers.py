"""The answers as the documentation describes them; `stones.rendering` makes them."""

from typing import Any

from rest_framework import serializers

from core.rest.trust import TrustField
from stones.assembled_stone import LevelState
from stones.focus_serializers import COUNTING, FocusFields
from stones.format import CHANNELS, LEVEL_NAMES, MAX_LEVELS, STONE_TYPES, HashVerdict
from stones.models import LevelOrigin
from stones.summary_fields import HintField, LeftOutField, OriginField

STATES = [state.value for state in LevelState]
ORIGINS = [*LevelOrigin.values, "source"]


class Tokens(serializers.Serializer[Any]):
    """Prices in o200k tokens. `whole` is the content pasted as it is: what a reader saves is counted against it."""

    header = serializers.IntegerField()
    levels = serializers.ListField(child=serializers.IntegerField(), help_text="LOD-0 first.")
    whole = serializers.IntegerField()
    counting = COUNTING


class DeletedAnswer(serializers.Serializer[Any]):
    """What went."""

    deleted = serializers.BooleanField(help_text="Always true: the stone that was named is gone.")
    sha256 = serializers.CharField(help_text="Of the text.")
    copies = serializers.IntegerField(help_text="How many copies of it the clipboard had: they went with it.")
    stones = serializers.IntegerField(
        help_text="How many other stones of your account still have this text; 0: none, and the text went, too. "
        "Above 0, it and its copies stay."
    )


class DeliveredTokens(Tokens):
    delivered = serializers.IntegerField(help_text="The `qastone` of this answer.")


class StoneFields(serializers.Serializer[Any]):
    """What stands in a stone's header, and the state of its levels."""

    id = serializers.CharField(help_text="This very stone: usable wherever a border_hash is.")
    border_hash = serializers.CharField()
    glow_channel = serializers.ChoiceField(CHANNELS)
    stone_type = serializers.ChoiceField(STONE_TYPES)
    source_agent = serializers.CharField(
        help_text="Who stored it: the token's agent, or `user` for a person."
    )
    claimed_source = serializers.CharField(
        allow_null=True,
        read_only=True,
        help_text="Who wrote it, as whoever stored it or the header it came with says: not proven. null: nobody else.",
    )
    source_claimed = serializers.BooleanField(
        help_text="The `source_agent` in the header of its text is the `claimed_source`.",
    )
    fortune = serializers.CharField()
    verdict = serializers.ChoiceField(
        [HashVerdict.VERIFIED.value, HashVerdict.NOT_VERIFIABLE.value],
        help_text="not_verifiable: another writer's rule named it, so whether the text was changed on its way here "
        "cannot be checked. `border_hash` is ours, and always that of the content.",
    )
    claimed_hash = serializers.CharField(
        allow_null=True,
        read_only=True,
        help_text="The name that another writer gave it; it finds the stone, too.",
    )
    claimed = serializers.DictField(
        child=serializers.CharField(),
        allow_null=True,
        read_only=True,
        help_text="The header lines that it brought, by key; null where it was made here. Nothing of them was checked.",
    )
    lod_count = serializers.IntegerField(min_value=1, max_value=MAX_LEVELS)
    status = serializers.ChoiceField(STATES)
    trust = TrustField()
    created = serializers.DateTimeField()
    expires = serializers.DateTimeField(allow_null=True)


class FormattedStone(StoneFields):
    qastone = serializers.CharField(help_text="The whole stone as text.")
    tokens = DeliveredTokens()
    left_out = LeftOutField()
    hint = HintField()


class StoneAnswer(StoneFields):
    qastone = serializers.CharField(help_text="The stone as text, up to `delivered_lod`.")
    tokens = DeliveredTokens()
    delivered_lod = serializers.IntegerField(help_text="The highest level in `qastone`.")
    access_count = serializers.IntegerField(help_text="How often it was read, this time included.")


class StoneLine(StoneFields):
    """A stone in a list: enough to decide without reading further."""

    lod_0 = serializers.CharField()
    lod_0_origin = OriginField()
    access_count = serializers.IntegerField()
    tags = serializers.ListField(child=serializers.CharField(), help_text="Of the person who owns it.")
    archived = serializers.BooleanField(help_text="Put away: pages list it under Archived alone.")
    demo = serializers.BooleanField(help_text="It came with the site, as an example.")
    tokens = Tokens()


class LevelAnswer(serializers.Serializer[Any]):
    """One level, and what the next one would cost (null: there is none)."""

    border_hash = serializers.CharField()
    level = serializers.IntegerField()
    name = serializers.ChoiceField(LEVEL_NAMES)
    content = serializers.CharField()
    tokens = serializers.IntegerField()
    next_level = serializers.IntegerField(allow_null=True)
    next_tokens = serializers.IntegerField(allow_null=True)
    counting = COUNTING
    trust = TrustField()
    state = serializers.ChoiceField(STATES)
    origin = serializers.ChoiceField(ORIGINS)
    model = serializers.CharField(allow_null=True, help_text="Which model wrote it, if one did.")
    prompt_version = serializers.CharField(allow_null=True)
    reason = serializers.CharField(
        allow_null=True, help_text="Why an extract stands where a model should write."
    )
    warnings = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Only of a level that came with its stone, unchecked: what of it the source does not say, or says "
        "otherwise (a check by words, which misses much).",
    )


class FocusAnswer(FocusFields):
    border_hash = serializers.CharField()
