"""The ledger's daily sums: written once a day is over, made anew where an entry came late, kept when entries go."""

from datetime import UTC, date, datetime, time, timedelta

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from stones.models import LedgerDailySum, LedgerEntry, LedgerRollUp, LedgerSourceSum
from stones.queries.ledger_sums import ROLL_UP, ROLL_UP_SOURCES, sum_values

# No transaction that writes an entry of a day lasts until then. What is written later than that is seen by a trigger.
SETTLED_AFTER = timedelta(hours=6)
BATCH = 5_000


def roll_up_ledgers(*, account: User | None = None) -> int:
    """Sum the days that are over, of all accounts or one. Returns how many accounts had any. Safe to repeat."""
    end = _first_open_day()
    behind = User.objects.filter(Q(ledger_roll_up=None) | Q(ledger_roll_up__until__lt=end))
    if account is not None:
        behind = behind.filter(pk=account.pk)
    return sum(_roll_up(account_id, end) for account_id in list(behind.values_list("pk", flat=True)))


def rebuild_roll_up(*, account: User) -> int:
    """Sum all days of the account's ledger anew, but for those whose entries were purged. Returns how many days."""
    with transaction.atomic():
        roll_up = _locked(account.pk)
        first = _first_day(account.pk)
        roll_up.until = roll_up.purged_until or first or roll_up.until
        roll_up.save(update_fields=["until"])
        _roll_up(account.pk, _first_open_day())
    return LedgerDailySum.objects.filter(account=account, by="channel").values("day").distinct().count()


def _first_open_day() -> date:
    return (timezone.now() - SETTLED_AFTER).astimezone(UTC).date()


@transaction.atomic
def _roll_up(account_id: int, end: date) -> bool:
    roll_up = _locked(account_id)
    start = roll_up.until
    if start >= end:
        return False
    LedgerDailySum.objects.filter(account=account_id, day__gte=start).delete()
    with connection.cursor() as cursor:
        if roll_up.sources_until != start:
            LedgerSourceSum.objects.filter(account=account_id).delete()
            cursor.execute(ROLL_UP_SOURCES, sum_values(account_id, start=date.min, end=start))
        cursor.execute(ROLL_UP, sum_values(account_id, start=start, end=end))
        found = bool(cursor.rowcount)
    roll_up.until = roll_up.sources_until = end
    roll_up.save(update_fields=["until", "sources_until"])
    return found


def _locked(account_id: int) -> LedgerRollUp:
    """The account's row, locked until the transaction ends: who writes a late entry waits for it, and it for them."""
    first = _first_day(account_id) or _first_open_day()
    LedgerRollUp.objects.get_or_create(account_id=account_id, defaults={"until": first})
    return LedgerRollUp.objects.select_for_update(no_key=True).get(account=account_id)


def _first_day(account_id: int) -> date | None:
    first = LedgerEntry.objects.filter(account=account_id).order_by("created").first()
    return first.created.astimezone(UTC).date() if first else None


def purge_ledger(*, days: int) -> int:
    """Delete entries of days that were over so many days ago; their sums stay. Returns how many. Safe to repeat."""
    before = (timezone.now() - timedelta(days=days)).astimezone(UTC).date()
    accounts = LedgerRollUp.objects.filter(until__gte=before).values_list("account", flat=True)
    return sum(_purge(account_id, before) for account_id in list(accounts))


def _purge(account_id: int, before: date) -> int:
    old = LedgerEntry.objects.filter(
        account=account_id, created__lt=datetime.combine(before, time.min, UTC)
    ).order_by("created")
    purged = 0
    while ids := list(old.values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            roll_up = _locked(account_id)
            if roll_up.until < before:  # an entry came late: the next run sums it first
                break
            if roll_up.purged_until is None or roll_up.purged_until < before:
                roll_up.purged_until = before
                roll_up.save(update_fields=["purged_until"])
            with connection.cursor() as cursor:
                # The trigger leaves the sums of what is purged.
                cursor.execute("SET LOCAL qastone.ledger_purge = 'on'")
            purged += LedgerEntry.objects.filter(pk__in=ids).delete()[0]
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL qastone.ledger_purge = 'off'")
    return purged
