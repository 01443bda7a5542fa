"""A worker's outermost loop: whatever a job raises is recorded in its row."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from core.jobs import run_job
from core.jobs.models import OPEN_STATES, Job, JobState
from core.jobs.run_job import run_all_now, run_due, run_now
from core.jobs.tests.factories import (
    QUEUE,
    WORK,
    Content,
    end_leases,
    must_claim,
    new_account,
    new_job,
    target_of,
)

pytestmark = pytest.mark.django_db(transaction=True)

Handler = Callable[[Job, Any], object]
UseHandler = Callable[[Handler], None]


@dataclass
class ServiceUnavailable(Exception):
    """The called service is away."""

    kind: str = "away"
    retryable: bool = True
    retry_after: float | None = None

    def __str__(self) -> str:
        return "It is away."


@pytest.fixture
def use_handler(monkeypatch: pytest.MonkeyPatch) -> UseHandler:
    return lambda handler: monkeypatch.setattr(WORK, "run", handler)


def raising(error: Exception) -> Handler:
    def handler(job: Job, target: Any) -> None:
        raise error

    return handler


def state_of(job: Job) -> tuple[str, str, str]:
    row = Job.objects.get(pk=job.pk)
    return row.state, row.error_code, row.error


def test_all_that_is_due_is_run_with_its_target(use_handler: UseHandler) -> None:
    jobs = [new_job() for _ in range(3)]
    found: list[tuple[Job, Any]] = []
    use_handler(lambda job, target: found.append((job, target)))
    assert run_due(QUEUE) == 3
    assert {(job.pk, str(target.pk)) for job, target in found} == {(job.pk, job.target) for job in jobs}
    assert {state_of(job)[0] for job in jobs} == {JobState.DONE}
    assert run_due(QUEUE) == 0


def test_a_turn_ends_and_hands_on(use_handler: UseHandler, monkeypatch: pytest.MonkeyPatch) -> None:
    handed_on: list[str] = []
    monkeypatch.setattr(run_job, "TURN_SECONDS", -1.0)
    monkeypatch.setattr(run_job, "enqueue", handed_on.append)
    account = new_account()
    for _ in range(2):
        new_job(account)
    use_handler(lambda job, target: None)
    assert (run_due(QUEUE), handed_on) == (1, [QUEUE])
    assert Job.objects.open().count() == 1


def test_one_that_fails_does_not_stop_the_others(use_handler: UseHandler) -> None:
    for _ in range(2):
        new_job()
    use_handler(raising(ServiceUnavailable(retryable=False)))
    assert run_due(QUEUE) == 2
    assert set(Job.objects.values_list("state", flat=True)) == {JobState.FAILED}


def test_a_command_runs_one_out_of_turn(use_handler: UseHandler) -> None:
    first, second = new_job(), new_job()
    use_handler(lambda job, target: None)
    assert run_now(second)
    assert [state_of(job)[0] for job in (first, second)] == [JobState.PENDING, JobState.DONE]
    assert not run_now(second)


def open_jobs() -> list[Job]:
    return list(Job.objects.filter(state__in=OPEN_STATES))


def test_a_command_runs_all_that_are_open_or_become_so(use_handler: UseHandler) -> None:
    first = new_job()
    later = timezone.now() + timedelta(hours=1)
    Job.objects.update(due=later)

    def handler(job: Job, target: Any) -> None:
        if job.pk == first.pk:
            new_job()

    use_handler(handler)
    ended = list(run_all_now(open_jobs))
    assert [job.state for job in ended] == [JobState.DONE] * 2
    assert ended[0].pk == first.pk


def test_a_command_is_told_how_each_ended(use_handler: UseHandler) -> None:
    failing = new_job()
    use_handler(raising(ServiceUnavailable()))
    ended = next(run_all_now(open_jobs))
    assert (ended.pk, ended.state, ended.error_code) == (failing.pk, JobState.PENDING, "away")
    target_of(failing).delete()
    assert [(job.target, job.state) for job in run_all_now(open_jobs)] == [(failing.target, JobState.DONE)]


def test_a_command_waits_for_a_worker(use_handler: UseHandler, monkeypatch: pytest.MonkeyPatch) -> None:
    claimed = must_claim(new_job())
    use_handler(lambda job, target: pytest.fail("was called"))
    assert list(run_all_now(open_jobs, wait=0)) == []

    def finish(seconds: float) -> None:
        with claimed.owned_transaction():
            claimed.finish()

    # The worker's turn ends right behind the first look.
    monkeypatch.setattr(time, "sleep", finish)
    assert list(run_all_now(open_jobs)) == []
    assert state_of(claimed)[0] == JobState.DONE


def test_of_a_vanished_target_the_job_goes_too(use_handler: UseHandler) -> None:
    job = new_job()
    target_of(job).delete()
    use_handler(lambda job, target: pytest.fail("was called"))
    assert run_due(QUEUE) == 1
    assert not Job.objects.exists()


def test_of_a_target_that_vanishes_meanwhile_the_job_goes_at_last(use_handler: UseHandler) -> None:
    job = new_job()
    use_handler(lambda job, target: target.delete())
    assert run_now(job)
    end_leases()
    assert run_due(QUEUE) == 1
    assert not Job.objects.exists()


def test_what_nobody_foresaw_ends_in_the_row(use_handler: UseHandler) -> None:
    job = new_job()
    use_handler(raising(ZeroDivisionError()))
    run_now(job)
    assert state_of(job) == (JobState.PENDING, "internal", "Unexpected ZeroDivisionError; see the log.")


def test_the_database_s_faults_are_the_caller_s(use_handler: UseHandler) -> None:
    job = new_job()
    use_handler(raising(OperationalError()))
    with pytest.raises(OperationalError):
        run_now(job)
    assert state_of(job) == (JobState.RUNNING, "", "")


@pytest.mark.fault(22)
@pytest.mark.parametrize("error", [None, ZeroDivisionError(), ServiceUnavailable()])
def test_a_late_worker_writes_nothing(use_handler: UseHandler, error: Exception | None) -> None:
    job = new_job()

    def be_late(late: Job, target: Any) -> None:
        end_leases()
        must_claim(late)
        if error is not None:
            raise error
        with late.owned_transaction():
            Content.objects.update(text="by the late one")
            late.finish()

    use_handler(be_late)
    run_now(job)
    assert state_of(job) == (JobState.RUNNING, "", "")
    assert (Job.objects.get().fencing_token, target_of(job).text) == (2, "text")


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (ServiceUnavailable(), JobState.PENDING),
        (ServiceUnavailable(retryable=False), JobState.FAILED),
    ],
    ids=["later may help", "it will not"],
)
def test_what_was_foreseen(use_handler: UseHandler, error: ServiceUnavailable, state: JobState) -> None:
    job = new_job()
    use_handler(raising(error))
    run_now(job)
    assert state_of(job) == (state, "away", "It is away.")


def test_it_waits_for_retry_after(use_handler: UseHandler) -> None:
    before = timezone.now()
    use_handler(raising(ServiceUnavailable(retry_after=500.0)))
    run_now(new_job())
    assert 499 < (Job.objects.get().due - before).total_seconds() < 510
