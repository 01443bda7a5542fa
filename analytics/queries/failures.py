"""Failed jobs that were to save tokens, and whether the account has a ledger."""

from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import User
from django.db.models import CharField, Count, Q, Sum
from django.db.models.functions import Cast

from analytics.queries.savings import instants
from core.jobs.models import Job, JobState
from inbox.models import RUN_HELPER, HelperJob
from stones.models import EMBED_SOURCE, WRITE_LEVELS, LedgerEntry, ReaderKind, Stone


@dataclass(frozen=True)
class Failures:
    """Counts of jobs that failed in a period and were not restarted. `helper_tokens`: spent by the failed helpers."""

    levels: int
    passages: int
    helpers: int
    helper_tokens: int

    def __bool__(self) -> bool:
        return bool(self.levels or self.passages or self.helpers)


def has_ledger(account: User) -> bool:
    """Whether the account's ledger has an entry that is summed: no person's, none of the demonstration's stones."""
    entries = LedgerEntry.objects.filter(Q(stone=None) | Q(stone__is_demo=False), account=account)
    return entries.exclude(reader__kind=ReaderKind.PERSON).exists()


def failures(account: User, *, since: date, until: date) -> Failures:
    """Failures of the days (UTC) from `since` to `until`, both included, but for those of the demonstration."""
    start, end = instants(since, until)
    failed = Job.objects.filter(account=account, state=JobState.FAILED, finished__gte=start, finished__lt=end)
    demo = Stone.objects.filter(account=account, is_demo=True).annotate(key=Cast("content", CharField()))
    counts = failed.exclude(target__in=demo.values("key")).aggregate(
        levels=Count("pk", filter=Q(kind=WRITE_LEVELS.name)),
        passages=Count("pk", filter=Q(kind=EMBED_SOURCE.name)),
    )
    ours = Q(stone=None) | Q(stone__is_demo=False)
    helpers = HelperJob.objects.filter(ours, account=account, pk__in=failed.targets(RUN_HELPER)).aggregate(
        many=Count("pk"), tokens=Sum("used_tokens")
    )
    return Failures(counts["levels"], counts["passages"], helpers["many"], helpers["tokens"] or 0)
