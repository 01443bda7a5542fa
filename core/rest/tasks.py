"""Background tasks of the REST layer."""

from celery import shared_task

from core.rest.idempotency import purge_records


@shared_task(name="core.rest.tasks.purge")
def purge() -> int:
    """Delete the answers that have been kept long enough."""
    return purge_records()
