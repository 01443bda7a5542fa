"""One stone of a paste as the paste page shows it."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from stones.format import HashVerdict
from stones.models import Stone
from stones.services.changed_copy import ChangedCopy, explain_mismatch
from stones.services.given_levels import MAX_STONES, LevelWarning, pasted_level_warnings
from stones.services.pasted_stone import StoredCopy
from stones.services.read_pasted_text import PastedStone


@dataclass(frozen=True)
class Card:
    """One stone of the paste as the page shows it. `opened` holds the levels that were loaded."""

    pasted: PastedStone
    copy: StoredCopy
    ordinal: int
    opened: list[tuple[int, str, str]]
    account: User

    @property
    def level_warnings(self) -> tuple[LevelWarning, ...]:
        is_checked = self.ordinal < MAX_STONES
        return pasted_level_warnings(self.pasted.found.stone, self.copy, is_checked=is_checked)

    @property
    def stored(self) -> Stone | None:
        return self.copy.stone

    @property
    def is_whole(self) -> bool:
        """Whether its source is here: without it, it cannot be stored."""
        return self.pasted.found.stone.is_complete

    @property
    def prices(self) -> tuple[int, ...]:
        return self.pasted.found.stone.header.lod_tokens or self.pasted.level_tokens

    @property
    def available(self) -> int:
        """How many levels can be had: those of the stored stone, or those in the paste."""
        return self.stored.level_count if self.stored else len(self.pasted.level_tokens)

    @property
    def whole(self) -> int | None:
        """What was pasted costs; of a copy without its source, that source. None where its price is not known."""
        header = self.pasted.found.stone.header
        if self.is_whole:
            return self.pasted.header_tokens + sum(self.prices)
        return self.prices[-1] if len(self.prices) >= header.lod_count else None

    @property
    def use(self) -> int:
        return min(self.pasted.assessment.level, self.available - 1)

    @property
    def cost(self) -> int:
        return self.pasted.header_tokens + sum(self.prices[: self.use + 1])

    @property
    def saved(self) -> int | None:
        return None if self.whole is None else max(self.whole - self.cost, 0)

    @property
    def share(self) -> int | None:
        return round(100 * self.saved / self.whole) if self.whole and self.saved is not None else None

    @property
    def is_blocked(self) -> bool:
        return self.pasted.verdict is HashVerdict.MISMATCH

    @property
    def change(self) -> ChangedCopy:
        return explain_mismatch(self.account, self.pasted.found.stone)

    @property
    def next_level(self) -> int | None:
        """The level that the next press loads: the one to use at first, then one at a time."""
        number = len(self.opened) if self.opened else self.use
        return number if number < self.available else None

    @property
    def next_price(self) -> int | None:
        if self.next_level is None or self.next_level >= len(self.prices):
            return None
        return sum(self.prices[len(self.opened) : self.next_level + 1])
