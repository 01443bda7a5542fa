"""Celery tasks: one service call each. The jobs on contents run by `core.jobs`, to which their services are known."""

from celery import shared_task

from stones import services


@shared_task(name="stones.tasks.purge")
def purge() -> int:
    return services.purge_expired()
