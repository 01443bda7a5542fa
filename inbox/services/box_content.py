"""What a box of the pages holds that takes a text, a stone pasted whole, or stones by their hashes."""

import re
from dataclasses import dataclass
from enum import StrEnum

from core.text.is_blank import is_blank
from stones.format import begins_as_stone
from stones.models import SHA256_HEX
from stones.stone_name import parse_stone_name

MAX_STONES = 50
"""Stones that one box names."""
_BETWEEN = re.compile(r"[\s,;]+")


class BoxKind(StrEnum):
    EMPTY = "empty"
    TEXT = "text"
    PASTED = "pasted"
    NAMED = "named"


@dataclass(frozen=True)
class BoxContent:
    """`text` as it was given; `names`: of NAMED stones, each once."""

    text: str
    kind: BoxKind
    names: tuple[str, ...] = ()

    @property
    def is_stone(self) -> bool:
        return self.kind in (BoxKind.PASTED, BoxKind.NAMED)

    @property
    def stones(self) -> tuple[str, ...]:
        """What `send_stone` takes, for each stone."""
        return self.names if self.kind is BoxKind.NAMED else (self.text,)


def read_box(text: str) -> BoxContent:
    """Stones are named where nothing but hashes (8 to 64 hex digits) and ids of stones stands there.

    Another writer's name for a stone is text: it may be any word.
    """
    if is_blank(text):
        return BoxContent(text, BoxKind.EMPTY)
    if begins_as_stone(text):
        return BoxContent(text, BoxKind.PASTED)
    # Prose begins with a word that is no name: what follows is not looked at, however long it is.
    if _is_name(_BETWEEN.split(text.strip(), maxsplit=1)[0]):
        names = tuple(dict.fromkeys(name for name in _BETWEEN.split(text) if name))
        if all(map(_is_name, names)):
            return BoxContent(text, BoxKind.NAMED, names)
    return BoxContent(text, BoxKind.TEXT)


def _is_name(word: str) -> bool:
    return len(word) <= SHA256_HEX and parse_stone_name(word).is_valid


def with_stone(content: BoxContent, address: str, *, is_one: bool = False) -> str:
    """The box with one more stone; `is_one`: with that one alone. What is no stone's name gives way to it."""
    return "\n".join(dict.fromkeys((*(() if is_one else content.names), address)))
