"""The types of a stone: its vocabulary, its header, its levels. docs/stone-format.md, sections 1 and 3."""

from dataclasses import dataclass, field
from typing import NamedTuple

from stones.format.delimiters import canonical

CHANNELS = ("task", "context", "handoff", "query", "data")
STONE_TYPES = ("clipboard", "message", "handoff", "artifact")
COMPLEXITIES = ("simple", "medium", "complex")
LEVEL_NAMES = ("Scan", "Detail", "Deep", "Source")

MAX_LEVELS = 99  # two digits; stones made here have four at most
MAX_HEADER_LINES = 13
MAX_HEADER_CHARACTERS = 8192  # from the opening mark to the end of the header: bounds the cost of reading it
MAX_VALUE_CHARACTERS = 200  # of one header value, when writing


def level_name(number: int) -> str:
    """The name of a level, the same on every stone; those above LOD-3, of other writers, are Source too."""
    return LEVEL_NAMES[min(number, len(LEVEL_NAMES) - 1)]


def level_title(number: int) -> str:
    """LOD-1 Detail."""
    return f"LOD-{number} {level_name(number)}"


def level_span(top: int) -> str:
    """LOD-0 to LOD-2."""
    return f"LOD-0 to LOD-{top}" if top else "LOD-0 alone"


class Notice(NamedTuple):
    """An irregularity that a reader tolerated."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Header:
    """What a receiver knows before it pays for a level.

    Lines that a foreign stone omits read as "". `delivered_lod` is the highest level of a truncated copy, None if
    nothing was cut. `lod_tokens` is the price of each level. `escaped`: the header has `esc: 1`. `extra` holds the
    lines with unknown keys, in order.
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
    """A header and the levels that are present, index = level; line ends become LF.

    The last of `lod_count` levels is the verbatim content. `warnings` are what a tolerant reader accepted: about the
    document, not the stone, so comparisons ignore them.
    """

    header: Header
    levels: tuple[str, ...]
    warnings: tuple[Notice, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "levels", tuple(canonical(level) for level in self.levels))

    @property
    def is_complete(self) -> bool:
        """Whether the verbatim content is present, according to the header."""
        return len(self.levels) >= self.header.lod_count
