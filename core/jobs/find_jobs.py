"""The jobs of given rows."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Model

from core.jobs.job_kinds import JobKind
from core.jobs.models import Job, JobState


def jobs_of(rows: Iterable[Model], kind: JobKind) -> dict[Any, Job]:
    """The job of each row, by its primary key. One query.

    A row for which nothing was to be done lately has one that is done and not saved.
    """
    keys = [row.pk for row in rows]
    found = {job.target: job for job in Job.objects.filter(kind=kind.name, target__in=map(str, keys))}
    return {
        key: found.get(str(key)) or Job(kind=kind.name, target=str(key), state=JobState.DONE) for key in keys
    }


def find_job(row: Model, kind: JobKind) -> Job:
    """The job of one row, as in `jobs_of`."""
    return jobs_of([row], kind)[row.pk]
