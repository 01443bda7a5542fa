"""Whether the lines of a paragraph are lines, as in a log or a list without marks, or one wrapped text."""

import re
from collections.abc import Sequence
from itertools import pairwise

MIN_LINES = 3
"""Of two lines the shorter one may be the end of a wrapped sentence."""
_EARLY = 0.5
"""The share of breaks that no wrapping explains, above which the lines are meant."""
_RUNNING_ON = 0.15
"""The share of breaks inside a sentence, from which on they are not: prose that is wrapped by clauses."""
_RUN_ON_WORDS = (
    "a an and are as at but by for from has have his her if in into is its my of on or our that the their these this"
    " to was were which who will with your auf aus das dass dem den der des die ein eine einem einen einer für im ist"
    " mit oder sind und von vom wie zu zum zur"
)
LABEL = re.compile(r"\s*(?P<mark>\*\*|__)[^*_\n]{2,60}(?:[.:](?P=mark)|(?P=mark):)(?=[ \t]+\S)")
"""`**Parties:**`."""
_ENTRY = re.compile(rf"\s*(?:\[?\d+\D|[^\W\d_][\w ]{{0,20}}(?::| [-–—]) )|{LABEL.pattern}")
"""How a line of a log or a list begins: "12 jan", "walks: ", "chair - "."""
_RUN_ON = frozenset(_RUN_ON_WORDS.split())


def are_lines_meant(lines: Sequence[str]) -> bool:
    """True where most breaks come although the next word would have fitted, and hardly any inside a sentence.

    `lines`: those of one paragraph. What follows a comma, or a word like "the", runs on.
    """
    if len(lines) < MIN_LINES:
        # Two of a stretch that was cut from a longer log.
        return len(lines) > 1 and all(map(_ENTRY.match, lines)) and _last_word(lines[0]) not in _RUN_ON
    # The longest may hold a link that could not be wrapped.
    width = sorted(map(len, lines))[-2]
    breaks = list(pairwise(lines))
    early = sum(_is_early(line, following, width) for line, following in breaks)
    running_on = sum(
        _last_word(line) in _RUN_ON and not _ENTRY.match(following) for line, following in breaks
    )
    return early > _EARLY * len(breaks) and running_on < _RUNNING_ON * len(breaks)


def is_break_meant(text: str, at: int) -> bool:
    """The same of one line break, text[at], from the paragraph that it is in; one before a label in bold is meant."""
    if LABEL.match(text, at + 1):
        return True
    start, end = text.rfind("\n\n", 0, at), text.find("\n\n", at)
    return are_lines_meant(text[start + 2 if start >= 0 else 0 : end if end >= 0 else None].split("\n"))


def _is_early(line: str, following: str, width: int) -> bool:
    if _ENTRY.match(following):
        return True
    first = following.split(maxsplit=1)[0] if following.strip() else ""
    return len(line.rstrip()) + 1 + len(first) <= width and not line.rstrip().endswith(",")


def _last_word(line: str) -> str:
    return line.rsplit(maxsplit=1)[-1].lower() if line.strip() else ""
