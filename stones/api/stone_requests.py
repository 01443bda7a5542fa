"""What callers send."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from core.rest.strict_fields import StrictBooleanField, StrictIntegerField, StrictSerializer, StrictTextField
from stones.api.stone_fields import ChannelField, LevelsField, TypeField
from stones.format import MAX_LEVELS
from stones.services import StoneDraft
from stones.services.stone_draft import TTL_DAYS
from stones.services.wait_for_levels import MAX_SECONDS
from stones.summary_fields import WordsRequest


class FormatRequest(WordsRequest):
    content = StrictTextField(help_text="The handoff, kept verbatim as the top level.")
    glow_channel = ChannelField(
        required=False, allow_null=True, help_text="Chosen by the content unless given."
    )
    stone_type = TypeField(required=False, allow_null=True, help_text="handoff, unless given.")
    source_agent = StrictTextField(
        required=False,
        allow_null=True,
        help_text="Who wrote it. The `source_agent` of a stone is always the token's agent: another name is kept as "
        "`claimed_source`, and shown as claimed.",
    )
    generate_lods = StrictBooleanField(
        required=False,
        default=True,
        help_text="false: one extracted sentence and the content, nothing between.",
    )
    levels = LevelsField(
        required=False,
        allow_null=True,
        help_text="Levels written by the author, kept unchecked as they are but for line ends, which become LF.",
    )
    history = StrictTextField(
        required=False,
        allow_null=True,
        help_text="What led to the content. The content becomes LOD-2, both together the source.",
    )
    ttl_days = StrictIntegerField(
        required=False,
        allow_null=True,
        min_value=TTL_DAYS[0],
        max_value=TTL_DAYS[-1],
        help_text=f"Days that the stone is kept; {settings.STONE_TTL_DAYS} unless given.",
    )

    def draft(self, agent_name: str) -> StoneDraft:
        """The draft of what was sent, by the agent that sent it."""
        draft_fields: dict[str, Any] = {
            k: value for k, value in self.validated_data.items() if value is not None
        }
        claimed = draft_fields.pop("source_agent", agent_name)
        return StoneDraft(
            **draft_fields,
            source_agent=agent_name,
            claimed_source=None if claimed.strip() == agent_name else claimed,
        )


class FormatQuery(StrictSerializer):
    wait = serializers.FloatField(
        required=False,
        default=0.0,
        min_value=0,
        max_value=MAX_SECONDS,
        help_text="Seconds to wait for the levels.",
    )


class StoneQuery(StrictSerializer):
    max_lod = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MAX_LEVELS - 1,
        help_text="The highest level that is wanted; all, unless given.",
    )


class DeleteQuery(StrictSerializer):
    delete_pinned = serializers.ChoiceField(
        ["true", "false"],
        required=False,
        help_text="true: copies of this text that are pinned in the clipboard go, too. Takes the scope "
        "clipboard:write, too.",
    )


class ContextRequest(StrictSerializer):
    needs_full_context = StrictBooleanField(required=False, default=False)
    quick = StrictBooleanField(required=False, default=False)


class ParseRequest(StrictSerializer):
    text = StrictTextField(help_text="A paste: one or more stones, and whatever stands around them.")
    context = ContextRequest(  # type: ignore[assignment]  # DRF takes fields out of the class
        required=False, help_text="What the receiver knows of its task, for the assessment."
    )
