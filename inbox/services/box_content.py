"""What a box of the pages holds that takes a text, a stone pasted whole, or stones by their hashes."""

import re
from dataclasses import dataclass
from enum import StrEnum

from core.text.is_blank import is_blank
from stones.format import FormatError, begins_as_stone, parse_all
from stones.format.delimiters import OPEN
from stones.models import SHA256_HEX
from stones.stone_name import parse_stone_name

SHORT_CHARACTERS = 2_000
"""Of a text beside a stone's name."""
_MARKS = "`'\"“”()[]<>.:!?§#*"
_BETWEEN = re.compile(r"[\s,;]+")
# What a code block around a stone leaves of itself.
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)\w*[ \t]*$", re.MULTILINE)


class BoxKind(StrEnum):
    EMPTY = "empty"
    TEXT = "text"
    PASTED = "pasted"
    NAMED = "named"


@dataclass(frozen=True)
class BoxContent:
    """`text` as it was given; of NAMED stones the `names`, each once; of PASTED ones `texts`, and the `note` beside."""

    text: str
    kind: BoxKind
    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    note: str = ""

    @property
    def is_stone(self) -> bool:
        return self.kind in (BoxKind.PASTED, BoxKind.NAMED)

    @property
    def stones(self) -> tuple[str, ...]:
        """What `send_stone` takes, for each stone."""
        return self.names or self.texts

    @property
    def mentioned_names(self) -> tuple[str, ...]:
        """Words of a short TEXT that may be names of stones, each once."""
        if self.kind is not BoxKind.TEXT or len(self.text) > SHORT_CHARACTERS:
            return ()
        words = (word.strip(_MARKS) for word in _BETWEEN.split(self.text))
        return tuple(dict.fromkeys(word for word in words if word and _is_name(word)))


def read_box(text: str) -> BoxContent:
    """Stones are named where nothing but hashes (8 to 64 hex digits) and ids of stones stands there.

    Another writer's name for a stone is text: it may be any word. A whole stone is one also with text around it; where
    several stand in a text, it speaks of stones.
    """
    if is_blank(text):
        return BoxContent(text, BoxKind.EMPTY)
    if OPEN in text and (pasted := _read_pasted(text)):
        return pasted
    # Prose begins with a word that is no name: what follows is not looked at, however long it is.
    if _is_name(_BETWEEN.split(text.strip(), maxsplit=1)[0]):
        names = tuple(dict.fromkeys(name for name in _BETWEEN.split(text) if name))
        if all(map(_is_name, names)):
            return BoxContent(text, BoxKind.NAMED, names)
    return BoxContent(text, BoxKind.TEXT)


def _read_pasted(text: str) -> BoxContent | None:
    """The stones of a paste; None where it only speaks of some. One that is damaged is reported where it is read."""
    try:
        paste = parse_all(text)
    except FormatError:
        return BoxContent(text, BoxKind.PASTED, texts=(text,))
    stones = paste.stones
    if not begins_as_stone(text) and (len(stones) != 1 or not stones[0].is_closed):
        return None
    if len(paste.parts) == 1:
        return BoxContent(text, BoxKind.PASTED, texts=(text,))
    texts = tuple(paste.text[each.start : each.end] for each in stones)
    around = (_FENCE.sub("", part).strip() for part in paste.parts if isinstance(part, str))
    return BoxContent(text, BoxKind.PASTED, texts=texts, note="\n\n".join(filter(None, around)))


def _is_name(word: str) -> bool:
    return len(word) <= SHA256_HEX and parse_stone_name(word).is_valid


def with_stone(content: BoxContent, address: str, *, is_one: bool = False) -> str:
    """The box with one more stone; `is_one`: with that one alone. What is no stone's name gives way to it."""
    return "\n".join(dict.fromkeys((*(() if is_one else content.names), address)))
