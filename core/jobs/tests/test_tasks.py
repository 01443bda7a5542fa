"""What announces jobs again, and what deletes those that nobody needs any more."""

import re
from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from core.jobs import tasks
from core.jobs.claim_jobs import claim_job
from core.jobs.enqueue import SWEEP_SECONDS
from core.jobs.models import Job, JobState
from core.jobs.tests.factories import QUEUE, WORK, new_job, target_of

pytestmark = pytest.mark.django_db


def test_the_sweep_announces_what_was_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[list[str]] = []
    monkeypatch.setattr(current_app, "send_task", lambda task, args, **options: sent.append(args))
    fresh, left, leased, lost, done = (new_job() for _ in range(5))
    ago, soon = timezone.now() - timedelta(minutes=5), timezone.now() + timedelta(minutes=5)
    Job.objects.exclude(pk=fresh.pk).update(due=ago)
    Job.objects.filter(pk__in=[leased.pk, lost.pk]).update(state=JobState.RUNNING, leased_until=soon)
    Job.objects.filter(pk=lost.pk).update(leased_until=ago)
    Job.objects.filter(pk=done.pk).update(state=JobState.DONE)
    assert tasks.sweep() == 2
    assert sent == [[QUEUE]] * 2
    Job.objects.filter(pk__in=[left.pk, lost.pk]).delete()
    assert tasks.sweep() == 0


def test_a_retry_is_announced_for_the_second_it_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[float] = []

    def record(task: str, *, countdown: float, expires: float, **options: Any) -> None:
        assert expires == countdown + SWEEP_SECONDS
        sent.append(countdown)

    monkeypatch.setattr(current_app, "send_task", record)
    now = timezone.now().replace(microsecond=0)
    for seconds in (-10, 5.2, 5.7, SWEEP_SECONDS - 1, SWEEP_SECONDS + 2):
        Job.objects.filter(pk=new_job().pk).update(attempts=1, due=now + timedelta(seconds=seconds))
    # Announced by whoever requested it.
    Job.objects.filter(pk=new_job().pk).update(due=now + timedelta(seconds=5))
    assert tasks.sweep() == 4
    after = [seconds - (now - timezone.now()).total_seconds() for seconds in sorted(sent)]
    assert sorted(sent)[0] == 0
    assert after[1:] == pytest.approx([6, 6, SWEEP_SECONDS], abs=1)


@pytest.mark.parametrize(("pause", "announced"), [(9, [9.0]), (SWEEP_SECONDS + 1, [])])
def test_a_retry_before_the_next_sweep_is_announced_at_once(
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    pause: float,
    announced: list[float],
) -> None:
    sent: list[float] = []
    monkeypatch.setattr(current_app, "send_task", lambda task, countdown, **options: sent.append(countdown))
    job = claim_job(new_job(), lease=timedelta(minutes=1))
    assert job is not None
    with django_capture_on_commit_callbacks(execute=True):
        job.fail(code="x", error="X.", retry=True, pause=timedelta(seconds=pause))
    assert sent == announced


def test_purged_is_what_was_done_long_ago_and_what_failed_on_a_row_that_is_gone() -> None:
    fresh, old, failed, orphan, pending = (new_job() for _ in range(5))
    ago = timezone.now() - timedelta(days=settings.JOB_DAYS, minutes=1)
    Job.objects.filter(pk=fresh.pk).update(state=JobState.DONE, finished=timezone.now())
    Job.objects.filter(pk=old.pk).update(state=JobState.DONE, finished=ago)
    Job.objects.filter(pk__in=[failed.pk, orphan.pk]).update(state=JobState.FAILED, finished=ago)
    target_of(orphan).delete()
    assert tasks.purge() == 2
    assert set(Job.objects.all()) == {fresh, failed, pending}


def test_targets_of_failed_jobs_are_found_by_their_keys() -> None:
    with connection.cursor() as cursor:
        # What a table of many rows makes of it.
        cursor.execute(
            "SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off"
        )
    plan = Job.objects.filter(state=JobState.FAILED).without_target(WORK).explain()
    assert re.search(r"Index Cond: \(\w+ = .*target", plan), plan


def test_a_message_runs_what_is_due() -> None:
    assert tasks.run_due(QUEUE) == 0
