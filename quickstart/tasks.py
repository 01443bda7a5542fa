"""Celery tasks: an id in, one service call."""

from celery import shared_task

from quickstart.services import ask_conversations, coverage_reports, update_index


@shared_task(name="quickstart.tasks.index_collection")
def index_collection(collection_id: int) -> None:
    """Bring the index of a collection up to date."""
    update_index.index_collection(collection_id=collection_id)


@shared_task(name="quickstart.tasks.sweep_collections")
def sweep_collections() -> int:
    """Announce again the collections whose message was lost, and those that another model embedded."""
    return update_index.sweep_collections()


@shared_task(name="quickstart.tasks.record_coverage")
def record_coverage() -> int:
    """Keep the day's coverage of every collection where it has changed."""
    return coverage_reports.record_all()


@shared_task(name="quickstart.tasks.purge_sessions")
def purge_sessions() -> int:
    """Forget the conversations that nobody has come back to."""
    return ask_conversations.purge_conversations()
