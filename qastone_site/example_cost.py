"""What the overview and the set-up page begin with: what QA.Stone saves, on a handoff of the demonstration."""

from dataclasses import dataclass

EXAMPLE = "handoff-search-slow.md"
"""The file of `qastone_site/demo` that the numbers are of; the tests store it and count them again."""
_BAR = 100


@dataclass(frozen=True, slots=True)
class Bar:
    """A number of the picture. `width` is of `_BAR`."""

    name: str
    note: str
    tokens: int
    width: int


@dataclass(frozen=True, slots=True)
class Example:
    """What a handoff costs its reader, in tokens: pasted whole, or delivered up to LOD-1, where handoffs start.

    `needed` has the header, as the ledger counts it.
    """

    whole: int
    needed: int
    sentence: str
    """Its LOD-0, which its sender wrote."""

    @property
    def share_saved(self) -> int:
        """In percent."""
        return round(100 * (self.whole - self.needed) / self.whole)

    @property
    def bars(self) -> tuple[Bar, Bar]:
        needed = Bar(
            "Read as needed",
            "a sentence, a paragraph, and a header with what more would cost",
            self.needed,
            _BAR * self.needed // self.whole,
        )
        return Bar("Pasted whole", "every word, each time", self.whole, _BAR), needed


EXAMPLE_COST = Example(
    whole=988,
    needed=284,
    sentence="Search is slow for three large accounts; the fix is on branch `search-partial-index`. The copy of the "
    "data on `db-scratch-2` goes away on Friday.",
)
