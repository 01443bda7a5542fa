"""Lines that frame a letter and say nothing of its matter: the salutation, and the closing with the names under it,
or the mark of a signature."""

import re
from collections.abc import Sequence

from stones.levels.markers import markers

MAX_CHARACTERS = 80
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
_SIGNED = re.compile(r"\s*--? {1,2}[^\W\d_][^<>\n]{1,50} <[^\s<>@]{1,64}@[^\s<>]")


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
    """Whether it is the signature (`-- Mara Lind <mara@pier.example>, 2 May`), or only that, or the footer of the firm,
    stands below it (RFC 3676, section 4.3).
    """
    return line.rstrip() == "--" or _SIGNED.match(line[:MAX_CHARACTERS]) is not None
