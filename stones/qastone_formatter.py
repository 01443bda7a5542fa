"""Texts become stones without being stored: the formatter of the specification (section 1), over the pure core."""

from collections.abc import Mapping
from datetime import UTC
from typing import Any

from django.conf import settings
from django.utils import timezone

from core.llm import count_tokens, get_chat_model
from stones.exceptions import InvalidHeader
from stones.format import Header, ParsedStone, border_hash, detect_channel, dump, fortune
from stones.levels import provisional_levels, write_extract, write_with_model
from stones.services.pasted_stone import refuse_stone
from stones.services.stone_draft import StoneDraft, check_draft

METADATA = ("glow_channel", "stone_type", "source_agent", "generate_lods")


class QAStoneFormatter:
    """Formats for a script and stores nothing; the site itself calls `services.store_stone`.

    Levels are written by the configured model, and extracted where there is none.
    """

    def format(self, content: str, metadata: Mapping[str, Any] | None = None) -> str:
        """The content as a stone. `metadata`: glow_channel, stone_type, source_agent, generate_lods (all optional).

        Raises InvalidHeader for other metadata, else as `refuse_stone` and `check_draft`; LLMError where the model
        fails.
        """
        refuse_stone(content, instead="Use it as it is: it is formatted.")
        options = dict(metadata or {})
        if unknown := sorted(options.keys() - set(METADATA)):
            raise InvalidHeader(f"Unknown metadata {unknown[0][:40]!r}: {', '.join(METADATA)} are known.")
        checked = check_draft(StoneDraft(content=content, **options))
        write = self._levels if checked.generate_lods else _sentence
        levels = write(checked.text, checked.level_count)
        header = Header(
            border_hash=border_hash(checked.text),
            glow_channel=checked.glow_channel,
            stone_type=checked.stone_type,
            created=timezone.now().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            source_agent=checked.source_agent,
            lod_count=len(levels) + 1,
            fortune=fortune(checked.text, checked.glow_channel),
        )
        return dump(ParsedStone(header, (*levels, checked.text)))

    def generate_lod_levels(self, content: str) -> dict[int, str]:
        """The levels below the content itself, by their numbers: {0: …, 1: …, 2: …}; short content has fewer.

        Raises LLMError where the model fails.
        """
        return dict(enumerate(self._levels(content, None)))

    def calculate_fortune(self, content: str, metadata: Mapping[str, Any] | None = None) -> str:
        """channel:category:complexity; the channel is chosen by the content unless `metadata` has a glow_channel."""
        channel = (metadata or {}).get("glow_channel") or self.parse_glow_channel(content)
        return fortune(content, channel)

    def parse_glow_channel(self, content: str) -> str:
        """The channel that the content speaks for: task, context, handoff, query or data."""
        return detect_channel(content)

    def _levels(self, content: str, count: int | None) -> tuple[str, ...]:
        chat = get_chat_model()
        if chat is None:
            return write_extract(content, count_tokens=count_tokens, count=count).texts
        return write_with_model(
            content,
            chat=chat,
            count_tokens=count_tokens,
            context_tokens=settings.LLM_CONTEXT_TOKENS,
            count=count,
        ).texts


def _sentence(content: str, count: int | None) -> tuple[str, ...]:
    return provisional_levels(content, count=count or 1, count_tokens=count_tokens)
