"""Celery tasks: one service call each. The jobs run by `core.jobs`, to which the services imported here are known."""

from celery import shared_task

from brain.services import (
    conversation_summaries,  # noqa: F401
    embed_chunks,  # noqa: F401
    request_brain_answer,  # noqa: F401
    search_external,
)


@shared_task(name="brain.tasks.purge_fetched")
def purge_fetched() -> int:
    """Forget what sources outside answered more than an hour ago."""
    return search_external.purge_fetched()
