"""The jobs of rows in tests: run by hand, or ended as a worker would have ended them."""

from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from core.jobs.find_jobs import find_job
from core.jobs.job_kinds import JobKind
from core.jobs.models import Job
from core.jobs.run_job import run_now


def run_one(row: Model, kind: JobKind) -> Job:
    """Run the job of this row whenever it is due, unless a worker has it, and return it."""
    change_job(row, kind, due=timezone.now())
    run_now(find_job(row, kind))
    return find_job(row, kind)


def change_job(row: Model, kind: JobKind, **fields: Any) -> Job:
    Job.objects.of(kind).filter(target=row.pk).update(**fields)
    return find_job(row, kind)


@transaction.atomic
def give_up(row: Model, kind: JobKind, error: str = "It fell.") -> Job:
    """Let the job of this row fail for good, with all that follows."""
    job = find_job(row, kind)
    kind.lock(job)
    job.give_up(code="internal", error=error)
    return job
