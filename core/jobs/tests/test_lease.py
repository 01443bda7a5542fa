"""A job's life: claimed once, fenced, retried, failed. On the one model that there is, stones.Generation."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from core.jobs.models import FIRST_RETRY_DELAY, MAX_ATTEMPTS, JobState, LeasedJob, LeaseLost

# Looked up, not imported: jobs knows no app.
Generation = apps.get_model("stones", "Generation")
Content = apps.get_model("stones", "Content")
LEASE = timedelta(minutes=5)


def new_job() -> LeasedJob:
    account, _ = User.objects.get_or_create(username="ann")
    content = Content.objects.create(
        account=account, sha256="a" * 64, border_hash="a" * 8, text="text", tokens=1, tokens_exact=True
    )
    job: LeasedJob = Generation.objects.create(account=account, content=content)
    return job


def claim(job: LeasedJob) -> LeasedJob | None:
    claimed: LeasedJob | None = Generation.objects.claim(job.pk, lease=LEASE)
    return claimed


def must_claim(job: LeasedJob) -> LeasedJob:
    claimed = claim(job)
    assert claimed is not None
    return claimed


@pytest.fixture
def job(db: None) -> LeasedJob:
    return new_job()


def test_a_claim_takes_it_for_the_lease(job: LeasedJob) -> None:
    claimed = must_claim(job)
    assert (claimed.state, claimed.attempts, claimed.fence) == (JobState.RUNNING, 1, 1)
    assert claimed.leased_until is not None
    assert timedelta(0) <= timezone.now() + LEASE - claimed.leased_until < timedelta(seconds=10)
    assert claim(job) is None


def test_it_is_not_claimed_before_it_is_due(job: LeasedJob) -> None:
    Generation.objects.update(due=timezone.now() + timedelta(seconds=30))
    assert claim(job) is None


def test_what_is_gone_or_done_is_not_claimed(job: LeasedJob) -> None:
    claimed = must_claim(job)
    with claimed.owned_transaction():
        claimed.finish()
    assert claim(job) is None
    job.delete()
    assert claim(claimed) is None


def test_finish_clears_lease_and_error(job: LeasedJob) -> None:
    must_claim(job).fail(code="timeout", error="No answer.", retry=True, pause=timedelta(0))
    claimed = must_claim(job)
    with claimed.owned_transaction():
        claimed.finish()
    job.refresh_from_db()
    assert (job.state, job.leased_until, job.error_code, job.error) == (JobState.DONE, None, "", "")
    assert job.finished is not None


def test_a_lease_that_ran_out_lets_another_in_and_the_first_out(job: LeasedJob) -> None:
    late = must_claim(job)
    Generation.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    second = must_claim(job)
    assert (second.attempts, second.fence) == (2, 2)
    written = []
    with pytest.raises(LeaseLost), late.owned_transaction():
        written.append("by the late one")
    with pytest.raises(LeaseLost):
        late.fail(code="timeout", error="", retry=True)
    with second.owned_transaction():
        second.finish()
    assert written == []


def test_restart_while_a_worker_has_it(job: LeasedJob) -> None:
    first = must_claim(job)
    job.refresh_from_db()
    job.restart()
    with pytest.raises(LeaseLost), first.owned_transaction():
        first.finish()
    again = must_claim(job)
    assert (again.attempts, again.fence) == (1, 3)


def test_pauses_double_until_the_job_fails(job: LeasedJob) -> None:
    pauses = []
    for _ in range(MAX_ATTEMPTS):
        claimed = must_claim(job)
        before = timezone.now()
        again = claimed.fail(code="timeout", error="No answer.", retry=True)
        pauses.append(round((claimed.due - before) / FIRST_RETRY_DELAY))
        Generation.objects.update(due=timezone.now())
    assert pauses == [1, 2, 4, 8, 16]
    assert not again
    job.refresh_from_db()
    assert (job.state, job.error_code, job.error) == (JobState.FAILED, "timeout", "No answer.")
    assert claim(job) is None


def test_a_permanent_failure_is_not_retried(job: LeasedJob) -> None:
    assert not must_claim(job).fail(code="wrong_key", error="Refused.", retry=False)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.FAILED, 1)


def test_the_provider_may_say_how_long_to_wait(job: LeasedJob) -> None:
    claimed = must_claim(job)
    assert claimed.fail(code="rate_limited", error="", retry=True, pause=timedelta(minutes=7))
    assert claimed.due - timezone.now() > timedelta(minutes=6)
    assert claim(job) is None


def test_a_job_that_kills_its_workers_fails(job: LeasedJob) -> None:
    for _ in range(MAX_ATTEMPTS):
        must_claim(job)
        Generation.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert claim(job) is None
    job.refresh_from_db()
    assert (job.state, job.error_code) == (JobState.FAILED, "worker_lost")


def test_a_failed_result_is_not_half_written(job: LeasedJob) -> None:
    claimed = must_claim(job)

    def break_off() -> None:
        with claimed.owned_transaction():
            claimed.finish()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_off()
    job.refresh_from_db()
    assert job.state == JobState.RUNNING


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


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_one_gets_it() -> None:
    job = new_job()
    claimed = run_concurrently(*[lambda: claim(job)] * 6)
    assert [found.fence for found in claimed if isinstance(found, LeasedJob)] == [1]


@pytest.mark.django_db(transaction=True)
def test_a_worker_waits_for_no_other() -> None:
    job = new_job()
    claimed = must_claim(job)
    Generation.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    with claimed.owned_transaction():
        # The row is locked by the one that writes its result: the other turns away at once.
        assert run_concurrently(lambda: claim(job)) == [None]
        claimed.finish()
    assert claim(job) is None
