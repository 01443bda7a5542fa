"""Celery's periodic task."""

from celery import shared_task

from search import embed_passages


@shared_task(name="search.tasks.requeue_outdated")
def requeue_outdated() -> int:
    """Request vectors for what another model embedded, and what failed an hour ago."""
    return embed_passages.requeue_outdated()
