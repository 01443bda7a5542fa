"""A person reads a stone on a page: levels from LOD-0 up to one of them, each charged once a visit."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Q, Sum
from django.utils import timezone

from stones.assembled_stone import AssembledStone
from stones.models import ListedStone, ReadKind, Stone
from stones.queries import assemble, find_stone
from stones.queries.stone_ledger import reads_of
from stones.services.read_levels import LevelRead, level_of, record_level
from stones.services.write_ledger import reader_name

# Loading the page again, going back, or opening another tab is not another read.
VISIT = timedelta(minutes=30)


@dataclass(frozen=True)
class Visit:
    """A stone with the texts of the levels that are open, LOD-0 first."""

    assembled: AssembledStone
    reads: tuple[LevelRead, ...]
    # What this reader has read of it, as its ledger says: in this visit and before, passages included.
    tokens: int

    @property
    def stone(self) -> ListedStone:
        return self.assembled.stone

    @property
    def lod(self) -> int:
        """The highest level that is open."""
        return self.reads[-1].level.number

    @property
    def is_alone(self) -> bool:
        """Whether levels between LOD-0 and the highest are closed."""
        return len(self.reads) <= self.lod


def visit(
    *,
    account: User,
    border_hash: str,
    lod: int,
    reader: str,
    alone: bool = False,
    records: Callable[[Stone], bool] = lambda _: True,
) -> Visit:
    """Read LOD-0 to `lod` (or to the top), `alone` without those between.

    What this reader has not loaded in this visit goes into the ledger, only where `records` says so of the stone: who
    looks at a text of their own to hand it on does not read it. Raises as `find_stone`.
    """
    assembled = assemble(find_stone(account, border_hash))
    highest = max(0, min(lod, assembled.stone.top_level))
    numbers = sorted({0, highest}) if alone else range(highest + 1)
    reads = tuple(level_of(assembled, number) for number in numbers)
    loaded, tokens = _recently_loaded(assembled.stone, reader)
    for read in reads if records(assembled.stone) else ():
        if read.level.number not in loaded:
            record_level(read, reader=reader)
            tokens += read.level.tokens
    return Visit(assembled, reads, tokens)


def _recently_loaded(stone: Stone, reader: str) -> tuple[set[int], int]:
    """The levels that were loaded in this visit, and the tokens of all that this reader has read of the stone."""
    recent = Q(kind=ReadKind.LEVEL, created__gt=timezone.now() - VISIT)
    sums = reads_of(stone, reader_name(reader, stone.shared_with)).aggregate(
        levels=ArrayAgg("level", filter=recent, distinct=True, default=[]), tokens=Sum("tokens", default=0)
    )
    return set(sums["levels"]), sums["tokens"]
