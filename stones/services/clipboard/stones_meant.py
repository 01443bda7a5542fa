"""A copied text that is a stone itself: which of the stored ones it is a copy of."""

from django.contrib.auth.models import User

from stones.exceptions import StoneError
from stones.format import FormatError, Verdict, parse, verify
from stones.format import Stone as FormatStone
from stones.headers import text_of
from stones.models import Stone
from stones.queries import assemble, find_stone


def is_whole_stone(text: str) -> bool:
    """Whether the text is a stone with its source, and its source the one that it names."""
    parsed = _parsed(text)
    return parsed is not None and verify(parsed) is Verdict.VERIFIED


def stone_meant(account: User, text: str) -> Stone | None:
    """The stored stone that this text is a copy of, whole or up to a level; None where it is of none.

    A name alone proves nothing: the copy must hold the source that it names, or the levels that the stone has now.
    """
    parsed = _parsed(text)
    if parsed is None:
        return None
    try:
        stone = find_stone(account, parsed.header.border_hash)
    except StoneError:
        return None
    if not parsed.is_complete:
        return stone if _has_levels_of(stone, parsed) else None
    return stone if verify(parsed) is Verdict.VERIFIED else None


def _has_levels_of(stone: Stone, parsed: FormatStone) -> bool:
    assembled = assemble(stone)
    if not parsed.levels or len(parsed.levels) > len(assembled.levels):
        return False
    return all(text.strip() == text_of(assembled, n).strip() for n, text in enumerate(parsed.levels))


def _parsed(text: str) -> FormatStone | None:
    # Asked first: it reads a few characters, the parser may read them all.
    if not text.lstrip().startswith("§QASTONE§"):
        return None
    try:
        return parse(text)
    except FormatError:
        return None
