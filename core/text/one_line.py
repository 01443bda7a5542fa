"""A text on one line, visible characters only."""

import re

# Line ends and other control characters would break the line; invisible characters (direction marks, zero-width, tags)
# could hide words in it or reverse it.
_BLANKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")
_UNSEEN = re.compile(
    "[\xad\u061c\u115f\u1160\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)


# What a name is refused for: what breaks its line, and what turns the direction in which it is shown.
_UNFIT_IN_NAME = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def unfit_in_name(text: str) -> str:
    """The first character that has no place in a line of visible text, as "U+202E"; "" where there is none."""
    found = _UNFIT_IN_NAME.search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def one_line(text: str) -> str:
    """The text without line ends, control and invisible characters, runs of blanks as one space."""
    if text.isascii() and text.replace("\n", " ").isprintable():
        # Most texts: blanks and line ends are all that is to be seen to.
        return " ".join(text.split())
    return _BLANKS.sub(" ", _UNSEEN.sub("", text)).strip()


def collapse_spaces(text: str) -> str:
    """The text on one line, each run of white space one space."""
    return " ".join(text.split())
