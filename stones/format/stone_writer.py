"""Writes stones, and makes truncated copies. docs/stone-format.md, sections 4, 5 and 8."""

import re
from dataclasses import replace

from stones.format.delimiters import BLANKS, CLOSE, OPEN, SEPARATOR, encode, trim
from stones.format.escaping import escape, is_reserved
from stones.format.format_error import FormatError
from stones.format.header_parser import KNOWN_KEYS, OPTIONAL_KEYS, REQUIRED_KEYS, TOO_LONG
from stones.format.parsed_stone import (
    CHANNELS,
    MAX_HEADER_CHARACTERS,
    MAX_HEADER_LINES,
    MAX_LEVELS,
    MAX_VALUE_CHARACTERS,
    STONE_TYPES,
    Header,
    ParsedStone,
)

_BORDER_HASH = re.compile(r"[0-9a-f]{8,64}")
_CREATED = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})"
)
_EXTRA_KEY = re.compile(r"[a-z][a-z0-9_]{0,31}")
_FOREIGN_KEY = re.compile(f"(?!LOD-)[^{re.escape(BLANKS)}:]+")
_NUMBERS = ("delivered_lod", "lod_count", "lod_tokens", "esc")
# Controls, line and paragraph separators (line ends for some readers), and what reorders the displayed line.
_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def dump(stone: ParsedStone) -> str:
    """The stone as text, ending in its end mark and a newline; `parse` restores the stone. Raises FormatError."""
    header = stone.header
    announced = header.lod_count if header.delivered_lod is None else header.delivered_lod + 1
    lines = dump_header(header).split("\n")
    if len(stone.levels) != announced:
        raise FormatError(
            len(lines) + 1, f"the header announces {announced} levels, {len(stone.levels)} are here"
        )
    for level, content in enumerate(stone.levels):
        text = escape(content) if header.escaped else _unescaped(content, len(lines) + 1)
        level_lines = f"LOD-{level}: {text}".split("\n")
        encode("\n".join(level_lines), len(lines) + 1)
        lines += level_lines
        lines.append(SEPARATOR)
    lines[-1] = CLOSE
    return "\n".join(lines) + "\n"


def dump_header(header: Header) -> str:
    """The header as text, from the opening mark to its separator: what a receiver pays for in any case."""
    pairs = header_pairs(header)
    known_count = len(pairs)
    pairs += header.extra
    for number, (key, value) in enumerate(pairs, 2):
        if number > MAX_HEADER_LINES + 1:
            raise FormatError(number, f"the header has more than {MAX_HEADER_LINES} lines")
        reason = extra_fault(header, key) if number > known_count + 1 else None
        if key in (other for other, _ in pairs[: number - 2]):
            reason = reason or f"{key} stands twice"
        if reason := reason or value_fault(header, key, value):
            raise FormatError(number, reason)
    text = "\n".join([OPEN, *(f"{key}: {value}" for key, value in pairs), SEPARATOR])
    encode(text)
    if len(text) > MAX_HEADER_CHARACTERS:
        raise FormatError(len(pairs) + 2, TOO_LONG)
    return text


def truncate(stone: ParsedStone, max_lod: int) -> ParsedStone:
    """A copy with the levels up to `max_lod` only; the same stone if it has no more."""
    if max_lod < 0:
        raise FormatError(1, "max_lod is 0 or more: LOD-0 is always delivered")
    if max_lod >= len(stone.levels) - 1:
        return stone
    return ParsedStone(replace(stone.header, delivered_lod=max_lod), stone.levels[: max_lod + 1])


def header_pairs(header: Header) -> list[tuple[str, str]]:
    """The header's lines by key and value, without extra ones. A foreign header omits what it lacks."""
    tokens = header.lod_tokens
    lines = (
        # First, so that a reader meets it before it relies on lod_count.
        ("delivered_lod", None if header.delivered_lod is None else str(header.delivered_lod)),
        ("border_hash", header.border_hash),
        ("glow_channel", header.glow_channel),
        ("stone_type", header.stone_type),
        ("created", header.created),
        ("source_agent", header.source_agent),
        ("lod_count", str(header.lod_count)),
        ("fortune", header.fortune),
        ("lod_tokens", None if tokens is None else "/".join(str(count) for count in tokens)),
        ("esc", "1" if header.escaped else None),
    )
    may_lack = () if header.escaped else OPTIONAL_KEYS
    return [(key, value) for key, value in lines if value is not None and (value or key not in may_lack)]


def extra_fault(header: Header, key: str) -> str | None:
    """What is wrong with an extra key, None if nothing is. In a foreign stone any key that reads back is fine."""
    is_fit = (_EXTRA_KEY if header.escaped else _FOREIGN_KEY).fullmatch(key)
    if key in KNOWN_KEYS or not is_fit or _unfit(key, key, MAX_HEADER_CHARACTERS):
        return "a key of your own is a-z, 0-9 and _, and not one of the format's"
    return None


def value_fault(header: Header, key: str, value: str) -> str | None:
    """What is wrong with one header value, None if nothing is. In a foreign stone it only has to read back."""
    if not header.escaped and key not in _NUMBERS:
        return _unfit(key, value, MAX_HEADER_CHARACTERS) if value or key in REQUIRED_KEYS else None
    match key:
        case "delivered_lod" if not 0 <= int(value) < header.lod_count:
            return "delivered_lod is a whole number below lod_count"
        case "border_hash" if not _BORDER_HASH.fullmatch(value):
            return "border_hash is 8 to 64 hex digits, lower case"
        case "glow_channel" if value not in CHANNELS:
            return f"glow_channel is one of {', '.join(CHANNELS)}"
        case "stone_type" if value not in STONE_TYPES:
            return f"stone_type is one of {', '.join(STONE_TYPES)}"
        case "created" if not _CREATED.fullmatch(value):
            return "created is an ISO 8601 time with its zone, such as 2026-01-30T12:00:00Z"
        case "lod_count" if not 1 <= header.lod_count <= MAX_LEVELS:
            return "lod_count is a whole number from 1 to 99"
        case "lod_tokens" if not _are_prices(header):
            return "lod_tokens is one whole number per level, joined by /"
    return _unfit(key, value)


def escape_unfit(value: str) -> str:
    """The value with `\\u` and four hex digits for each character that no header may hold; without any, unchanged."""
    marks = OPEN[0] if OPEN in value or CLOSE in value else ""
    return re.sub(f"{_UNFIT.pattern}|[{SEPARATOR}{marks}]", lambda found: f"\\u{ord(found[0]):04x}", value)


def _are_prices(header: Header) -> bool:
    tokens = header.lod_tokens or ()
    return len(tokens) == header.lod_count and all(0 <= count < 10**12 for count in tokens)


def _unfit(key: str, value: str, most: int = MAX_VALUE_CHARACTERS) -> str | None:
    if not value or value != trim(value):
        return f"{key} is empty or has blanks around it"
    if len(value) > most:
        return f"{key} is longer than {most} characters"
    if _UNFIT.search(value):
        return f"{key} is one line of visible text: no line breaks, controls or changes of direction"
    if any(mark in value for mark in (SEPARATOR, OPEN, CLOSE)):
        return f"{key} holds a mark of the format"
    return None


def _unescaped(content: str, number: int) -> str:
    """A level of a foreign stone as it was read; one that would not read back is refused, not changed."""
    if content != trim(content):
        raise FormatError(number, "a level with blanks around it needs `esc: 1`")
    for index, line in enumerate(content.split("\n")[1:], 1):
        if is_reserved(line):
            raise FormatError(number + index, "a line that reads as a mark of the format needs `esc: 1`")
    return content
