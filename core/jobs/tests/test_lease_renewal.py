"""A lease is renewed during the work, by its owner only."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from core.jobs.lease_renewal import renew_lease
from core.jobs.models import Job, JobState
from core.jobs.tests.factories import claim, end_leases, must_claim, new_job

SHORT, OFTEN = timedelta(seconds=1), timedelta(milliseconds=50)

pytestmark = pytest.mark.django_db(transaction=True)


def test_work_that_outlasts_its_lease_keeps_it() -> None:
    job = must_claim(new_job())
    with renew_lease(job, lease=SHORT, renew_every=OFTEN):
        time.sleep(1.3)
        assert Job.objects.leased().exists()
        assert claim(job) is None


def test_afterwards_the_lease_runs_out() -> None:
    job = must_claim(new_job())
    with renew_lease(job, lease=SHORT, renew_every=OFTEN):
        time.sleep(0.2)
    time.sleep(1.1)
    assert claim(job) is not None


def test_a_late_owner_does_not_renew_the_lease_of_the_next() -> None:
    late = must_claim(new_job())
    end_leases()
    owner = must_claim(late)
    with renew_lease(late, lease=timedelta(hours=1), renew_every=OFTEN):
        time.sleep(0.3)
    assert Job.objects.get().leased_until == owner.leased_until


def test_what_has_ended_is_not_renewed() -> None:
    job = must_claim(new_job())
    with job.owned_transaction():
        job.finish()
    assert not job.renew(SHORT)
    assert (Job.objects.get().state, Job.objects.get().leased_until) == (JobState.DONE, None)


def test_work_is_renewed_no_more_after_a_restart() -> None:
    job = must_claim(new_job())
    Job.objects.get().restart()
    assert timezone.now() > job.created
    assert not job.renew(SHORT)
