"""The day that a title, a file's name or the head of a text says it was written: `2026-03-12 dentist.md`, a letter's
date, `Held on 5 May 2026`, a mail's `Date:`, the lines of a diary. A day that a text only talks about is none.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from brain.parsing.numbered_lines import mask_numbers
from core.text.chat_lines import is_chat, message_days, message_heads
from core.text.letter_heads import mail_headers
from core.text.link_addresses import mask_addresses
from core.text.table_rows import MOST_READ, read_value_table
from core.text.written_dates import (
    WEEKDAY,
    days_of,
    figure_dates,
    number_places,
    place_dates,
    short_named_dates,
)

MOST_WORDS = 6
"""Of a line that gives the day of what follows: `## Ludlow, Thursday 12 March 2026`."""
MOST_TITLE_WORDS = 25
"""Of a first line that gives it beside other words: "Money, 29 June 2026, after two hours with the accountant"."""
HEAD_LINES = 12
MAX_LINE = 300
READ_BEFORE = 200
"""Characters before a date that say whose it is."""
_DAYS = rf"{WEEKDAY}\b\.?"
_BETWEEN = rf"(?:(?:letter|mail|order|schreiben|brief|of|on|from|vom|am|den|date|is|{_DAYS})\W+){{0,4}}"
_BOUND = re.compile(
    rf"\b(?:since|until|till?|by|before|after|due|born|died|expir\w+|deadline|valid(?! from)|re|subject|"
    rf"refs?|reference|your|betr|betreff|seit|bis|vor|nach|frist|gültig|geb|geboren|birth|ihr)\W+{_BETWEEN}$"
    r"|^\W*(?:from|ab)\W+$|"
    r"\b(?:about|über)\b.*$|\b(?!meeting|session|minutes|letter|note|entry)\w+ date[ *_]*:\W*$",
    re.IGNORECASE,
)
"""Before a day: it is another matter's."""
_NOT_OF_WRITING = re.compile(rf"{_BOUND.pattern}|\b(?:from|ab|to|for|für|zum)\W+$", re.IGNORECASE)
_WRITTEN = re.compile(
    r"(?:^|[*_|;,>-]|\s\s)\W*(?:date|dated|day|written|recorded|sent|signed|drawn up|prepared|compiled|decided"
    r"|(?:last )?(?:updated|revised|reviewed|amended|edited|rewritten|(?:gone|looked|read) (?:through|over))"
    r"|last (?:changed|checked|touched|(?:\w+ )?(?:edit|change|update|revision)s?)|version of"
    r"|(?:\w+ ){0,3}valid from"
    r"|datum|tag|geschrieben|verfasst|unterschrieben|fecha"
    r"|(?:zuletzt )?(?:aktualisiert|überarbeitet|durchgesehen|bearbeitet|ergänzt)|zuletzt geändert)"
    r"(?: by (?:e-?mail|letter|vote)\b| by [^\d:.!?]{2,60}?,)?"
    rf"[ *_]*:?[ *_]*(?:(?:on|am|the|den|{_DAYS}),? +)*$|\b(?:held|gehalten)[ *_:]*(?:(?:on|am|{_DAYS}),? +)*$",
    re.IGNORECASE,
)
"""Before a day: it is that of writing, or of what was written down."""
_STATE = re.compile(r"(?:^|[*_|;,(>-])\W*(?:as of|stand)[ *_]*:?[ *_]*(?:vom )?$", re.IGNORECASE)
_ENDS = re.compile(r"(?:['’]?\w{1,12}[ .,/-]{1,2}){0,2}['’]?\w{2,4}\W{0,3}(?:$|[)\]])")
"""Of a day behind "as of": nothing runs on behind it."""
_INITIAL = r"(?<=\b\w)\.|(?<=\b[dms][rst])\.|(?<=\bmrs)\.|(?<=\bprof)\."
_PLACE = re.compile(
    rf"\W*(?:(?:[^\d:.!?]|{_INITIAL}){{2,60}},\W*)?(?:(?:{_DAYS}|the|den),? *)*\W*$", re.IGNORECASE
)
"""Before a day that stands alone, or behind a place or who writes: "Bram O., "."""
_RUNS = re.compile(
    r"\b(?:I|we|he|she|they|it|you|is|are|was|were|has|have|had|will|wir|ich|er|sie|es|ist|war|sind|waren|hat|haben|wird)\b"
)
"""A subject or a verb: the line is a sentence."""
_LABEL = re.compile(r"\W*[^\W\d_][\w ]{1,24}?[ *_]*:")
_ITEM = re.compile(r"\s*(?:[-+•|]|\*\s|\d{1,3}[.)]\s)")
_DATED = re.compile(r"(?:[-+•*>]\s+)?[*_]{0,3}(?:date|datum|fecha)[ *_]*:[ *_]*(?=\S)", re.IGNORECASE)
"""`- **Date**: `"""
_BULLET = re.compile(r"\s*(?:[-+•|]|\*\s)")
_SUBJECT = re.compile(r"[ \t>*_]*(?:subject|betreff|objet|asunto)[ *_]*:", re.IGNORECASE)
_SENT = re.compile(r"\b(?:date|sent|gesendet|datum|fecha)[ *_]*:", re.IGNORECASE)


def probable_day(title: str, body: str, latest: date) -> date | None:
    """The one day without a year that the title, or else the first line, gives, "Plenum 14 Jan", in the year in which
    it was last; None: neither gives one.
    """
    for text in (title, body.lstrip().partition("\n")[0][:MAX_LINE]):
        found = list(days_of(text))
        if len(found) != 1 or placed_days(text, date.max) or _NOT_OF_WRITING.search(text[: found[0][1]]):
            continue
        days = [_date_or_none(year, *found[0][0]) for year in range(latest.year, latest.year - 5, -1)]
        return next((each for each in days if each and each <= latest), None)
    return None


def _date_or_none(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def written_day(text: str, latest: date) -> date | None:
    """The one whole date in it; None where there is none, or several, or one after `latest`, which is a plan, or one
    that something else is bound to: "born 3 May 1961". Figures that may be the number of a version are no date.
    """
    found = _placed_day(text, latest)
    return found[0] if found else None


def _placed_day(text: str, latest: date) -> tuple[date, int] | None:
    """The same with where it begins."""
    numbers = number_places(text)
    return _sole_day(text, latest, [each for each in placed_days(text, latest) if each[1] not in numbers])


def _sole_day(text: str, latest: date, placed: Sequence[tuple[date, int]]) -> tuple[date, int] | None:
    places = dict[date, int]()
    for day, start in placed:
        places.setdefault(day, start)
    if len(places) != 1:
        return None
    [(day, start)] = places.items()
    return None if day > latest or _BOUND.search(text[max(start - READ_BEFORE, 0) : start]) else (day, start)


def placed_days(text: str, latest: date) -> list[tuple[date, int]]:
    """The days of whole dates, also of those with a year of two figures, each with where it begins; one that may be
    read in two ways gives both.
    """
    text = mask_addresses(text)
    figures = {each.start: each for each in figure_dates(text, latest)}
    others = [(day, start) for day, start in place_dates(text) if start not in figures]
    return [
        *others,
        *short_named_dates(text, latest),
        *((day, each.start) for each in figures.values() for day in each.days),
    ]


def day_of_mails(body: str, latest: date) -> date | None:
    """That of the newest mail of a text that begins with one, by the mails' headers; None without one."""
    headers = list(mail_headers(body))
    if not headers or any(_runs(line, "") for line in body[: headers[0][0]].splitlines()):
        return None
    return max(filter(None, (mail_day(body[slice(*each)], latest) for each in headers)), default=None)


def day_of_chat(body: str, latest: date) -> date | None:
    """That of the newest message of a text that is a chat; None where it is none or its messages give no days."""
    heads = message_heads(body)
    texts = [body[each.start : each.end] for each in heads]
    days = message_days(texts, latest) if is_chat(texts, [each.name for each in heads]) else []
    return max((day for day in days if day and day <= latest), default=None)


def mail_day(header: str, latest: date) -> date | None:
    """The day that a mail's header gives."""
    lines = [line for line in header.split("\n") if not _SUBJECT.match(line)]
    sent = next((line[found.start() :] for line in lines if (found := _SENT.search(line))), "")
    text = sent or "\n".join(lines)
    placed = _sole_day(text, latest, placed_days(text, latest))
    return placed[0] if placed else None


def day_of_lines(body: str, latest: date) -> date | None:
    """The last of `days_of_lines`; None without one."""
    return max(days_of_lines(body, latest), default=None)


def days_of_lines(body: str, latest: date) -> list[date]:
    """The day that the head of a text gives, and those that lines of their own give at the heads of the further entries
    of a diary.

    The head ends with the first running sentence or table: a date further down is of what that part tells, unless the
    text labels one alone as its date near its beginning. So is one in a line of more words than the first.
    """
    lines = [line for line in mask_numbers(body).splitlines() if line.strip()]
    is_title = True
    for at, line in enumerate(lines[:HEAD_LINES]):
        if read_value_table(lines[at : at + MOST_READ]):
            return []
        if day := _day_of_head_line(line, latest, is_title=is_title):
            return [day, *_entry_days(lines[at + 1 :], latest, len(line.split()))]
        if _runs(line, lines[at + 1] if at + 1 < len(lines) else ""):
            break
        is_title = at == 0 and line.lstrip().startswith("#")
    dated = [line for line in lines if _DATED.match(line)]
    is_one = len(dated) == 1 and dated[0] in lines[:HEAD_LINES] and len(dated[0]) <= MAX_LINE
    return [day] if is_one and (day := written_day(dated[0], latest)) else []


def _day_of_head_line(line: str, latest: date, *, is_title: bool) -> date | None:
    """`is_title`: it is the first one, or right below the first heading."""
    if len(line) > MAX_LINE or _BULLET.match(line) or (found := _placed_day(line, latest)) is None:
        return None
    day, start = found
    words = len(line.split())
    if _STATE.search(line[:start]) and _ENDS.match(line[start:]):
        return day
    if _WRITTEN.search(line[:start]) or (_PLACE.match(line[:start]) and words <= MOST_WORDS):
        return day
    is_sentence = _RUNS.search(line) or line.rstrip(" *_").endswith((".", ":", "!", "?", ";"))
    return (
        day if is_title and (words <= MOST_WORDS or (words <= MOST_TITLE_WORDS and not is_sentence)) else None
    )


def _entry_days(lines: Sequence[str], latest: date, most: int) -> Iterator[date]:
    """Of the lines that give the day of what follows, none of more words than those before."""
    for line in lines if most <= MOST_WORDS else ():
        if len(line.split()) <= most and not _LABEL.match(line) and (day := written_day(line, latest)):
            most = len(line.split())
            yield day


def _runs(line: str, following: str) -> bool:
    """Whether it is a sentence, or the beginning of one that goes on in the next line, or an item."""
    plain = line.strip(" \t*_>")
    if line.lstrip().startswith("#") or _LABEL.match(line):
        return False
    if _ITEM.match(line) or plain.endswith((".", "!", "?", ";")) or len(plain.split()) > MOST_TITLE_WORDS:
        return True
    return len(plain.split()) > MOST_WORDS and bool(following[:1].islower() or _RUNS.search(plain))
