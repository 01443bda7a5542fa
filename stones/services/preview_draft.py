"""What a text would become, before anything is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC

from django.utils import timezone

from core.llm import count_tokens, get_chat_model
from stones.format import Header, ParsedStone, border_hash, dump, fortune
from stones.levels import PROVISIONAL_CHARACTERS, provisional_levels
from stones.services.stone_draft import CheckedDraft, StoneDraft, check_draft


@dataclass(frozen=True)
class DraftPreview:
    """The channel that would be chosen, a first LOD-0, how many levels there would be, what the whole costs."""

    glow_channel: str
    scan: str
    scan_tokens: int
    # What the first read costs: LOD-0 with its header, counted as the ledger counts a stone that is delivered so far.
    first_tokens: int
    level_count: int
    tokens: int
    # Whether a model will write the levels; else rules do.
    by_model: bool = False
    # Whether only the beginning of the text was read for it.
    is_partial: bool = False
    # What the sender's words do not say of the text.
    left_out: tuple[str, ...] = ()

    @property
    def saved(self) -> int:
        """Tokens that a reader is spared for whom LOD-0 is enough; 0 where it costs as much as all of it."""
        return max(self.tokens - self.first_tokens, 0)

    @property
    def share(self) -> int:
        """The same in percent."""
        return round(100 * self.saved / self.tokens)


def preview_draft(draft: StoneDraft) -> DraftPreview:
    """Look at a draft without storing it. Raises what `store_stone` raises."""
    checked = check_draft(draft)
    levels = provisional_levels(checked.text, count=checked.level_count, count_tokens=count_tokens)
    scan = checked.words.levels.get(0) or (levels[0] if levels else checked.text)
    return DraftPreview(
        checked.glow_channel,
        scan,
        count_tokens(scan),
        _first_tokens(checked, scan, levels),
        checked.level_count,
        checked.tokens,
        by_model=get_chat_model() is not None,
        is_partial=len(checked.text) > PROVISIONAL_CHARACTERS,
        left_out=checked.words.left_out,
    )


def _first_tokens(checked: CheckedDraft, scan: str, levels: Sequence[str]) -> int:
    """Of the stone as it would be delivered up to LOD-0. A level that is not written yet is named as the whole text."""
    count = checked.level_count
    written = [count_tokens(level) for level in (scan, *levels[1:])][: count - 1]
    header = Header(
        border_hash=border_hash(checked.text),
        glow_channel=checked.glow_channel,
        stone_type=checked.stone_type,
        created=timezone.now().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        source_agent=checked.claimed_source or checked.source_agent,
        lod_count=count,
        fortune=fortune(checked.text, checked.glow_channel),
        delivered_lod=0 if count > 1 else None,
        lod_tokens=(*written, *[checked.tokens] * (count - len(written))) if count > 1 else None,
        extra=(("claimed_by", checked.source_agent),) if checked.claimed_source else (),
    )
    return count_tokens(dump(ParsedStone(header, (scan,))))
