"""What became of a stone on its way through a chat or an editor: for the sentence that refuses it.

Nothing here changes what is a stone; docs/stone-format.md says that.
"""

import re

from stones.format.delimiters import CLOSE, OPEN, SEPARATOR, canonical, trim
from stones.format.format_error import FormatError
from stones.format.header_parser import begins_as_stone

_QUOTE = re.compile(r"^> ?", re.MULTILINE)
# Bold, code, a heading, a quote around a mark; a dash of another kind in it.
_MARKUP = r"[\s>*_`#\\]*"
_LEVEL = re.compile(rf"{_MARKUP}LOD\s?[-‐‑‒–—−]\s?([0-9]{{1,2}}){_MARKUP}:[*_`]*")
_RULER = re.compile(r"[-‐‑‒–—−_*=─]{1,80}")
_MARK = re.compile(rf"{_MARKUP}(§/?QASTONE§){_MARKUP}")
MAX_FOUND = 20


def unquote(text: str) -> str | None:
    """The stone in a text of which each line is quoted by `> `; None where it is none."""
    lines = canonical(text).strip("\n").split("\n")
    if not all(line.startswith(">") for line in lines):
        return None
    inner = _QUOTE.sub("", "\n".join(lines))
    return inner if begins_as_stone(inner) else None


def explain_error(text: str, error: FormatError) -> FormatError:
    """The error, or one that names the first mark up to there that was altered."""
    levels = 0
    for number, line in enumerate(canonical(text).split("\n")[: error.line + 1], 1):
        if line.startswith("LOD-"):
            levels += 1
        elif reason := _altered(line, levels):
            return FormatError(number, reason)
    return error


def _altered(line: str, levels: int) -> str:
    """What the line should be after so many levels: in a level's own text a rule or a bold LOD-0 is nothing wrong."""
    stripped = trim(line)
    if (level := _LEVEL.match(line)) and int(level[1]) == levels:
        return f"this line should begin `LOD-{levels}:`, found `{trim(level[0])[:MAX_FOUND]}`"
    if levels:
        return ""
    if (mark := _MARK.fullmatch(line)) and stripped not in (OPEN, CLOSE):
        return f"this line should be `{mark[1]}`, found `{stripped[:MAX_FOUND]}`"
    if _RULER.fullmatch(stripped) and stripped != SEPARATOR:
        return f"this line should be `{SEPARATOR}`, found `{stripped[:MAX_FOUND]}`"
    return ""
