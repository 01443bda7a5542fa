"""Lines that frame a letter and say nothing of its matter: the salutation, and the closing with the names under it,
or the mark of a signature."""

import re
from collections.abc import Sequence

from core.text.calendar_words import MONTH_OR_SHORT, SHORT_WEEKDAY, WEEKDAY
from stones.levels.markers import markers

MAX_CHARACTERS = 80
MAX_SIGNED = 160
MAX_UNKNOWN = 2
"""Words of a salutation, neither names nor usual, where a mark ends it: `Liebe ehrenamtlich Tätige,`."""
MAX_NAME = 5
"""Words of a line of a signature."""
MAX_NAMES = 3
"""Behind a closing formula on its line."""
_ENDS = " ,.!，。！–—-"
_MARKS = ",:!，：！、"
_SALUTATION = markers("letters", "salutation")
_WITH_COMMA = markers("letters", "salutation_with_comma")
_ADDRESSEE = markers("letters", "addressee", whole=True)
_CLOSING = markers("letters", "closing")
_WISH = markers("letters", "wish")
_DAY_WORD = rf"(?:{SHORT_WEEKDAY}|{WEEKDAY}|{MONTH_OR_SHORT}|utc|gmt|\d[\d:./-]*)"
_SIGNED = re.compile(
    rf"\s*-- {{1,2}}[^\W\d_][^<>\n]{{1,50}} <[^\s<>@]{{1,64}}@[^\s<>]{{1,64}}>(?:[\s,+]{{1,3}}{_DAY_WORD}\b){{0,8}}\W*",
    re.I,
)
"""With the day, of nothing else: what somebody says or is said to do behind an address is matter."""


def is_salutation(line: str) -> bool:
    """Whether a line greets somebody and does nothing else: `Hallo Frau Meier,`, `Dear all`."""
    if len(line) > MAX_CHARACTERS:
        return False
    greeted = line.strip().rstrip(_MARKS)
    mark = line.strip()[len(greeted) :][:1]
    greeting = _SALUTATION.match(greeted) or (_WITH_COMMA.match(greeted) if mark in {",", "!"} else None)
    if greeting is None or greeted.endswith("."):
        return False
    first, *others = greeted[greeting.end() :].split(",")
    allowed = MAX_UNKNOWN if mark else 0
    is_greeting = first[:1] not in ("-", "'", "’", ".", "/") and _unknown_words(first) <= allowed
    return is_greeting and not any(map(_unknown_words, others))


def _unknown_words(text: str) -> int:
    return sum(not word[:1].isupper() and _ADDRESSEE.match(word) is None for word in text.split())


def is_closing(line: str) -> bool:
    """Whether a line is a closing formula, perhaps with good wishes and a name, and nothing else: `Thanks, Mara`."""
    if len(line) > MAX_CHARACTERS or not (found := _CLOSING.match(line.strip())):
        return False
    rest = line.strip()[found.end() :]
    if wish := _WISH.match(rest.lstrip(_ENDS)):
        rest = rest.lstrip(_ENDS)[wish.end() :]
    names = rest.strip(_ENDS).split()
    return not names or (
        rest[0] in _ENDS.strip() and len(names) <= MAX_NAMES and not _unknown_words(" ".join(names))
    )


def is_signature(lines: Sequence[str]) -> bool:
    """Whether the lines under a closing formula are names and the like; true for none."""
    return all(len(line.split()) <= MAX_NAME for line in lines)


def is_signature_mark(line: str) -> bool:
    """Whether only the signature, or the footer of the firm, stands below it (RFC 3676, section 4.3)."""
    return line.rstrip() == "--"


def is_signed(line: str) -> bool:
    """Whether it is a signature in one line: `-- Mara Lind <mara@pier.example>, 2 May`."""
    return len(line) <= MAX_SIGNED and _SIGNED.fullmatch(line) is not None
