"""A worker's outermost loop: whatever a job raises is recorded in its row."""

from dataclasses import dataclass

import pytest
from django.db import OperationalError
from django.utils import timezone

from core.jobs.models import JobState, LeasedJob
from core.jobs.run_job import release_job, run_job
from core.jobs.tests.test_lease import Generation, must_claim, new_job

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class ServiceUnavailable(Exception):
    """The called service is away."""

    kind: str = "away"
    retryable: bool = True
    retry_after: float | None = None

    def __str__(self) -> str:
        return "It is away."


@pytest.fixture
def job() -> LeasedJob:
    return must_claim(new_job())


def raise_error(error: Exception) -> None:
    raise error


def state_of(job: LeasedJob) -> tuple[str, str, str]:
    row = Generation.objects.get(pk=job.pk)
    return row.state, row.error_code, row.error


def test_what_nobody_foresaw_ends_in_the_row(job: LeasedJob) -> None:
    with run_job(job):
        raise_error(ZeroDivisionError())
    assert state_of(job) == (JobState.PENDING, "internal", "Unexpected ZeroDivisionError; see the log.")


def test_the_database_s_faults_are_the_caller_s(job: LeasedJob) -> None:
    with pytest.raises(OperationalError), run_job(job):
        raise OperationalError
    assert state_of(job) == (JobState.RUNNING, "", "")


def test_a_lost_lease_writes_nothing(job: LeasedJob) -> None:
    job.restart()
    job.fence = must_claim(job).fence - 1
    with run_job(job):
        raise_error(ZeroDivisionError())
    assert state_of(job) == (JobState.RUNNING, "", "")


def test_another_way_to_fail(job: LeasedJob) -> None:
    recorded: list[object] = []
    with run_job(job, fail=lambda **error: recorded.append(error)):
        raise_error(KeyError())
    assert recorded == [{"code": "internal", "error": "Unexpected KeyError; see the log.", "retry": True}]
    assert state_of(job)[0] == JobState.RUNNING


@pytest.mark.parametrize(
    ("error", "retry", "state"),
    [
        (ServiceUnavailable(), None, JobState.PENDING),
        (ServiceUnavailable(retryable=False), None, JobState.FAILED),
        (ServiceUnavailable(retryable=False), True, JobState.PENDING),
    ],
    ids=["later may help", "it will not", "tried again all the same"],
)
def test_what_was_foreseen(
    job: LeasedJob, error: ServiceUnavailable, retry: bool | None, state: JobState
) -> None:
    with run_job(job):
        release_job(job, error, retry=retry)
    assert state_of(job) == (state, "away", "It is away.")


def test_it_waits_for_retry_after(job: LeasedJob) -> None:
    before = timezone.now()
    release_job(job, ServiceUnavailable(retry_after=500.0))
    assert 499 < (Generation.objects.get(pk=job.pk).due - before).total_seconds() < 510
