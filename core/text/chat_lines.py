"""Who says at what time what stands behind it, in the forms in which chats are exported."""

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from core.text.written_dates import place_dates

MAX_CHARACTERS = 80
_SPEAKER = re.compile(
    r"([A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,3})(?: \([^()\n]{1,60}\))?, "
    r"(?:[\w. ]{1,20}(?:,|(?<=\d{4})) )?\d{1,2}[:.]\d\d: "
)
"""Who says at what time what stands behind it: `Ann (support), 3 June, 08:12: `, `Ann, 3 June 2026 08:12: `."""
_NAME = r"[<@]?[^\W\d_][\w.'’-]{1,29}(?: [A-Z][\w.'’-]{0,29})?>?"
_DAY = r"(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4},?\s)?"
_TIME = r"\d{1,2}:\d\d(?::\d\d)?(?:\s?[AaPp]\.?[Mm]\.?)?"
_CHAT_LINE = re.compile(
    rf"(?:\[?{_DAY}{_TIME}\]?\s(?:[-–]\s)?(?={_NAME}(?::|(?<=>))\s)|"
    rf"(?={_NAME}\s[\[(]?{_TIME}[\])]?:\s)|(?=<[^<>\n]{{2,30}}>\s))[<@]?([^\W\d_][\w.'’-]{{1,29}})"
)
"""The same in a chat: `[09:02] ines: `, `ines 09:02: `, `[2026-03-02, 08:41] <ines> `, `02.03.26, 08:41 - Ines: `."""
_CHAT_HEAD = re.compile(rf"\W*([^\W\d_][\w.'’-]{{1,29}}(?: [A-Z][\w.'’-]{{0,29}})?)\W{{1,6}}{_TIME}\W*\n")
"""A line of its own above what is said: `Ines  09:02`."""
_SAID_BEHIND = re.compile(r"[^\n]{0,40}?[:>]\s+")
"""From the name on."""
_FULL_NAME = re.compile(r"[^\W\d_][\w.'’-]{1,29}(?: [A-Z][\w.'’-]{0,29})?")
_DOTTED = re.compile(r"\d\.\d+\.\d")
_MARKED = re.compile(r"[\[<(]| [-–] ")
_STAMP = re.compile(r"\d[:.]\d\d|<")
MIN_MESSAGES = 3
"""Lines that open so, of which each is a message."""


def names_speaker(line: str) -> bool:
    """Whether a line opens so: `Ann (support), 3 June, 08:12: `."""
    return _SPEAKER.match(line) is not None


def is_message(line: str) -> bool:
    """Whether a line opens as one of a chat does; it is one where several do."""
    return _CHAT_LINE.match(line[:MAX_CHARACTERS]) is not None


def match_speaker(head: str, text: str) -> re.Match[str] | None:
    """The first group is the name. `head`: visible words of `text`."""
    if not _STAMP.search(head[:MAX_CHARACTERS]):
        return None
    return _SPEAKER.match(head) or _CHAT_LINE.match(head) or _CHAT_HEAD.match(text[:MAX_CHARACTERS])


class MessageHead(NamedTuple):
    """In front of what is said: text[start:end]."""

    start: int
    end: int
    name: str


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
    has_mark = all(map(_MARKED.search, heads))
    return len(heads) >= MIN_MESSAGES and (has_mark or len(set(names)) < len(names))


def message_days(heads: Sequence[str]) -> list[date | None]:
    """The day that each head of a chat gives; None where it gives none, or may be read in two ways.

    03/04/2026 is one day to Americans and another to everybody else: of both the one that makes the chat shorter.
    """
    # 04.03.2026 is the same day to all.
    readings = [
        [day for day, _ in place_dates(head)][: 1 if _DOTTED.search(head) else None] for head in heads
    ]
    by_day, by_month = ([each[at] for each in readings if each] for at in (0, -1))
    spans = [max(each) - min(each) for each in (by_day, by_month) if each]
    is_known = by_day == by_month or spans[0] != spans[1]
    at = 0 if by_day == by_month or spans[0] < spans[1] else -1
    return [each[at] if each and is_known else None for each in readings]


def _read_head(line: str) -> MessageHead | None:
    if found := _SPEAKER.match(line):
        return MessageHead(0, found.end(), found[1])
    found = _CHAT_LINE.match(line[:MAX_CHARACTERS])
    name = _FULL_NAME.match(line, found.start(1)) if found else None
    behind = _SAID_BEHIND.match(line, name.end()) if name else None
    return MessageHead(0, behind.end(), name[0]) if name and behind else None
