"""Who says at what time what stands behind it, in the forms in which chats are exported."""

import re

MAX_CHARACTERS = 80
_SPEAKER = re.compile(
    r"([A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,3})(?: \([^()\n]{1,60}\))?, (?:[\w. ]{1,20}, )?\d{1,2}[:.]\d\d: "
)
"""Who says at what time what stands behind it: `Ann (support), 3 June, 08:12: `."""
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
