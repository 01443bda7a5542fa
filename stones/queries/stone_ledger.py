"""What has been read of a stone, and what waits before its levels are written."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Sum

from core.jobs.models import Job, JobState
from stones.models import COSTS, WRITE_LEVELS, Content, LedgerEntry, Stone

NEWEST_COUNT = 50


@dataclass(frozen=True)
class StoneLedger:
    """A stone's reads: how many, the tokens they loaded; what models cost for it; the newest entries of both."""

    count: int
    tokens: int
    costs: int
    newest: list[LedgerEntry]


def ledger_of(stone: Stone) -> StoneLedger:
    reads = LedgerEntry.objects.filter(account=stone.account_id, stone=stone)
    is_cost = Q(kind__in=COSTS)
    sums = reads.aggregate(
        count=Count("pk", filter=~is_cost),
        loaded=Sum("tokens", filter=~is_cost, default=0),
        costs=Sum("tokens", filter=is_cost, default=0),
    )
    return StoneLedger(
        sums["count"],
        sums["loaded"],
        sums["costs"],
        newest=list(reads.select_related("reader").order_by("-created", "-pk")[:NEWEST_COUNT]),
    )


def reads_of(stone: Stone, reader: str) -> QuerySet[LedgerEntry]:
    """What this reader, as the ledger names it, has read of a stone."""
    return LedgerEntry.objects.filter(account=stone.account_id, stone=stone, reader__name=reader).exclude(
        kind__in=COSTS
    )


def tokens_read_by(stone: Stone, reader: str) -> int:
    """In tokens, those of passages included."""
    tokens: int = reads_of(stone, reader).aggregate(tokens=Sum("tokens", default=0))["tokens"]
    return tokens


def queue_place(content: Content) -> int:
    """How many of the account's jobs are due before its levels are written, that one included; 0: it is not waiting."""
    pending = Job.objects.filter(account=content.account_id, queue=WRITE_LEVELS.queue, state=JobState.PENDING)
    own = pending.of(WRITE_LEVELS).filter(target=str(content.pk)).first()
    return 0 if own is None else 1 + pending.filter(due__lt=own.due).count()
