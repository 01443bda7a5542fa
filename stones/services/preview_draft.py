"""What a text would become, before anything is stored."""

from dataclasses import dataclass

from core.llm import count_tokens, get_chat_model
from stones.levels import PROVISIONAL_CHARACTERS, provisional_levels
from stones.services.stone_draft import StoneDraft, check_draft


@dataclass(frozen=True)
class DraftPreview:
    """The channel that would be chosen, a first LOD-0, how many levels there would be, what the whole costs."""

    glow_channel: str
    scan: str
    scan_tokens: int
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
        """Tokens that a reader is spared for whom LOD-0 is enough."""
        return self.tokens - self.scan_tokens

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
        checked.level_count,
        checked.tokens,
        by_model=get_chat_model() is not None,
        is_partial=len(checked.text) > PROVISIONAL_CHARACTERS,
        left_out=checked.words.left_out,
    )
