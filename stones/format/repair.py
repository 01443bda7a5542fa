"""A stone whose marks were altered by its writer, a chat or an editor, with these marks as the format has them.

Most are written by models, which set bold labels, rulers of hyphens and keys of their own. docs/stone-format.md,
section 7: the norm stays strict; whoever repairs says so, by notices.
"""

import json
import re
from dataclasses import replace
from typing import NamedTuple

from stones.format.content_hash import HashVerdict, verify
from stones.format.delimiters import CLOSE, LEVEL_LINE, OPEN, SEPARATOR, canonical, trim
from stones.format.diagnosis import unquote
from stones.format.format_error import FormatError
from stones.format.header_parser import KNOWN_KEYS
from stones.format.parsed_stone import MAX_HEADER_CHARACTERS, MAX_HEADER_LINES, Notice, ParsedStone
from stones.format.stone_parser import parse

_MARKUP = r"[\s>*_`#\\]*"
_RULER = re.compile(r"[-‐‑‒–—−_*=─]{1,80}")
_OPENING = re.compile(rf"{_MARKUP}§\s?QA\.?STONE\s?§{_MARKUP}", re.IGNORECASE)
_CLOSING = re.compile(rf"{_MARKUP}§\s?(?:/\s?(?:QA\.?STONE)?|END)\s?§{_MARKUP}", re.IGNORECASE)
_LEVEL = re.compile(
    rf"{_MARKUP}LOD\s?[-‐‑‒–—−_]?\s?(?P<number>[0-9]{{1,2}})"
    rf"(?:{_MARKUP}[(\[][^()\[\]\n]{{1,40}}[)\]]|\s[-‐‑‒–—−]\s\w{{1,20}}|\s(?:scan|detail|deep|source))?"
    rf"{_MARKUP}[:：][*_`]*",
    re.IGNORECASE,
)
_PAIR = re.compile(
    rf"\s*(?:[-•]\s)?{_MARKUP}(?P<key>[A-Za-z][A-Za-z _-]{{1,30}}?){_MARKUP}[:：=]{_MARKUP}(?P<value>.*?)[\s*_`]*"
)
_MOST_SHOWN = 30


class Repaired(NamedTuple):
    """A text that reads as a stone, and the first line of each kind of altered mark, as it was."""

    text: str
    notices: tuple[Notice, ...]


def parse_or_repair(text: str) -> ParsedStone:
    """As `parse`; a stone with altered marks has notices of them. Raises the FormatError of the text as it is."""
    try:
        return parse(text)
    except FormatError:
        if (repaired := repair(text)) is None:
            raise
        return with_notices(parse(repaired.text), repaired.notices)


def with_notices(stone: ParsedStone, notices: tuple[Notice, ...]) -> ParsedStone:
    return replace(stone, warnings=(*notices, *stone.warnings))


def repair(text: str) -> Repaired | None:
    """None where the text does not begin with an opening mark of any form, is no stone even so, or, one of ours, not
    what its hash names.

    Within a level only a label that is next in order, if none as the format has it follows, and a ruler right before it
    or before the end mark are marks; an altered end mark only where none as the format has it follows, and the last.
    """
    if "STONE" not in text[:MAX_HEADER_CHARACTERS].upper():
        return None
    marks = _Marks()
    lines = marks.lines(canonical(text))
    if not _OPENING.fullmatch(lines[0]):
        return None
    written = [marks.put(OPEN, lines[0], 1)]
    head = enumerate(lines[: MAX_HEADER_LINES + 2])
    end = next((at for at, line in head if at and _ends_header(line)), None)
    if end is None or max(map(len, lines[:end])) > MAX_HEADER_CHARACTERS:
        return None
    written += [marks.pair(line, at) for at, line in enumerate(lines[1:end], start=2)]
    body = marks.levels(lines[end:], end + 1)
    if "lod_count" not in marks.keys and marks.level_count:
        marks.notices["count"] = Notice(end + 1, f"lod_count is missing: {marks.level_count} levels are here")
        written.append(f"lod_count: {marks.level_count}")
    repaired = "\n".join([*written, *body])
    try:
        is_changed = verify(parse(repaired)) is HashVerdict.MISMATCH
    except FormatError:
        return None
    return None if is_changed else Repaired(repaired, tuple(sorted(marks.notices.values())))


def split_at_opening(text: str) -> tuple[str, str]:
    """What stands before the first opening mark of any form, in whole lines, and the rest; all is rest without one."""
    document, at = canonical(text), 0
    for line in document.split("\n"):
        if "§" in line and _OPENING.fullmatch(line):
            return document[:at], document[at:]
        at += len(line) + 1
    return "", document


def _ends_header(line: str) -> bool:
    return _RULER.fullmatch(trim(line)) is not None or _LEVEL.match(line) is not None


def _end_of(lines: list[str]) -> int | None:
    """Where the first end mark stands, else the last altered one."""
    exact = (at for at, line in enumerate(lines) if line.startswith(CLOSE) or trim(line) == CLOSE)
    altered = (at for at in reversed(range(len(lines))) if _CLOSING.fullmatch(lines[at]))
    return next(exact, next(altered, None))


def _decoded(text: str) -> str:
    """The text of a JSON string, with or without its quotation marks; what is none, as it is."""
    try:
        found = json.loads(f'"{text.strip().removeprefix(chr(34)).removesuffix(chr(34))}"')
    except ValueError:
        return text
    return canonical(str(found))


class _Marks:
    """The marks that are read, one notice for each kind of those that were altered."""

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.level_count = 0
        self.notices: dict[str, Notice] = {}

    def lines(self, text: str) -> list[str]:
        """The stone's, without what a chat, an editor or JSON set before each or in place of its end."""
        found, how = text, ""
        if (inner := unquote(text)) is not None:
            found, how = inner, "each line is quoted by `> `"
        elif "\n" not in text.strip():
            found, how = _decoded(text), "line ends are written as `\\n`"
        elif indent := text.lstrip("\n")[: -len(text.lstrip()) or None]:
            found, how = (
                "\n".join(line.removeprefix(indent) for line in text.split("\n")),
                "each line is indented",
            )
        if how and found != text:
            self.notices["lines"] = Notice(1, how)
        return found.lstrip("\n").split("\n")

    def put(self, mark: str, line: str, number: int, kind: str = "") -> str:
        """The mark, with a notice where something else stands in the line."""
        if (found := line.rstrip()) != mark:
            shown = trim(found)[:_MOST_SHOWN]
            self.notices.setdefault(kind or mark, Notice(number, f"`{shown}` is read as `{mark.strip()}`"))
        return mark

    def pair(self, line: str, number: int) -> str:
        """A header line; one of a known key by that key."""
        found = _PAIR.fullmatch(line)
        key = re.sub(r"[ -]", "_", trim(found["key"]).lower()) if found else ""
        if found is None or key not in KNOWN_KEYS:
            return line
        self.keys.add(key)
        if trim(line.partition(":")[0]) == key:
            return line
        self.put(f"{key}:", line[: found.start("value")], number, kind="key")
        return f"{key}: {trim(found['value'])}"

    def levels(self, lines: list[str], first: int) -> list[str]:
        written: list[str] = []
        exact = {int(found[1]) for line in lines if (found := LEVEL_LINE.match(line))}
        end = _end_of(lines)
        for number, line in enumerate(lines, start=first):
            label = _LEVEL.match(line)
            is_exact = LEVEL_LINE.match(line) is not None
            if (
                label
                and int(label["number"]) == self.level_count
                and (is_exact or self.level_count not in exact)
            ):
                self._end_level(written, number)
                written.append(line if is_exact else self._labelled(line, label.end(), number))
                self.level_count += 1
            elif number - first == end:
                self._end_level(written, number)
                return [*written, self.put(CLOSE, line, number), *lines[number - first + 1 :]]
            else:
                written.append(line)
        return written

    def _labelled(self, line: str, end: int, number: int) -> str:
        """The first line of the next level, with its label as the format has it in place of line[:end]."""
        mark = self.put(f"LOD-{self.level_count}:", line[:end], number, kind="label")
        return f"{mark} {line[end:].lstrip()}".rstrip()

    def _end_level(self, written: list[str], number: int) -> None:
        """Set a separator in place of a ruler that ends the level above line `number`, and of blank lines behind it."""
        last = next((at for at in reversed(range(len(written))) if trim(written[at])), None)
        if last is not None and _RULER.fullmatch(trim(written[last])):
            self.put(SEPARATOR, written[last], number - len(written) + last, kind="separator")
            written[last:] = [SEPARATOR]
