"""Celery tasks: one call each."""

from celery import shared_task

from search import refresh_statistics as statistics


@shared_task(name="search.tasks.refresh_statistics")
def refresh_statistics() -> int:
    return statistics.refresh_statistics()
