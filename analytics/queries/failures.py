"""Failed jobs that were to save tokens, and whether the account has a ledger."""

from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import User
from django.db.models import Count, Q, Sum

from analytics.queries.savings import instants
from core.jobs.models import JobState
from inbox.models import HelperJob
from stones.models import PASSAGES_FAILED, Generation, LedgerEntry


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
    """Whether the account's ledger has any entry."""
    return LedgerEntry.objects.filter(account=account).exists()


def failures(account: User, *, since: date, until: date) -> Failures:
    """Failures of the days (UTC) from `since` to `until`, both included."""
    start, end = instants(since, until)
    failed_counts = {
        "account": account,
        "state": JobState.FAILED,
        "finished__gte": start,
        "finished__lt": end,
    }
    # As Generation.levels_failed has it.
    of_passages = Q(error_code__startswith=PASSAGES_FAILED)
    jobs = Generation.objects.filter(**failed_counts).aggregate(
        levels=Count("pk", filter=~of_passages), passages=Count("pk", filter=of_passages)
    )
    helpers = HelperJob.objects.filter(**failed_counts).aggregate(many=Count("pk"), tokens=Sum("used_tokens"))
    return Failures(jobs["levels"], jobs["passages"], helpers["many"], helpers["tokens"] or 0)
