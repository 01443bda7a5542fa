"""Celery tasks: one service call each. The service of the jobs on contents is imported for its handlers."""

from celery import shared_task
from django.conf import settings

from stones import services
from stones.services import level_states as level_states
from stones.services.roll_up_ledger import purge_ledger, roll_up_ledgers


@shared_task(name="stones.tasks.purge")
def purge() -> int:
    return services.purge_expired()


@shared_task(name="stones.tasks.roll_up_ledger")
def roll_up_ledger() -> int:
    """Sum the days that are over, then purge what is older than LEDGER_DAYS."""
    rolled_up = roll_up_ledgers()
    if settings.LEDGER_DAYS:
        purge_ledger(days=settings.LEDGER_DAYS)
    return rolled_up
