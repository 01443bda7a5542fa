"""What has been read of a stone, and what waits before its levels are written."""

from dataclasses import dataclass

from django.db.models import Count, Sum

from jobs.models import JobState
from stones.models import Generation, Read, Stone

SHOWN = 50


@dataclass(frozen=True)
class Ledger:
    """A stone's reads: how many, the tokens they loaded, and the newest of them."""

    count: int
    tokens: int
    newest: list[Read]


def ledger_of(stone: Stone) -> Ledger:
    """The ledger of one stone."""
    reads = Read.objects.filter(account=stone.account_id, stone=stone)
    sums = reads.aggregate(count=Count("pk"), tokens=Sum("tokens"))
    return Ledger(sums["count"], sums["tokens"] or 0, list(reads.order_by("-created", "-pk")[:SHOWN]))


def queue_place(generation: Generation) -> int:
    """How many jobs are due before this one, itself included; 0 when it is not waiting."""
    if generation.state != JobState.PENDING:
        return 0
    return 1 + Generation.objects.filter(state=JobState.PENDING, due__lt=generation.due).count()
