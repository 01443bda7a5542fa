"""The delimiters of the format, and its definitions of line, blank and text.

Defined here rather than by `str.strip()`: Python and JavaScript disagree about blank characters, and two readers that
disagree about one line read two different stones. docs/stone-format.md, section 2.
"""

import re

from stones.format.format_error import FormatError

OPEN = "§QASTONE§"
CLOSE = "§/QASTONE§"
SEPARATOR = "─"  # U+2500

# The union of what Python's strip() and JavaScript's trim() remove.
BLANKS = (
    "\t\n\v\f\r \x1c\x1d\x1e\x1f\x85\xa0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
)

# The only characters that a structural line can begin with.
FIRST_OF_STRUCTURE = frozenset("L" + OPEN[0] + SEPARATOR + BLANKS)

LEVEL_LINE = re.compile(r"LOD-(0|[1-9][0-9]?):")


def trim(text: str) -> str:
    return text.strip(BLANKS)


def canonical(text: str) -> str:
    """The text with LF line ends, from CRLF and lone CR. No trimming, no Unicode normalization."""
    if "\r" not in text:
        return text
    return text.replace("\r\n", "\n").replace("\r", "\n")


def encode(text: str, first_line: int = 1) -> bytes:
    """UTF-8 of a text with LF line ends. Raises FormatError for a lone surrogate."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        before = text[: error.start]
        line = first_line + before.count("\n")
        column = error.start - before.rfind("\n")
        raise FormatError(line, "a lone surrogate is not text", column) from None
