"""Celery tasks: one service call each. The jobs on contents run by `core.jobs`, to which their services are known."""

from celery import shared_task

from stones import services
from stones.services.roll_up_ledger import roll_up_ledgers


@shared_task(name="stones.tasks.purge")
def purge() -> int:
    return services.purge_expired()


@shared_task(name="stones.tasks.roll_up_ledger")
def roll_up_ledger() -> int:
    return roll_up_ledgers()
