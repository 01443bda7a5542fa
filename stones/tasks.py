"""Celery tasks: an id in, one service call."""

from celery import shared_task

from stones import services


@shared_task(name="stones.tasks.generate")
def generate(generation_id: int) -> None:
    services.generate(generation_id=generation_id)


@shared_task(name="stones.tasks.sweep")
def sweep() -> int:
    return services.announce_late()


@shared_task(name="stones.tasks.purge")
def purge() -> int:
    return services.purge_expired()
