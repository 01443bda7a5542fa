"""Celery tasks: an id in, one service call."""

from celery import shared_task

from clipboard.services import fingerprint_missing_contents, purge_expired_copies
from stones import services

# Those of a site that had stones before it had a clipboard; seconds a thousand.
FINGERPRINT_BATCH = 5_000


@shared_task(name="stones.tasks.generate")
def generate(generation_id: int) -> None:
    """Write a content's levels and embed its passages."""
    services.generate(generation_id=generation_id)


@shared_task(name="stones.tasks.sweep")
def sweep() -> int:
    """Announce again the jobs whose message was lost."""
    return services.sweep()


@shared_task(name="stones.tasks.purge")
def purge() -> int:
    """Delete copies and stones whose time has run out; write the fingerprints of texts that have none."""
    purged = purge_expired_copies() + services.purge_expired()
    fingerprint_missing_contents(limit=FINGERPRINT_BATCH)
    return purged
