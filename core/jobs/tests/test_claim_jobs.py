"""A job's life: claimed once and in turn, fenced, retried, failed."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.jobs.claim_jobs import claim_next
from core.jobs.job_kinds import DEFAULT_QUEUE, MAX_ATTEMPTS
from core.jobs.models import FIRST_RETRY_DELAY, Job, JobState, LeaseLost
from core.jobs.request_jobs import request_jobs
from core.jobs.tests.factories import (
    LEASE,
    QUEUE,
    WORK,
    claim,
    end_leases,
    must_claim,
    new_account,
    new_job,
    new_targets,
    run_concurrently,
    target_of,
)


def claim_any() -> Job | None:
    return claim_next(QUEUE, lease=LEASE)


@pytest.fixture
def job(db: None) -> Job:
    return new_job()


@pytest.fixture
def failures(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """State and code of each job with which its kind was told of a failure."""
    found: list[tuple[str, str]] = []
    monkeypatch.setattr(WORK, "on_failure", lambda job: found.append((job.state, job.error_code)))
    return found


def test_a_claim_takes_it_for_the_lease(job: Job) -> None:
    claimed = must_claim(job)
    assert (claimed.state, claimed.attempts, claimed.fencing_token) == (JobState.RUNNING, 1, 1)
    assert claimed.leased_until is not None
    assert timedelta(0) <= timezone.now() + LEASE - claimed.leased_until < timedelta(seconds=10)
    assert claim(job) is None
    assert claim_any() is None


def test_it_is_not_claimed_before_it_is_due(job: Job) -> None:
    Job.objects.update(due=timezone.now() + timedelta(seconds=30))
    assert claim(job) is None
    assert claim_any() is None


def test_another_queue_is_left_to_its_workers(job: Job) -> None:
    assert claim_next("another", lease=LEASE) is None


def test_what_is_gone_or_done_is_not_claimed(job: Job) -> None:
    claimed = must_claim(job)
    with claimed.owned_transaction():
        claimed.finish()
    assert claim(job) is None
    job.delete()
    assert claim(claimed) is None


def test_an_account_with_one_job_is_next_behind_anothers_thousand(db: None) -> None:
    many, one = new_account(), new_account()
    request_jobs(new_targets(1000, many), WORK)
    request_jobs(new_targets(1, one), WORK)
    turns = [claimed.account_id for claimed in (claim_any() for _ in range(4)) if claimed]
    assert turns == [many.pk, one.pk, many.pk, many.pk]
    request_jobs(new_targets(2, one), WORK)
    turns = [claimed.account_id for claimed in (claim_any() for _ in range(4)) if claimed]
    assert turns == [one.pk, many.pk, one.pk, many.pk]


def test_in_a_queue_of_its_own_the_longest_due_is_next(db: None) -> None:
    account = new_account()
    jobs = [new_job(account) for _ in range(3)]
    for job, seconds in zip(jobs, (20, 30, 10), strict=True):
        Job.objects.filter(pk=job.pk).update(due=timezone.now() - timedelta(seconds=seconds))
    assert [found.pk for found in (claim_any() for _ in range(3)) if found] == [
        jobs[1].pk,
        jobs[0].pk,
        jobs[2].pk,
    ]


@pytest.mark.parametrize(("drawn", "is_last_first"), [(0.9, True), (0.1, False)])
def test_in_the_default_queue_what_was_requested_last_is_mostly_next(
    db: None, monkeypatch: pytest.MonkeyPatch, drawn: float, is_last_first: bool
) -> None:
    monkeypatch.setattr("core.jobs.claim_jobs.random", lambda: drawn)
    account = new_account()
    imported, pasted = (new_job(account) for _ in range(2))
    Job.objects.filter(account=account).update(queue=DEFAULT_QUEUE)
    Job.objects.filter(pk=imported.pk).update(due=pasted.due - timedelta(seconds=5))
    found = [claim_next(DEFAULT_QUEUE, lease=LEASE) for _ in range(2)]
    expected = [pasted.pk, imported.pk] if is_last_first else [imported.pk, pasted.pk]
    assert [each.pk for each in found if each] == expected


def test_the_cost_of_a_claim_does_not_grow_with_the_jobs(db: None) -> None:
    for _ in range(3):
        request_jobs(new_targets(2000), WORK)
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {Job._meta.db_table}")
        with CaptureQueriesContext(connection) as queries:
            assert claim_any() is not None
        reads = [
            each["sql"] for each in queries if "pending" in each["sql"] and 'UPDATE "' not in each["sql"]
        ]
        assert len(reads) == 2
        for sql in reads:
            cursor.execute(f"EXPLAIN {sql}")
            plan = "\n".join(line for (line,) in cursor.fetchall())
            # Which index is cheapest depends on what other tests left in the table's statistics.
            assert "Index" in plan, plan
            assert "Seq Scan" not in plan, plan


def test_finish_clears_lease_and_error(job: Job) -> None:
    must_claim(job).fail(code="timeout", error="No answer.", retry=True, pause=timedelta(0))
    claimed = must_claim(job)
    with claimed.owned_transaction():
        claimed.finish()
    job.refresh_from_db()
    assert (job.state, job.leased_until, job.error_code, job.error) == (JobState.DONE, None, "", "")
    assert job.finished is not None


def test_a_lease_that_ran_out_lets_another_in_and_the_first_out(job: Job) -> None:
    late = must_claim(job)
    end_leases()
    second = claim_any()
    assert second is not None
    assert (second.pk, second.attempts, second.fencing_token) == (job.pk, 2, 2)
    written = []
    with pytest.raises(LeaseLost), late.owned_transaction():
        written.append("by the late one")
    with pytest.raises(LeaseLost):
        late.fail(code="timeout", error="", retry=True)
    with second.owned_transaction():
        second.finish()
    assert written == []


def test_restart_while_a_worker_has_it(job: Job) -> None:
    first = must_claim(job)
    job.refresh_from_db()
    job.restart()
    with pytest.raises(LeaseLost), first.owned_transaction():
        first.finish()
    again = must_claim(job)
    assert (again.attempts, again.fencing_token) == (1, 3)


def test_nothing_is_written_for_a_target_that_was_deleted(job: Job) -> None:
    claimed = must_claim(job)
    target_of(job).delete()
    with pytest.raises(LeaseLost), claimed.owned_transaction():
        pytest.fail("was entered")


def test_pauses_double_until_the_job_fails(job: Job, failures: list[tuple[str, str]]) -> None:
    pauses = []
    for _ in range(MAX_ATTEMPTS):
        assert failures == []
        claimed = must_claim(job)
        before = timezone.now()
        again = claimed.fail(code="timeout", error="No answer.", retry=True)
        pauses.append(round((claimed.due - before) / FIRST_RETRY_DELAY))
        Job.objects.update(due=timezone.now())
    assert pauses == [1, 2, 4, 8, 0]
    assert not again
    job.refresh_from_db()
    assert (job.state, job.error_code, job.error) == (JobState.FAILED, "timeout", "No answer.")
    assert failures == [(JobState.FAILED, "timeout")]
    assert claim(job) is None


def test_a_permanent_failure_is_not_retried(job: Job, failures: list[tuple[str, str]]) -> None:
    assert not must_claim(job).fail(code="wrong_key", error="Refused.", retry=False)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.FAILED, 1)
    assert failures == [(JobState.FAILED, "wrong_key")]


def test_the_provider_may_say_how_long_to_wait(job: Job) -> None:
    claimed = must_claim(job)
    assert claimed.fail(code="rate_limited", error="", retry=True, pause=timedelta(minutes=7))
    assert claimed.due - timezone.now() > timedelta(minutes=6)
    assert claim(job) is None


def test_a_job_that_kills_its_workers_fails(job: Job, failures: list[tuple[str, str]]) -> None:
    for _ in range(MAX_ATTEMPTS):
        must_claim(job)
        end_leases()
    assert claim_any() is None
    job.refresh_from_db()
    assert (job.state, job.error_code) == (JobState.FAILED, "worker_lost")
    assert failures == [(JobState.FAILED, "worker_lost")]


def test_a_failure_that_cannot_be_followed_up_is_one_all_the_same(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WORK, "on_failure", lambda job: Job.objects.get(pk=0))
    must_claim(job).fail(code="wrong_key", error="Refused.", retry=False)
    job.refresh_from_db()
    assert job.state == JobState.FAILED


def test_a_failed_result_is_not_half_written(job: Job) -> None:
    claimed = must_claim(job)

    def break_off() -> None:
        with claimed.owned_transaction():
            claimed.finish()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_off()
    job.refresh_from_db()
    assert job.state == JobState.RUNNING


@pytest.mark.fault(22)
@pytest.mark.django_db(transaction=True)
def test_of_many_workers_one_gets_it() -> None:
    new_job()
    claimed = run_concurrently(*[claim_any] * 6)
    assert [found.fencing_token for found in claimed if isinstance(found, Job)] == [1]


@pytest.mark.django_db(transaction=True)
def test_as_many_workers_as_jobs_get_one_each() -> None:
    account = new_account()
    jobs = {new_job(account).pk for _ in range(4)}
    claimed = run_concurrently(*[claim_any] * 4)
    assert {found.pk for found in claimed if isinstance(found, Job)} == jobs


@pytest.mark.django_db(transaction=True)
def test_a_worker_waits_for_no_other() -> None:
    claimed = must_claim(new_job())
    with claimed.owned_transaction():
        other = new_job()
        # Not yet committed; the other row is locked by the one that writes its result.
        assert run_concurrently(claim_any) == [None]
        claimed.finish()
    assert [found.pk for found in run_concurrently(claim_any) if isinstance(found, Job)] == [other.pk]
