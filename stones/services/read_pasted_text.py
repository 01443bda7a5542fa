"""A paste is read: its stones with what each level costs, whether they are genuine, how much to read of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.conf import settings

from core.llm import count_tokens
from stones.exceptions import ContentTooLarge, NotAStone
from stones.format import (
    DEFAULT_CHANNELS,
    Assessment,
    Channel,
    FormatError,
    FoundStone,
    HashVerdict,
    Notice,
    Paste,
    TaskContext,
    assess,
    begins_as_stone,
    parse,
    parse_all,
    repair,
    split_at_opening,
    verify,
    with_notices,
)
from stones.format.delimiters import OPEN, SEPARATOR, trim
from stones.format.diagnosis import explain_error, unquote
from stones.format.header_parser import KNOWN_KEYS
from stones.format.parsed_stone import MAX_HEADER_LINES, Header

# Four levels, each as long as a content may be, and their escapes.
SIZES = 5
QUOTED = "each line is quoted by `> `: take these marks off"


@dataclass(frozen=True)
class PastedStone:
    """One stone of a paste. Tokens are those of its header and of each level that is there."""

    found: FoundStone
    verdict: HashVerdict
    assessment: Assessment
    header_tokens: int
    level_tokens: tuple[int, ...]


@dataclass(frozen=True)
class SurroundingText:
    """Text that belongs to no stone, from this character of the paste on."""

    start: int
    text: str


@dataclass(frozen=True)
class ReadPaste:
    """All of a paste, in order: `text` is what positions count in (line ends are LF)."""

    text: str
    stones: tuple[PastedStone, ...]
    around: tuple[SurroundingText, ...]


def holds_stones(text: str) -> bool:
    """Whether a paste is to be read as stones: it begins as one, damaged or not, or has any with text around them, with
    marks as the format has them or altered.
    """
    if begins_as_stone(text):
        return True
    try:
        return (OPEN in text and bool(parse_all(text).stones)) or repair(
            split_at_opening(text)[1]
        ) is not None
    except FormatError:
        return False


def read_paste(
    *, text: str, context: TaskContext | None = None, channels: Mapping[str, Channel] = DEFAULT_CHANNELS
) -> ReadPaste:
    """Read every stone of a text; nothing is stored. `channels` say how much to read of each.

    Raises ContentTooLarge, or NotAStone with line and reason.
    """
    limit = SIZES * settings.STONE_MAX_BYTES
    if len(text) > limit:
        raise ContentTooLarge(
            f"The paste has {len(text):,} characters; at most {limit:,} are read.", limit=limit
        )
    try:
        paste = _parse_paste(text)
        if not paste.stones:
            parse(text)  # says what a stone would begin with
    except FormatError as found:
        error = FormatError(1, QUOTED) if unquote(text) else explain_error(text, found)
        raise NotAStone(str(error), line=error.line, column=error.column, reason=error.reason) from found
    around, position = [], 0
    for part in paste.parts:
        if isinstance(part, str):
            around.append(SurroundingText(position, part))
        position = part.end if isinstance(part, FoundStone) else position + len(part)
    context = context or TaskContext()
    stones = tuple(_describe_stone(paste.text, found, context, channels) for found in paste.stones)
    return ReadPaste(paste.text, stones, tuple(around))


def _parse_paste(text: str) -> Paste:
    """As `parse_all`; where it finds nothing and the marks can be repaired, the first stone has notices of it."""
    before, stone = split_at_opening(text)
    try:
        paste = parse_all(text)
        found = None if paste.stones else repair(stone)
    except FormatError:
        if (found := repair(stone)) is None:
            raise
    if found is None:
        return paste
    lines = before.count("\n")
    notices = tuple(Notice(each.line + lines, each.reason) for each in found.notices)
    paste = parse_all(f"{before}{found.text}")
    at, first = next((at, part) for at, part in enumerate(paste.parts) if isinstance(part, FoundStone))
    repaired = replace(first, stone=with_notices(first.stone, notices))
    return Paste(paste.text, (*paste.parts[:at], repaired, *paste.parts[at + 1 :]))


def _describe_stone(
    text: str, found: FoundStone, context: TaskContext, channels: Mapping[str, Channel]
) -> PastedStone:
    return PastedStone(
        found,
        verify(found.stone),
        assess(found.stone.header, context, channels),
        count_tokens(_header_text(text[found.start : found.end])),
        tuple(count_tokens(level) for level in found.stone.levels),
    )


def _header_text(stone: str) -> str:
    """The header as it was pasted: a foreign one may not be writable by our rules."""
    lines = stone.split("\n", MAX_HEADER_LINES + 2)
    ends = (n for n, line in enumerate(lines) if trim(line) == SEPARATOR or line.startswith("LOD-"))
    end = next(ends, len(lines) - 1)
    return "\n".join(lines[: end + 1 if trim(lines[end]) == SEPARATOR else end])


def header_fields(header: Header) -> dict[str, object]:
    """A header by the format's own keys, in their order, unknown ones last."""
    known_values = {
        "delivered_lod": header.delivered_lod,
        "border_hash": header.border_hash,
        "glow_channel": header.glow_channel,
        "stone_type": header.stone_type,
        "created": header.created,
        "source_agent": header.source_agent,
        "lod_count": header.lod_count,
        "fortune": header.fortune,
        "lod_tokens": list(header.lod_tokens) if header.lod_tokens else None,
    }
    extra = {key: value for key, value in header.extra if key not in KNOWN_KEYS}
    return {key: value for key, value in known_values.items() if value not in (None, "")} | {"extra": extra}
