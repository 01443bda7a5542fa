"""Celery tasks: one service call each. The index job runs by `core.jobs`, to which `update_index` is known."""

from celery import shared_task

from quickstart.services import (
    ask_conversations,
    coverage_reports,
    purge_old_questions,
    request_phrasing,  # noqa: F401
    update_index,
)


@shared_task(name="quickstart.tasks.requeue_outdated")
def requeue_outdated() -> int:
    """Request the index of collections that another model indexed, and that failed an hour ago."""
    return update_index.requeue_outdated()


@shared_task(name="quickstart.tasks.record_coverage")
def record_coverage() -> int:
    """Keep the day's coverage of every collection where it has changed."""
    return coverage_reports.record_all()


@shared_task(name="quickstart.tasks.purge_questions")
def purge_questions() -> int:
    return purge_old_questions.purge_questions()


@shared_task(name="quickstart.tasks.purge_sessions")
def purge_sessions() -> int:
    """Forget the conversations that nobody has come back to."""
    return ask_conversations.purge_conversations()
