"""A stone is read: level by level or as text, each read written into the ledger."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.contrib.auth.models import User

from core.llm import count_tokens
from stones.assembled_stone import AssembledLevel, AssembledStone
from stones.exceptions import LevelNotFound, StoneNotFound
from stones.format import dump, level_span
from stones.models import Content, ReadKind, Stone
from stones.queries import StoneRecipient, assemble, assemble_to_read, find_stone, find_stone_to_read
from stones.services.write_ledger import record
from stones.stored_header import format_stone, text_of


class Portion(NamedTuple):
    """The part of a level's text that was delivered: its characters from `start` to `end` (None: to the last)."""

    start: int = 0
    end: int | None = None

    def tokens(self, text: str, level_tokens: int) -> int:
        """What it costs; of the whole level the price that was named for it."""
        return level_tokens if self.is_whole(text) else count_tokens(text[self.start : self.end])

    def lines(self, text: str) -> list[int]:
        """First and last line, as in LedgerEntry."""
        end = len(text) if self.end is None else self.end
        return [text.count("\n", 0, at) + 1 for at in (self.start, max(end - 1, self.start))]

    def is_whole(self, text: str) -> bool:
        return self.start == 0 and self.end in (None, len(text))


WHOLE = Portion()


@dataclass(frozen=True)
class LevelRead:
    """A level that was read, and what the next one would cost in tokens (None: there is none)."""

    assembled: AssembledStone
    level: AssembledLevel
    next: AssembledLevel | None

    @cached_property
    def content(self) -> str:
        """Its text: a source is loaded from the database when it is needed. Raises StoneNotFound."""
        with refuse_if_gone(self.assembled.stone):
            return text_of(self.assembled, self.level.number)


@dataclass(frozen=True)
class StoneRead:
    """A stone as text, its levels up to one of them; `tokens` is what that text costs."""

    assembled: AssembledStone
    qastone: str
    delivered_lod: int
    tokens: int
    access_count: int


def find_level(
    *, account: User, border_hash: str, level: int | None, recipient: StoneRecipient | None = None
) -> LevelRead:
    """Look a level up without reading it: nothing is written. None: LOD-1, or the top where that is lower.

    Raises as `find_stone`, and LevelNotFound.
    """
    stone = find_stone_to_read(account, border_hash, recipient=recipient)
    return level_of(assemble_to_read(stone), min(1, stone.top_level) if level is None else level)


def level_of(assembled: AssembledStone, level: int) -> LevelRead:
    """Its text is loaded when it is needed. Raises LevelNotFound."""
    found = assembled.level(level)
    if found is None:
        stone = assembled.stone
        raise LevelNotFound(
            f"The stone {stone.content.border_hash} has {level_span(stone.top_level)}, no LOD-{level}: "
            f"LOD-{stone.top_level} is the source."
        )
    return LevelRead(assembled, found, assembled.level(level + 1))


def read_level(
    *,
    account: User,
    border_hash: str,
    level: int | None,
    reader: str,
    recipient: StoneRecipient | None = None,
) -> LevelRead:
    """Read one level. Raises as `find_level`."""
    read = find_level(account=account, border_hash=border_hash, level=level, recipient=recipient)
    record_level(read, reader=reader)
    return read


def record_level(read: LevelRead, *, reader: str, portion: Portion = WHOLE) -> None:
    """Load a level's text, and write the read of this much of it into the ledger.

    Of a part of the source it says which lines. Raises StoneNotFound when it was deleted meanwhile.
    """
    text, stone = read.content, read.assembled.stone
    is_part_of_source = read.level.number == stone.top_level and not portion.is_whole(text)
    record(
        stone,
        reader=reader,
        kind=ReadKind.LEVEL,
        level=read.level.number,
        tokens=portion.tokens(text, read.level.tokens),
        lines=portion.lines(text) if is_part_of_source else None,
    )


def stone_text(assembled: AssembledStone, max_lod: int | None = None) -> str:
    """The stone's text with its levels up to `max_lod` (None: all)."""
    return dump(format_stone(assembled, max_lod))


def read_stone(
    *,
    account: User,
    border_hash: str,
    reader: str,
    max_lod: int | None = None,
    recipient: StoneRecipient | None = None,
    records: Callable[[Stone], bool] = lambda _: True,
) -> StoneRead:
    """Read a stone as text; it goes into the ledger, where `records` says so of the stone.

    Raises as `find_stone`; LevelNotFound for a negative `max_lod`.
    """
    stone = find_stone(account, border_hash, recipient=recipient)
    assembled = assemble(stone)
    delivered = stone.top_level if max_lod is None else min(max_lod, stone.top_level)
    if delivered < 0:
        raise LevelNotFound(f"max_lod must be 0 or more, not {max_lod}.")
    with refuse_if_gone(stone):
        text = stone_text(assembled, delivered)
    tokens = count_tokens(text)
    is_read = records(stone)
    if is_read:
        record(stone, reader=reader, kind=ReadKind.WHOLE, level=delivered, tokens=tokens)
    return StoneRead(assembled, text, delivered, tokens, stone.access_count + is_read)


@contextmanager
def refuse_if_gone(stone: Stone) -> Iterator[None]:
    """For what loads a stone's source: raises StoneNotFound when it was deleted meanwhile."""
    try:
        yield
    except Content.DoesNotExist as error:
        raise StoneNotFound.named(stone.content.border_hash) from error
