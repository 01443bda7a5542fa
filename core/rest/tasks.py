"""Celery task of the REST layer."""

from celery import shared_task

from core.rest.idempotency import purge_records


@shared_task(name="core.rest.tasks.purge")
def purge() -> int:
    """Delete expired idempotency records."""
    return purge_records()
