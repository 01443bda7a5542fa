"""Celery tasks."""

from celery import shared_task

from analytics import services


@shared_task(name="analytics.tasks.purge_events")
def purge_events() -> int:
    return services.purge_events()
