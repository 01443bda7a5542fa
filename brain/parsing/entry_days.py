"""Which parts of a note are of a day of their own: messages, mails, entries of a diary, lines of a log."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import accumulate, pairwise
from typing import NamedTuple

from brain.answer_sources import DatedSpan
from brain.parsing.day_heads import (
    LATEST,
    MAX_OPENING,
    DayHead,
    holds_more_than_days,
    is_only_day,
    lead_day,
    opening_day,
    opens_with_day,
    read_day_head,
)
from brain.parsing.entry_years import date_heads
from brain.parsing.numbered_lines import mask_numbers
from brain.parsing.written_day import mail_day, placed_days, written_day
from core.text.chat_lines import MESSAGE_END, MIN_MESSAGES, is_chat, message_days, message_heads
from core.text.letter_heads import mail_headers
from core.text.table_rows import ValueTable, column_names, first_cell, read_value_table
from core.text.text_blocks import ATX_HEADING, LIST_ITEM, Block, BlockKind, read_blocks
from core.text.written_dates import days_of

MIN_ENTRIES = 2
"""Heads that are days, of a diary."""
MIN_LEADS = 3
"""Lines that open with a day in bold or with its weekday, of a diary."""
MIN_LINES = 3
"""Lines that open with a day, of a log."""
_OTHER_DAYS = re.compile(
    r"\b(?:birthdays?|born|anniversar\w+|deadlines?|due|appointments?|calendar|schedule|timeline|history|events?"
    r"|itinerar\w+|programmes?|rotas?|rosters?|timetables?|holidays|fixtures?|(?:opening|closing) (?:times|hours)"
    r"|(?:bin|refuse|rubbish|recycling|waste) (?:days?|collections?)|jubiläen|fristen?|geschichte|öffnungszeiten"
    r"|\w*(?:kalender|chronik|termin\w*|geburtstag\w*|feiertag\w*|ferien|abfuhr|programm)"
    r"|(?:reise|dienst|stunden|spiel|fahr)plan)\b",
    re.IGNORECASE,
)
"""In a title: the days that the text lists are not of writing."""
_OF_WRITING = re.compile(
    r"\b(?:diar(?:y|ies)|logs?|logbook|journals?|reports?|\w*(?:tagebuch|bericht|protokoll|logbuch|journal))\b",
    re.IGNORECASE,
)
"""In a title: they are."""
_OTHER_DAY = re.compile(
    r"\b(?:born|birthdays?|deadlines?|due(?! to)|expir(?:es|y)|anniversar(?:y|ies)"
    r"|geb(?:oren|\.)|geburtstage?|fällig|frist)(?!\w)",
    re.IGNORECASE,
)
"""In a line that opens with a day: that is what it says of it."""
_COLUMN_OF_DAYS = re.compile(r"date|day|datum|tag|when|wann|fecha", re.IGNORECASE)
_FIGURES = re.compile(r"\d[./-]\d")
_HEAD_CHARACTERS = 400
_WITH_LEADS = (BlockKind.TEXT, BlockKind.LIST)
_PLAIN = 9
"""Depth of a line without a mark, below all headings."""


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
    def whole_day(self) -> date | None:
        """Of an entry, in the past or not."""
        return self.day_until(LATEST) if self.is_entry else None

    def day_until(self, latest: date) -> date | None:
        """The whole date with which it opens, else the one in it."""
        return opening_day(self.text, latest) or written_day(self.text, latest)

    @property
    def is_entry(self) -> bool:
        """Of a diary."""
        return self.without_year is not None or is_only_day(self.text) or opens_with_day(self.text)


def _lists_other_days(title: str, body: str) -> bool:
    """By its title, or by most of its lines that open with a day."""
    if _is_of_other_days(title) or _OF_WRITING.search(title) or not _OTHER_DAY.search(body):
        return _is_of_other_days(title)
    lines = [line for line in body.split("\n") if lead_day(line) or opens_with_day(line)]
    return bool(lines) and 2 * sum(bool(_OTHER_DAY.search(line)) for line in lines) > len(lines)


def _is_of_other_days(title: str) -> bool:
    return _OTHER_DAYS.search(title) is not None and not _OF_WRITING.search(title)


def diary_days(title: str, body: str, latest: date, years: tuple[int, ...]) -> list[date]:
    """Of the entries of a diary: heads that are days, with what stands behind a mark. `years`: as of `years_of`."""
    heads = _heads(body)
    days = _head_days(heads, latest, years) if not _lists_other_days(title, body) else {}
    entries = [days[head] for head in heads if head in days and head.is_entry]
    return entries if len(entries) >= MIN_ENTRIES else []


def log_days(title: str, body: str, latest: date) -> list[date]:
    """Of a text most of whose lines, items or rows open with a whole date, in order."""
    if _lists_other_days(title, body):
        return []
    lines, items, above = list[date | None](), list[date | None](), ""
    for line, day, _ in _line_days(body, latest):
        if line.strip() and not ATX_HEADING.match(line[:_HEAD_CHARACTERS]):
            lines.append(day)
            if not above.strip() or LIST_ITEM.match(line[:_HEAD_CHARACTERS]):
                items.append(lines[-1])
        above = "" if ATX_HEADING.match(line[:_HEAD_CHARACTERS]) else line
    found = [day for day in lines if day]
    is_log = any(2 * len([*filter(None, units)]) > len(units) for units in (lines, items))
    is_ordered = found in (sorted(found), sorted(found, reverse=True))
    return found if is_log and is_ordered and len(found) >= MIN_LINES else []


def dated_spans(title: str, body: str, latest: date, years: tuple[int, ...]) -> tuple[DatedSpan, ...]:
    """The parts of a note that have a day of their own, in order, without overlap. `latest`: a later day of a heading
    or a line is a plan.
    """
    messages = list(_messages(body, latest))
    spans = [*_mails(body, latest), *messages]
    if not _lists_other_days(title, body):
        lines = [] if messages else _dated_lines(body, latest)
        spans = [
            *_page(title, body, latest),
            *_entries(body, latest, years),
            *_mails(body, latest),
            *lines,
            *messages,
        ]
    return _paint(spans)


def _page(title: str, body: str, latest: date) -> Iterator[DatedSpan]:
    """The whole text, of a note that is called by its day alone, or by it first, and begins with it again."""
    day = opening_day(title, latest) or (written_day(title, latest) if is_only_day(title) else None)
    if day and (is_only_day(title) or _begins_with(body.strip().split("\n", 1)[0][:MAX_OPENING], day)):
        yield DatedSpan(0, len(body), day, is_entry=True)


def _begins_with(line: str, day: date) -> bool:
    """With its year, or without one."""
    if opened := opening_day(line, LATEST):
        return opened == day
    found = next(days_of(line), None)
    if found is None or found[0] != (day.month, day.day) or holds_more_than_days(line[: found[2]]):
        return False
    return all(each == day for each, at in placed_days(line, LATEST) if at < found[2])


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
    """Of a chat."""
    heads = message_heads(body)
    texts = [body[head.start : head.end] for head in heads]
    if len(heads) < MIN_MESSAGES or not is_chat(texts, [head.name for head in heads]):
        return
    days = message_days(texts, latest)
    ends = [*(head.start for head in heads[1:]), len(body)]
    for head, text, day, end in zip(heads, texts, days, ends, strict=True):
        apart = MESSAGE_END.search(body, head.end, end)
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
    """Of each line that opens with a day, to the next item, row or blank line."""
    at, start, day = 0, 0, None
    for line, own, is_row in [*_line_days(body, latest), ("", None, False)]:
        is_apart = is_row or not line.strip() or line.startswith("#")
        if own or is_apart or LIST_ITEM.match(line[:_HEAD_CHARACTERS]):
            if day and start < at:
                yield DatedSpan(start, min(at, len(body)), day)
            start, day = at, None if line.startswith("#") else own
        at += len(line) + 1


def _line_days(body: str, latest: date) -> Iterator[tuple[str, date | None, bool]]:
    """Each line, the day with which it opens, and whether it is a row of a table."""
    lines = body.split("\n")
    rows = _row_days(lines, latest)
    for at, (line, numbered) in enumerate(zip(lines, mask_numbers(body).split("\n"), strict=True)):
        yield line, rows[at] if at in rows else opening_day(numbered, latest), at in rows


def _row_days(lines: Sequence[str], latest: date) -> dict[int, date | None]:
    """By the index of its line; None: its table has no such column, or its day is not known."""
    return {at: day for block in read_blocks(lines) for at, day in _days_of_rows(lines, block, latest)}


def _days_of_rows(lines: Sequence[str], block: Block, latest: date) -> Iterator[tuple[int, date | None]]:
    if block.kind is BlockKind.TABLE:
        table, first = ValueTable(column_names(lines[block.first : block.first + 2]), "|"), block.first + 2
    elif block.kind is BlockKind.TEXT and (found := read_value_table(lines[block.first : block.last + 1])):
        table, first = found, block.first + 1
    else:
        return
    is_of_days = any(_COLUMN_OF_DAYS.fullmatch(name.strip(" *_")) for name in table.names[:1])
    for at in range(first, block.last + 1):
        yield at, written_day(first_cell(lines[at], table.separator), latest) if is_of_days else None


def _entries(body: str, latest: date, years: tuple[int, ...]) -> Iterator[DatedSpan]:
    heads = _heads(body)
    days = _head_days(heads, latest, years)
    for head in heads:
        if day := days.get(head):
            yield DatedSpan(head.start, head.end, day, head.is_entry)


def _head_days(heads: Sequence[_Head], latest: date, years: tuple[int, ...]) -> dict[_Head, date]:
    """Of those that give one, which is not after `latest`."""
    is_diary = sum(head.is_entry for head in heads) >= MIN_ENTRIES
    days = {
        head: day
        for head in heads
        if (head.depth < _PLAIN or is_diary) and not head.without_year and (day := head.day_until(latest))
    }
    if is_diary:
        entries = {head: found for head in heads if (found := head.without_year or head.whole_day)}
        found_days = date_heads([*entries.values()], years, latest)
        days |= {head: day for head, day in zip(entries, found_days, strict=True) if day and day <= latest}
    return days


def _heads(body: str) -> list[_Head]:
    """Headings, lines of their own that are only a day, and the days with which several lines open."""
    lines = mask_numbers(body).split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    found, leads, ends = (list[tuple[int, str, int]]() for _ in range(3))
    for block in read_blocks(lines):
        line = lines[block.first][:_HEAD_CHARACTERS]
        if block.kind is BlockKind.HEADING:
            found.append((starts[block.first], block.trail[-1] if block.trail else "", len(block.trail)))
            continue
        if block.kind is BlockKind.TEXT and len(line) < _HEAD_CHARACTERS and is_only_day(line):
            found.append((starts[block.first], line, _PLAIN))
        if block.kind in _WITH_LEADS and not any(map(_is_of_other_days, block.trail)):
            days = ((at, lead_day(lines[at])) for at in range(block.first, block.last + 1))
            within = [(starts[at], day, _PLAIN) for at, day in days if day]
            leads += within
            if within and block.kind is BlockKind.LIST:
                ends.append((starts[block.last + 1], "", _PLAIN))
    if len(leads) >= MIN_LEADS:
        found = sorted({each[0]: each for each in (*ends, *leads, *found)}.values())
    return [
        _Head(start, _end_of(found, at, len(body)), text, depth)
        for at, (start, text, depth) in enumerate(found)
    ]


def _end_of(found: Sequence[tuple[int, str, int]], at: int, end: int) -> int:
    return next((found[each][0] for each in range(at + 1, len(found)) if found[each][2] <= found[at][2]), end)
