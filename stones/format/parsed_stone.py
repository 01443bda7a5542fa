"""What a stone is: its words, its header, its levels. docs/stone-format.md, sections 1 and 3."""

from dataclasses import dataclass, field
from typing import NamedTuple

from stones.format.delimiters import canonical

CHANNELS = ("task", "context", "handoff", "query", "data")
STONE_TYPES = ("clipboard", "message", "handoff", "artifact")
COMPLEXITIES = ("simple", "medium", "complex")
LEVEL_NAMES = ("Scan", "Detail", "Deep", "Source")

MAX_LEVELS = 99  # two digits; a stone that is made here has four at most
MAX_HEADER_LINES = 13
MAX_HEADER_CHARACTERS = 8192  # from the opening mark to the end of the header: what reading a header may cost
MAX_VALUE_CHARACTERS = 200  # of one header value, when writing


def level_name(number: int, top: int) -> str:
    """What a level is called: the verbatim one (`top`) the Source, whatever its number, from LOD-2 to it Deep."""
    return LEVEL_NAMES[-1] if number >= top else LEVEL_NAMES[min(number, len(LEVEL_NAMES) - 2)]


class Notice(NamedTuple):
    """Something odd that a reader passed over."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Header:
    """What a receiver knows before it pays for a level.

    Lines that a foreign stone leaves out read as "". `delivered_lod` is the highest level of a truncated
    copy, None when nothing was cut. `lod_tokens` is the price of each level. `escaped` is the announcement
    `esc: 1`. `extra` holds the lines with unknown keys, in their order.
    """

    border_hash: str
    glow_channel: str
    stone_type: str
    created: str
    source_agent: str
    lod_count: int
    fortune: str
    delivered_lod: int | None = None
    lod_tokens: tuple[int, ...] | None = None
    escaped: bool = True
    extra: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedStone:
    """A header and the levels that are here, index = level; line ends become LF.

    The last of `lod_count` levels is the verbatim content. `warnings` tells what a tolerant reader passed
    over: something about the document that was read, not about the stone, so not part of comparisons.
    """

    header: Header
    levels: tuple[str, ...]
    warnings: tuple[Notice, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "levels", tuple(canonical(level) for level in self.levels))

    @property
    def is_complete(self) -> bool:
        """Whether the verbatim content is here, as far as the header can be believed."""
        return len(self.levels) >= self.header.lod_count
