"""The savings of a period: sums over the ledger of reads (`stones.queries.ledger_sums`), put into figures."""

from datetime import UTC, date, datetime, time, timedelta

from django.contrib.auth.models import User

from analytics.sums import Figures, LedgerSum, Savings, savings_of
from stones.models import Content, LedgerEntry, ReadKind
from stones.queries.ledger_sums import ledger_sums

# Keys of the column `depth` beside the levels, and their names.
_LEVELS = {ReadKind.HELPER.value: "helpers", ReadKind.WRITE.value: "generation", "passages": "passages"}


def savings(account: User, *, since: date, until: date) -> Savings:
    """The savings of the days (UTC) from `since` to `until`, both included."""
    end = until + timedelta(days=1)
    sums = [
        LedgerSum(
            each.paste,
            each.read,
            each.generation,
            each.helpers,
            each.reads,
            by=each.by,
            key=_level(each.key) if each.by == "level" else each.key,
            days={date.fromisoformat(day): Figures(*figures) for day, *figures in each.days},
        )
        for each in ledger_sums(account, start=since, end=end)
    ]
    return savings_of(sums, since=since, until=until, exact=_is_exact(account, *instants(since, until)))


def _level(depth: str) -> str:
    return _LEVELS.get(depth) or f"lod-{depth}"


def instants(since: date, until: date) -> tuple[datetime, datetime]:
    """Midnight UTC at the beginning of the first day, and at the end of the last."""
    return _midnight(since), _midnight(until + timedelta(days=1))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, UTC)


def _is_exact(account: User, start: datetime, end: datetime) -> bool:
    """Whether the tokens of every stone that was read in that time were counted, not estimated."""
    estimated = Content.objects.filter(account=account, tokens_exact=False)
    read = LedgerEntry.objects.filter(account=account, created__gte=start, created__lt=end)
    return not read.filter(stone__content__in=estimated, stone__is_demo=False).exists()
