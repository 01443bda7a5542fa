"""The background doors: an id in, one service call."""

from celery import shared_task

from quickstart.services import coverage, indexing, sessions


@shared_task(name="quickstart.tasks.index_collection")
def index_collection(collection_id: int) -> None:
    """Bring the index of a collection up to date."""
    indexing.index_collection(collection_id=collection_id)


@shared_task(name="quickstart.tasks.sweep_collections")
def sweep_collections() -> int:
    """Announce again the collections whose message was lost, and those that another model embedded."""
    return indexing.sweep_collections()


@shared_task(name="quickstart.tasks.record_coverage")
def record_coverage() -> int:
    """Keep the day's coverage of every collection where it has changed."""
    return coverage.record_all()


@shared_task(name="quickstart.tasks.purge_sessions")
def purge_sessions() -> int:
    """Forget the sittings that nobody has come back to."""
    return sessions.purge_sessions()
