"""Celery tasks: one service call each."""

from celery import shared_task

from clipboard import services

# Those of a site that had stones before it had a clipboard; seconds a thousand.
FINGERPRINT_BATCH = 5_000


@shared_task(name="clipboard.tasks.purge")
def purge() -> int:
    """Delete the copies whose time has run out; write the fingerprints of texts that have none."""
    purged = services.purge_expired_copies()
    services.fingerprint_missing_contents(limit=FINGERPRINT_BATCH)
    return purged
