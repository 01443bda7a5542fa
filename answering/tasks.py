"""Celery task: one service call. The job is run by `core.jobs`, to which the service imported here is known."""

from celery import shared_task

from answering.services import purge_answers, write_answer  # noqa: F401


@shared_task(name="answering.tasks.purge")
def purge() -> int:
    """Delete answers that ended a while ago. Returns how many."""
    return purge_answers.purge_answers()
