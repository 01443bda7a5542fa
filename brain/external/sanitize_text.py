"""External text as plain text: no markup, nothing invisible, cut at sentences."""

import html
import re

import nh3

EXTRACT_TOKENS = 400
"""Of one page."""
# Limit of an extract in characters; anything longer exceeds the token limit anyway.
_MAX_CHARACTERS = 12_000
_MAX_LAYERS = 4

# Controls (line feeds and tabs stay), what turns the direction of writing, zero-width characters that join nothing,
# tag characters, half surrogate pairs: text that says something else than what is seen, or that no database takes.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffc\ufffe\uffff"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
_BLOCK = re.compile(
    r"(?=</?(?:p|br|li|ul|ol|dl|dt|dd|div|h[1-6]|table|tr|td|th|blockquote)\b)", re.IGNORECASE
)
_MARKUP = re.compile(r"<[/!?a-zA-Z]")


def to_plain_text(value: object) -> str:
    """The text without tags, comments, scripts and character references; white space collapsed within its lines.

    Anything but a string gives an empty text. "a < b" is unchanged.
    """
    if not isinstance(value, str):
        return ""
    text = INVISIBLE.sub("", value[: 2 * _MAX_CHARACTERS])
    # Doubly escaped text is markup once it is unescaped.
    for _ in range(_MAX_LAYERS):
        before, text = text, _strip_markup_layer(text)
        if text == before:
            break
    if _MARKUP.search(text):
        text = text.replace("<", " ").replace(">", " ")
    lines = (" ".join(line.split()) for line in INVISIBLE.sub("", text).splitlines())
    return "\n".join(line for line in lines if line)[:_MAX_CHARACTERS]


def to_plain_line(value: object, max_length: int) -> str:
    """The same on one line of at most `max_length` characters."""
    line = " ".join(to_plain_text(value).split())
    return line if len(line) <= max_length else f"{line[: max_length - 1].rstrip()}…"


def _strip_markup_layer(text: str) -> str:
    if "<" in text:
        text = nh3.clean(_BLOCK.sub("\n", text), tags=set())
    return html.unescape(text)
