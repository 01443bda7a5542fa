"""The background doors."""

from celery import shared_task

from rest.idempotency import purge_answers


@shared_task(name="rest.tasks.purge")
def purge() -> int:
    """Delete the answers that have been kept long enough."""
    return purge_answers()
