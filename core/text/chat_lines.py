"""Who says at what time what stands behind it, in the forms in which chats are exported."""

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from core.text.written_dates import figure_dates, place_dates

MAX_CHARACTERS = 80
_SPEAKER = re.compile(
    r"([A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,3})(?: \([^()\n]{1,60}\))?, "
    r"(?:[\w. ]{1,20}(?:,|(?<=\d{4})) )?\d{1,2}[:.]\d\d: "
)
"""Who says at what time what stands behind it: `Ann (support), 3 June, 08:12: `, `Ann, 3 June 2026 08:12: `."""
_NAME = r"[<@]?[^\W\d_][\w.'’-]{1,29}(?: [A-Z][\w.'’-]{0,29})?>?"
_WHOLE_DAY = r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4},?\s"
_DAY = f"(?:{_WHOLE_DAY})?"
_TIME = r"\d{1,2}:\d\d(?::\d\d)?(?:\s?[AaPp]\.?[Mm]\.?)?"
_CHAT_LINE = re.compile(
    rf"(?:\[?{_DAY}{_TIME}\]?\s(?:[-–]\s)?(?={_NAME}(?::|(?<=>))\s)|"
    rf"(?={_NAME}\s[\[(]?{_TIME}[\])]?:\s)|(?=<[^<>\n]{{2,30}}>\s))[<@]?([^\W\d_][\w.'’-]{{1,29}})"
)
"""The same in a chat: `[09:02] ines: `, `ines 09:02: `, `[2026-03-02, 08:41] <ines> `, `02.03.26, 08:41 - Ines: `."""
_EMOJI = r"[\u200d\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]{1,12}"
_PARTICLE = r"(?:van|von|de|der|den|da|di|la|le|el|al|bin|ten|zu)\b"
_FREE_NAME = (
    rf"(?:~\s?)?((?:[^\W\d_][\w.'’-]{{0,29}}(?:{_EMOJI})?|{_EMOJI})"
    rf"(?:\s(?:[^\Wa-zß-öø-ÿ_][\w.'’-]{{0,29}}(?:{_EMOJI})?|{_PARTICLE}|{_EMOJI}|\([^()\n:]{{1,30}}\))){{0,3}}"
    r"|\+?\d[\d\s()-]{5,20}\d)"
)
"""Up to four words; `Suki 🔥`, `~ Ana`, `+49 170 1234567`."""
_SIDE = r"[\u200e\u200f]?"
"""Exports mark the direction of writing."""
_MARKED_LINE = re.compile(
    rf"{_SIDE}(?:\[{_DAY}{_TIME}\]\s(?:[-–]\s)?|{_DAY}{_TIME}\s[-–]\s){_FREE_NAME}:(?:\s+|$)"
)
"""With a mark between time and name, behind which a name may have any form."""
_NOTICE = re.compile(rf"{_SIDE}(?:\[{_WHOLE_DAY}{_TIME}\]\s|{_WHOLE_DAY}{_TIME}\s[-–]\s)(?=\S)")
"""`02/04/2024, 07:51 - Ann added you`: of a line in a chat that nobody says."""
_CHAT_HEAD = re.compile(rf"\W*([^\W\d_][\w.'’-]{{1,29}}(?: [A-Z][\w.'’-]{{0,29}})?)\W{{1,6}}{_TIME}\W*\n")
"""A line of its own above what is said: `Ines  09:02`."""
_SAID_BEHIND = re.compile(r"[^\n]{0,40}?[:>]\s+")
"""From the name on."""
_FULL_NAME = re.compile(r"[^\W\d_][\w.'’-]{1,29}(?: [A-Z][\w.'’-]{0,29})?")
_MARKED = re.compile(r"[\[<(]| [-–] ")
_STAMP = re.compile(r"\d[:.]\d\d|<")
MESSAGE_END = re.compile(r"\n[ \t]*\n|\n#")
"""Behind a blank line or below a heading nobody says it."""
MIN_MESSAGES = 3
"""Lines that open so, of which each is a message."""


def names_speaker(line: str) -> bool:
    """Whether a line opens so: `Ann (support), 3 June, 08:12: `."""
    return _SPEAKER.match(line) is not None


def is_message(line: str) -> bool:
    """Whether a line opens as one of a chat does; it is one where several do."""
    head = line[:MAX_CHARACTERS].replace("**", "")
    return _CHAT_LINE.match(head) is not None or _MARKED_LINE.match(head) is not None


def match_speaker(head: str, text: str) -> re.Match[str] | None:
    """The first group is the name. `head`: visible words of `text`."""
    if not _STAMP.search(head[:MAX_CHARACTERS]):
        return None
    return (
        _SPEAKER.match(head)
        or _MARKED_LINE.match(head)
        or _CHAT_LINE.match(head)
        or _CHAT_HEAD.match(text[:MAX_CHARACTERS])
    )


class MessageHead(NamedTuple):
    """In front of what is said: text[start:end]."""

    start: int
    end: int
    name: str
    """Empty: it is a notice of the chat itself."""


def message_heads(text: str) -> list[MessageHead]:
    """Who says it and when, of each line that opens as a message does; whether they are a chat, `is_chat` tells."""
    heads, at = list[MessageHead](), 0
    for line in text.split("\n"):
        if head := _read_head(line):
            heads.append(MessageHead(at, at + head.end, head.name))
        at += len(line) + 1
    return heads


def is_chat(heads: Sequence[str], names: Sequence[str]) -> bool:
    """Whether these heads are a chat's: several, with a mark between time and name, or with a name that comes again.
    "09:00 Welcome: coffee" is of a programme.
    """
    speakers = [name for name in names if name]
    has_mark = all(_MARKED.search(head) for head, name in zip(heads, names, strict=True) if name)
    return len(speakers) >= MIN_MESSAGES and (has_mark or len(set(speakers)) < len(speakers))


def message_days(heads: Sequence[str], latest: date) -> list[date | None]:
    """The day that each head of a chat gives; None where it gives none, or may be read in two ways. `latest`: as of
    `figure_dates`.

    03/04/2026 is one day to Americans and another to everybody else. One order holds for the whole chat: that in which
    all are days, none after `latest`, none before the one above; else the one that makes the chat shorter.
    """
    readings = [_read_day(head, latest) for head in heads]
    orders = [[each[at] for each in readings if each] for at in (0, 1)]
    at = _day_order(orders, latest)
    if at is None:
        return [each[0] or each[1] if each and _is_plain(each) else None for each in readings]
    return [each[at] if each else None for each in readings]


_Reading = tuple[date | None, date | None]


def _read_day(head: str, latest: date) -> _Reading | None:
    """With the day first, and with the month first; None: it gives no day."""
    if found := next(figure_dates(head, latest), None):
        return found.day_first, found.month_first
    day = next((day for day, _ in place_dates(head)), None)
    return (day, day) if day else None


def _is_plain(reading: _Reading) -> bool:
    return reading[0] == reading[1] or None in reading


def _day_order(orders: Sequence[Sequence[date | None]], latest: date) -> int | None:
    """Which of two readings of the same days is right; None: that cannot be known."""
    if orders[0] == orders[1]:
        return 0
    whole = {at: [day for day in days if day] for at, days in enumerate(orders) if None not in days}
    for holds in (_is_past, _goes_on):
        fitting = {at: days for at, days in whole.items() if holds(days, latest)}
        whole = fitting or whole
        if len(whole) == 1:
            return next(iter(whole))
    spans = {at: max(days) - min(days) for at, days in whole.items()}
    return min(spans, key=lambda at: spans[at]) if len(set(spans.values())) > 1 else None


def _is_past(days: Sequence[date], latest: date) -> bool:
    return max(days) <= latest


def _goes_on(days: Sequence[date], latest: date) -> bool:
    return all(first <= second for first, second in pairwise(days))


def _read_head(line: str) -> MessageHead | None:
    if found := _SPEAKER.match(line):
        return MessageHead(0, found.end(), found[1])
    if found := _MARKED_LINE.match(line[:MAX_CHARACTERS]):
        return MessageHead(0, found.end(), found[1])
    found = _CHAT_LINE.match(line[:MAX_CHARACTERS])
    name = _FULL_NAME.match(line, found.start(1)) if found else None
    behind = _SAID_BEHIND.match(line, name.end()) if name else None
    if name and behind:
        return MessageHead(0, behind.end(), name[0])
    notice = _NOTICE.match(line[:MAX_CHARACTERS])
    return MessageHead(0, notice.end(), "") if notice else None
