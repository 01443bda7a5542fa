"""What of a text shows on one line."""

import re

# Line ends and other control characters would break the row; what a terminal or a reader does not show (marks of
# direction, zero-width characters, tags) could hide words in it or turn it round.
_BLANKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")
_UNSEEN = re.compile(
    "[\xad\u061c\u115f\u1160\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)


def one_line(text: str) -> str:
    """The text without line ends and control characters, runs of blanks as one space, nothing unseen in it."""
    return _BLANKS.sub(" ", _UNSEEN.sub("", text)).strip()


def collapse_spaces(text: str) -> str:
    """The text on one line, each run of white space one space."""
    return " ".join(text.split())
