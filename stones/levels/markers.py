"""Words that mark something, of several languages, as one pattern."""

import re

from texts.words import is_east_asian


def markers(lines: str, *, at_start: bool = False, whole: bool = False) -> re.Pattern[str]:
    """Of alternatives separated by "|", a language a line; whole words, where the writing parts words.

    `at_start`: only at the beginning, behind signs; `whole`: only as the whole text.
    """
    found = [line.strip().strip("|") for line in lines.strip().splitlines()]
    words = "|".join(rf"{line}" if is_east_asian(line) else rf"\b(?:{line})\b" for line in found)
    if whole:
        return re.compile(f"(?:{words})$", re.I)
    return re.compile(rf"\W*(?:{words})" if at_start else words, re.I)
