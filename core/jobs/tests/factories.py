"""Jobs of a kind of the tests' own, on contents that are looked up, not imported: jobs knows no app."""

import itertools
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from core.jobs.claim_jobs import claim_job
from core.jobs.find_jobs import find_job
from core.jobs.job_kinds import JobKind
from core.jobs.models import Job
from core.jobs.request_jobs import request_jobs

Content = apps.get_model("stones", "Content")
QUEUE = "tests"
WORK = JobKind("tests.work", Content, queue=QUEUE)
LEASE = timedelta(minutes=5)

_numbers = itertools.count()


def new_account() -> User:
    return User.objects.create(username=f"jobs{next(_numbers)}")


def new_targets(count: int, account: User | None = None) -> list[Any]:
    account = account or new_account()
    return Content.objects.bulk_create(
        Content(account=account, sha256=sha256, border_hash=sha256, text="text", tokens=1, tokens_exact=True)
        for sha256 in (f"{next(_numbers):064x}" for _ in range(count))
    )


def new_job(account: User | None = None) -> Job:
    [target] = new_targets(1, account)
    request_jobs([target], WORK)
    return find_job(target, WORK)


def target_of(job: Job) -> Any:
    return Content.objects.get(pk=job.target)


def claim(job: Job) -> Job | None:
    return claim_job(job, lease=LEASE)


def must_claim(job: Job) -> Job:
    claimed = claim(job)
    assert claimed is not None
    return claimed


def end_leases() -> None:
    """As if the workers had died a while ago."""
    Job.objects.update(leased_until=timezone.now() - timedelta(seconds=1))


def run_concurrently(*calls: Callable[[], object]) -> list[object]:
    """Run the calls at the same moment, each on its own connection."""
    results: list[object] = []
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> None:
        try:
            start.wait()
            results.append(call())
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[call]) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
