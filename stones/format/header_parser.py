"""Parses a header: reads at most 15 lines and 8,192 characters, however long the stone is.

docs/stone-format.md, section 4.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stones.format.delimiters import BLANKS, CLOSE, OPEN, SEPARATOR, canonical, encode, trim
from stones.format.format_error import FormatError
from stones.format.parsed_stone import MAX_HEADER_CHARACTERS, MAX_HEADER_LINES, Header

KNOWN_KEYS = frozenset(
    {
        "delivered_lod",
        "border_hash",
        "glow_channel",
        "stone_type",
        "created",
        "source_agent",
        "lod_count",
        "fortune",
        "lod_tokens",
        "esc",
    }
)
# Without these a receiver could not identify, judge or price the stone.
REQUIRED_KEYS = ("border_hash", "glow_channel", "lod_count")

# Lines that a foreign stone may omit: they read as "".
OPTIONAL_KEYS = ("stone_type", "created", "source_agent", "fortune")

_LINES = MAX_HEADER_LINES + 2  # with the opening mark and the separator

EMPTY_TEXT = "the text is empty"
NO_OPENING = f"a stone starts with a line {OPEN}"
TOO_LONG = f"the header does not end within {MAX_HEADER_CHARACTERS} characters"
NO_END = f"the header has no end: no line {SEPARATOR} within the first {_LINES} lines"

_INNER_BLANK = re.compile(f"[{re.escape(BLANKS)}]")
_LOD_COUNT = re.compile(r"[1-9][0-9]?")
_DELIVERED_LOD = re.compile(r"0|[1-9][0-9]?")
_LOD_TOKENS = re.compile(r"[0-9]{1,12}(?:/[0-9]{1,12})*")


@dataclass(frozen=True, slots=True)
class HeaderBlock:
    """A header in a document; its end, a separator or a first level, is on line `end`."""

    header: Header
    end: int
    line_of: dict[str, int]


def begins_as_stone(text: str) -> bool:
    """Whether a text claims to be a stone, by its first characters: only such a text can be a damaged stone."""
    return text[:MAX_HEADER_CHARACTERS].lstrip(BLANKS).startswith(OPEN)


def read_header(text: str) -> Header:
    """The header alone; the cost does not depend on what follows it."""
    return find_header(text).header


def find_header(text: str) -> HeaderBlock:
    """The header of the stone that a text begins with; only blank lines may precede it."""
    window = text[:MAX_HEADER_CHARACTERS]
    is_cut = len(window) < len(text)
    document = canonical(window)
    filled = document.lstrip(BLANKS)
    before = document[: len(document) - len(filled)].count("\n")
    if not filled:
        raise FormatError(before + 1, TOO_LONG) if is_cut else FormatError(1, EMPTY_TEXT)
    lines = filled.split("\n", _LINES)
    if trim(lines[0]) != OPEN:
        raise FormatError(before + 1, NO_OPENING)
    return _parse_header(lines[:_LINES], before + 1, is_cut=is_cut and len(lines) <= _LINES)


def header_at(lines: Sequence[str], opening: int) -> HeaderBlock:
    """The header of the stone whose opening mark is `lines[opening]`, within the same limits."""
    window: list[str] = []
    left = MAX_HEADER_CHARACTERS
    for line in lines[opening : opening + _LINES]:
        window.append(line[:left])
        left -= len(line) + 1
        if left < 0:
            break
    # At -1 the last line just fits: it is cut off only if a line end, and so another line, follows it.
    is_continued = opening + len(window) < len(lines)
    return _parse_header(window, opening + 1, is_cut=left < -1 or (left == -1 and is_continued))


def _parse_header(lines: Sequence[str], opening: int, *, is_cut: bool) -> HeaderBlock:
    """Parse the header whose opening mark is the first of at most 15 `lines`, line `opening` of the document.

    `is_cut`: the last of `lines` continues beyond what was passed in.
    """
    pairs: list[tuple[str, str]] = []
    line_of: dict[str, int] = {}
    for index in range(1, len(lines)):
        line, number = lines[index], opening + index
        is_whole = not is_cut or index < len(lines) - 1
        stripped = trim(line)
        if line.startswith(("LOD-", CLOSE)) or (is_whole and stripped in (SEPARATOR, CLOSE)):
            encode("\n".join(lines[:index]), opening)
            return HeaderBlock(_build_header(pairs, line_of, number), number, line_of)
        if not is_whole:
            raise FormatError(number, TOO_LONG)
        if index > MAX_HEADER_LINES:
            break
        if stripped:
            pairs.append(_parse_pair(stripped, number, line_of))
    if is_cut and len(lines) == 1:
        raise FormatError(opening, TOO_LONG)
    raise FormatError(opening + len(lines) - 1, NO_END)


def _parse_pair(line: str, number: int, line_of: dict[str, int]) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    key = trim(key)
    if not colon or (key not in KNOWN_KEYS and (not key or _INNER_BLANK.search(key))):
        raise FormatError(number, "a header line is `key: value`")
    if key in line_of:
        raise FormatError(number, f"{key} stands twice")
    line_of[key] = number
    return key, trim(value)


def _build_header(pairs: list[tuple[str, str]], line_of: dict[str, int], end: int) -> Header:
    values = dict(pairs)
    for key in REQUIRED_KEYS:
        if not values.get(key):
            raise FormatError(line_of.get(key, end), f"{key} is missing")
    lod_count = _lod_count(values, line_of)
    return Header(
        border_hash=values["border_hash"],
        glow_channel=values["glow_channel"],
        stone_type=values.get("stone_type", ""),
        created=values.get("created", ""),
        source_agent=values.get("source_agent", ""),
        lod_count=lod_count,
        fortune=values.get("fortune", ""),
        delivered_lod=_delivered_lod(values, line_of, lod_count),
        lod_tokens=_lod_tokens(values, line_of, lod_count),
        escaped=_escaped(values, line_of),
        extra=tuple((key, value) for key, value in pairs if key not in KNOWN_KEYS),
    )


def _lod_count(values: dict[str, str], line_of: dict[str, int]) -> int:
    if not _LOD_COUNT.fullmatch(values["lod_count"]):
        raise FormatError(line_of["lod_count"], "lod_count is a whole number from 1 to 99")
    return int(values["lod_count"])


def _delivered_lod(values: dict[str, str], line_of: dict[str, int], lod_count: int) -> int | None:
    value = values.get("delivered_lod")
    if value is None:
        return None
    if not _DELIVERED_LOD.fullmatch(value) or int(value) >= lod_count:
        raise FormatError(line_of["delivered_lod"], "delivered_lod is a whole number below lod_count")
    return int(value)


def _lod_tokens(values: dict[str, str], line_of: dict[str, int], lod_count: int) -> tuple[int, ...] | None:
    value = values.get("lod_tokens")
    if value is None:
        return None
    if not _LOD_TOKENS.fullmatch(value) or value.count("/") != lod_count - 1:
        raise FormatError(line_of["lod_tokens"], "lod_tokens is one whole number per level, joined by /")
    return tuple(int(tokens) for tokens in value.split("/"))


def _escaped(values: dict[str, str], line_of: dict[str, int]) -> bool:
    value = values.get("esc")
    if value not in (None, "1"):
        raise FormatError(line_of["esc"], "esc: only 1 is known to this reader")
    return value is not None
