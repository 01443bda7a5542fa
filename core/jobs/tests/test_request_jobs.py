"""Work is requested in one statement, in the transaction that makes it necessary."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from core.jobs.find_jobs import find_job, jobs_of
from core.jobs.models import Job, JobState, LeaseLost
from core.jobs.request_jobs import request_jobs, restart_jobs
from core.jobs.tests.factories import WORK, claim, must_claim, new_job, new_targets, target_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("count", [1, 3])
def test_one_statement_for_all(count: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    targets = new_targets(count)
    with django_assert_num_queries(1):
        request_jobs(targets, WORK)
    with django_assert_num_queries(1):
        jobs = jobs_of(targets, WORK)
    assert list(jobs) == [target.pk for target in targets]
    for target in targets:
        job = jobs[target.pk]
        assert (job.state, job.attempts, job.account_id) == (JobState.PENDING, 0, target.account_id)
        assert (job.queue, job.due <= timezone.now()) == (WORK.queue, True)


def test_nothing_is_nothing(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        request_jobs([], WORK)


def test_where_nothing_was_requested_nothing_is_to_be_done() -> None:
    [target] = new_targets(1)
    job = find_job(target, WORK)
    assert job.state == JobState.DONE
    assert job._state.adding


def test_a_pause_is_not_cut_short_by_a_request() -> None:
    job = new_job()
    must_claim(job).fail(code="timeout", error="No answer.", retry=True)
    before = Job.objects.values().get()
    request_jobs([target_of(job)], WORK)
    assert Job.objects.values().get() == before
    restart_jobs([target_of(job)], WORK)
    assert must_claim(job).attempts == 1


@pytest.mark.parametrize("state", [JobState.DONE, JobState.FAILED])
def test_what_has_ended_starts_anew(state: JobState) -> None:
    job = new_job()
    Job.objects.update(
        state=state, attempts=5, due=timezone.now() - timedelta(days=1), error_code="timeout", error="No."
    )
    request_jobs([target_of(job)], WORK)
    job.refresh_from_db()
    assert (job.state, job.attempts, job.error_code, job.error) == (JobState.PENDING, 0, "", "")
    assert timezone.now() - job.due < timedelta(minutes=1)
    assert must_claim(job).attempts == 1


def finish(job: Job) -> None:
    with job.owned_transaction():
        job.finish()


def give_up(job: Job) -> None:
    job.fail(code="wrong_key", error="Refused.", retry=False)


@pytest.mark.parametrize("end", [finish, give_up])
def test_requested_while_it_runs_it_is_done_again(end: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WORK, "on_failure", lambda job: pytest.fail("it has not failed"))
    claimed = must_claim(new_job())
    request_jobs([target_of(claimed)], WORK)
    assert claim(claimed) is None
    end(claimed)
    again = must_claim(claimed)
    assert (again.attempts, again.again) == (1, False)
    finish(again)
    assert claim(again) is None


def fail_once(job: Job) -> None:
    job.fail(code="timeout", error="No answer.", retry=True, pause=timedelta(0))


def lose(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(leased_until=timezone.now() - timedelta(seconds=1))


@pytest.mark.parametrize("interrupt", [fail_once, lose])
def test_its_retry_is_that_further_time(interrupt: Any) -> None:
    claimed = must_claim(new_job())
    request_jobs([target_of(claimed)], WORK)
    interrupt(claimed)
    retry = must_claim(claimed)
    assert (retry.attempts, retry.again) == (2, False)
    finish(retry)
    assert claim(retry) is None


def test_restarted_it_is_taken_from_its_worker() -> None:
    claimed = must_claim(new_job())
    restart_jobs([target_of(claimed)], WORK)
    with pytest.raises(LeaseLost):
        finish(claimed)
    finish(must_claim(claimed))
    assert claim(claimed) is None


def test_it_is_announced_after_the_commit_alone(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    targets = new_targets(3)
    with django_capture_on_commit_callbacks() as callbacks:
        with transaction.atomic():
            request_jobs(targets, WORK)
            transaction.set_rollback(True)
        assert not Job.objects.exists()
        request_jobs(targets, WORK)
    assert len(callbacks) == 1


def test_targets_are_found_by_the_state_of_their_jobs() -> None:
    failed, pending = new_job(), new_job()
    Job.objects.filter(pk=failed.pk).update(state=JobState.FAILED)
    model = WORK.target
    of_failed = Job.objects.filter(state=JobState.FAILED).targets(WORK)
    assert [str(row.pk) for row in model._base_manager.filter(pk__in=of_failed)] == [failed.target]
    assert Job.objects.open().get() == pending
