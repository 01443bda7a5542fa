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
    """What a handoff costs its reader, in tokens: pasted whole, or LOD-0 and then LOD-1, where handoffs start."""

    whole: int
    scan: int
    detail: int

    @property
    def needed(self) -> int:
        return self.scan + self.detail

    @property
    def share_saved(self) -> int:
        """In percent."""
        return round(100 * (self.whole - self.needed) / self.whole)

    @property
    def bars(self) -> tuple[Bar, Bar]:
        needed = Bar(
            "Read as needed", "a sentence, then a paragraph", self.needed, _BAR * self.needed // self.whole
        )
        return Bar("Pasted whole", "every word, each time", self.whole, _BAR), needed


EXAMPLE_COST = Example(whole=988, scan=37, detail=133)
