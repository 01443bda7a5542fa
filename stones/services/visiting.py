"""A person reads a stone on a page: levels from LOD-0 up to one of them, each charged once a visit."""

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from stones.assembled import AssembledStone
from stones.models import Read, ReadKind, Stone
from stones.queries import assemble, find_stone
from stones.services.reading import LevelRead, level_of, reader_name, record_level

# Loading the page again, going back, or opening another tab is not another read.
VISIT = timedelta(minutes=30)


@dataclass(frozen=True)
class Visit:
    """A stone with the texts of the levels that are open, LOD-0 first."""

    assembled: AssembledStone
    reads: tuple[LevelRead, ...]

    @property
    def stone(self) -> Stone:
        return self.assembled.stone

    @property
    def lod(self) -> int:
        """The highest level that is open."""
        return len(self.reads) - 1

    @property
    def tokens(self) -> int:
        return sum(read.level.tokens for read in self.reads)


def visit(*, account: User, border_hash: str, lod: int, reader: str) -> Visit:
    """Read LOD-0 to `lod` (or to the top); what this reader has not loaded in this visit goes into the ledger.

    Raises as `find_stone`.
    """
    assembled = assemble(find_stone(account, border_hash))
    wanted = range(max(0, min(lod, assembled.stone.top_level)) + 1)
    reads = tuple(level_of(assembled, number) for number in wanted)
    loaded = _loaded(assembled.stone, reader)
    for read in reads:
        if read.level.number not in loaded:
            record_level(read, reader=reader)
    return Visit(assembled, reads)


def _loaded(stone: Stone, reader: str) -> set[int | None]:
    recent = Read.objects.filter(
        account=stone.account_id,
        stone=stone,
        reader=reader_name(stone, reader),
        kind=ReadKind.LEVEL,
        created__gt=timezone.now() - VISIT,
    )
    return set(recent.values_list("level", flat=True))
