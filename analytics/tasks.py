"""The background task."""

from celery import shared_task

from analytics import services


@shared_task(name="analytics.tasks.purge_events")
def purge_events() -> int:
    """Delete events that are older than they are kept."""
    return services.purge_events()
