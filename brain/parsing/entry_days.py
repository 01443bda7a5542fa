"""Which parts of a note are of a day of their own: messages, mails, entries of a diary, lines of a log."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from brain.answer_sources import DatedSpan
from brain.parsing.day_heads import (
    DayHead,
    has_whole_day,
    is_only_day,
    opening_day,
    opens_with_day,
    read_day_head,
)
from brain.parsing.written_day import mail_day, written_day
from core.text.chat_lines import MIN_MESSAGES, is_chat, message_days, message_heads
from core.text.letter_heads import mail_headers
from core.text.text_blocks import ATX_HEADING, LIST_ITEM, BlockKind, read_blocks

MIN_ENTRIES = 2
"""Heads that are days, of a diary."""
MIN_LINES = 3
"""Lines that open with a day, of a log."""
_YEAR = re.compile(r"(?<![\d£€$.,])((?:19|20)\d\d)(?!\d|[.,]\d)")
_YEAR_FIELDS = ("title", "year", "jahr", "season", "period", "date", "day", "datum", "created")
_OTHER_DAYS = re.compile(
    r"\b(?:birthdays?|born|anniversar\w+|deadlines?|due|appointments?|calendar|schedule|timeline|history|events?"
    r"|geburtstage?|jubiläen|termine?|fristen?|kalender|chronik|geschichte)\b",
    re.IGNORECASE,
)
"""In a title: the days that the text lists are not of writing."""
_APART = re.compile(r"\n[ \t]*\n|\n#")
_FIGURES = re.compile(r"\d[./-]\d")
_HEAD_CHARACTERS = 400
_PLAIN = 9
"""Depth of a line without a mark, below all headings."""
_NEW_YEAR = 6
"""Months back from one entry to the next by which another year begins."""


class _Head(NamedTuple):
    """Above text[start:end]."""

    start: int
    end: int
    text: str
    depth: int

    @property
    def without_year(self) -> DayHead | None:
        return read_day_head(self.text)

    @property
    def is_entry(self) -> bool:
        """Of a diary."""
        return self.without_year is not None or is_only_day(self.text) or opens_with_day(self.text)


def year_of(title: str, file: str, front_matter: Mapping[str, Any]) -> int | None:
    """The one year that the title and the file's name give, or else the front matter; a whole date gives none."""
    path = PurePosixPath(file.replace("\\", "/"))
    texts = (title, " ".join([*path.parts[:-1], path.stem]).replace("_", " "))
    years = {year for text in texts if not has_whole_day(text) for year in _years(text)}
    if not years:
        fields = {name.lower(): str(value)[:100] for name, value in front_matter.items()}
        years = {year for name in _YEAR_FIELDS for year in _years(fields.get(name, ""))}
    return years.pop() if len(years) == 1 else None


def _years(text: str) -> list[int]:
    return [int(found) for found in _YEAR.findall(text)]


def diary_days(title: str, body: str, latest: date, year: int | None) -> list[date]:
    """Of the entries of a diary: heads that are days, with what stands behind a mark. `year`: of those without one."""
    heads = _heads(body)
    days = _head_days(heads, latest, year) if not _OTHER_DAYS.search(title) else {}
    entries = [days[head] for head in heads if head in days and head.is_entry]
    return entries if len(entries) >= MIN_ENTRIES else []


def log_days(title: str, body: str, latest: date) -> list[date]:
    """Of a text most of whose lines or items open with a whole date, in order."""
    if _OTHER_DAYS.search(title):
        return []
    lines, items, above = list[date | None](), list[date | None](), ""
    for line in body.split("\n"):
        if line.strip() and not ATX_HEADING.match(line[:_HEAD_CHARACTERS]):
            lines.append(opening_day(line, latest))
            if not above.strip() or LIST_ITEM.match(line[:_HEAD_CHARACTERS]):
                items.append(lines[-1])
        above = "" if ATX_HEADING.match(line[:_HEAD_CHARACTERS]) else line
    found = [day for day in lines if day]
    is_log = any(2 * len([*filter(None, units)]) > len(units) for units in (lines, items))
    is_ordered = found in (sorted(found), sorted(found, reverse=True))
    return found if is_log and is_ordered and len(found) >= MIN_LINES else []


def dated_spans(title: str, body: str, latest: date, year: int | None) -> tuple[DatedSpan, ...]:
    """The parts of a note that have a day of their own, in order, without overlap. `latest`: a later day of a heading
    or a line is a plan.
    """
    messages = list(_messages(body, latest))
    spans = [*_mails(body, latest), *messages]
    if not _OTHER_DAYS.search(title):
        lines = [] if messages else _dated_lines(body, latest)
        spans = [*_entries(body, latest, year), *_mails(body, latest), *lines, *messages]
    return _paint(spans)


def _paint(spans: Sequence[DatedSpan]) -> tuple[DatedSpan, ...]:
    """Each over those before it."""
    borders = sorted({border for span in spans for border in (span.start, span.end)})
    places = {border: at for at, border in enumerate(borders)}
    painted = dict[int, DatedSpan]()
    for span in spans:
        painted.update((at, span) for at in range(places[span.start], places[span.end]))
    return tuple(
        painted[at]._replace(start=start, end=end)
        for at, (start, end) in enumerate(pairwise(borders))
        if at in painted
    )


def _messages(body: str, latest: date) -> Iterator[DatedSpan]:
    """Of a chat. Behind a blank line or below a heading nobody says it."""
    heads = message_heads(body)
    texts = [body[head.start : head.end] for head in heads]
    if len(heads) < MIN_MESSAGES or not is_chat(texts, [head.name for head in heads]):
        return
    days = message_days(texts, latest)
    ends = [*(head.start for head in heads[1:]), len(body)]
    for head, text, day, end in zip(heads, texts, days, ends, strict=True):
        apart = _APART.search(body, head.end, end)
        # Of a date that may be read in two ways no day is known.
        if day or _FIGURES.search(text):
            yield DatedSpan(head.start, apart.start() if apart else end, day)


def _mails(body: str, latest: date) -> Iterator[DatedSpan]:
    headers = list(mail_headers(body))
    for (start, end), (following, _) in pairwise([*headers, (len(body), 0)]):
        header = body[start:end]
        if day := mail_day(header, date.max) or mail_day(header, latest):
            yield DatedSpan(end, following, day)


def _dated_lines(body: str, latest: date) -> Iterator[DatedSpan]:
    """Of each line that opens with a day, to the next item or blank line."""
    at, start, day = 0, 0, None
    for line in [*body.split("\n"), ""]:
        own = opening_day(line, latest)
        if own or not line.strip() or line.startswith("#") or LIST_ITEM.match(line[:_HEAD_CHARACTERS]):
            if day and start < at:
                yield DatedSpan(start, min(at, len(body)), day)
            start, day = at, None if line.startswith("#") else own
        at += len(line) + 1


def _entries(body: str, latest: date, year: int | None) -> Iterator[DatedSpan]:
    heads = _heads(body)
    days = _head_days(heads, latest, year)
    for head in heads:
        if day := days.get(head):
            yield DatedSpan(head.start, head.end, day, head.is_entry)


def _head_days(heads: Sequence[_Head], latest: date, year: int | None) -> dict[_Head, date]:
    """Of those that give one, which is not after `latest`."""
    is_diary = sum(head.is_entry for head in heads) >= MIN_ENTRIES
    days = {
        head: day
        for head in heads
        if (head.depth < _PLAIN or is_diary) and (day := written_day(head.text, latest))
    }
    if year and is_diary:
        days |= {head: day for head, day in _with_year(heads, year) if day and day <= latest}
    return days


def _with_year(heads: Sequence[_Head], year: int) -> Iterator[tuple[_Head, date | None]]:
    """Of the heads without a year; behind December the next one begins. The newest may stand first."""
    read = [(head, day) for head in heads if (day := head.without_year)]
    steps = [second.month - first.month for (_, first), (_, second) in pairwise(read)]
    goes_back = [step for step in steps if -_NEW_YEAR < step < 0 or step >= _NEW_YEAR]
    if 2 * len(goes_back) > len([step for step in steps if step]):
        read.reverse()
    above = read[0][1].month if read else 0
    for head, day in read:
        year += above - day.month >= _NEW_YEAR
        above = day.month
        yield head, day.of_year(year)


def _heads(body: str) -> list[_Head]:
    """Headings, and lines of their own that are only a day."""
    lines = body.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    found = list[tuple[int, str, int]]()
    for block in read_blocks(lines):
        line = lines[block.first][:_HEAD_CHARACTERS]
        if block.kind is BlockKind.HEADING:
            found.append((starts[block.first], block.trail[-1] if block.trail else "", len(block.trail)))
        elif block.kind is BlockKind.TEXT and len(line) < _HEAD_CHARACTERS and is_only_day(line):
            found.append((starts[block.first], line, _PLAIN))
    return [
        _Head(start, _end_of(found, at, len(body)), text, depth)
        for at, (start, text, depth) in enumerate(found)
    ]


def _end_of(found: Sequence[tuple[int, str, int]], at: int, end: int) -> int:
    return next((found[each][0] for each in range(at + 1, len(found)) if found[each][2] <= found[at][2]), end)
