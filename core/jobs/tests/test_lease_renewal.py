"""A lease is renewed during the work, by its owner only."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from core.jobs.lease_renewal import renew_lease
from core.jobs.models import JobState
from core.jobs.tests.test_lease import Generation, must_claim, new_job

SHORT, OFTEN = timedelta(seconds=1), timedelta(milliseconds=50)


@pytest.mark.django_db(transaction=True)
def test_work_that_outlasts_its_lease_keeps_it() -> None:
    job = must_claim(new_job())
    with renew_lease(job, lease=SHORT, renew_every=OFTEN):
        time.sleep(1.3)
        assert Generation.objects.filter(leased_until__gt=timezone.now()).exists()
        assert Generation.objects.claim(job.pk, lease=SHORT) is None


@pytest.mark.django_db(transaction=True)
def test_afterwards_the_lease_runs_out() -> None:
    job = must_claim(new_job())
    with renew_lease(job, lease=SHORT, renew_every=OFTEN):
        time.sleep(0.2)
    time.sleep(1.1)
    assert Generation.objects.claim(job.pk, lease=SHORT) is not None


@pytest.mark.django_db(transaction=True)
def test_a_late_owner_does_not_renew_the_lease_of_the_next() -> None:
    late = must_claim(new_job())
    Generation.objects.update(leased_until=timezone.now())
    owner = must_claim(late)
    with renew_lease(late, lease=timedelta(hours=1), renew_every=OFTEN):
        time.sleep(0.3)
    assert Generation.objects.get().leased_until == owner.leased_until


@pytest.mark.django_db(transaction=True)
def test_what_has_ended_is_not_renewed() -> None:
    job = must_claim(new_job())
    with job.owned_transaction():
        job.finish()
    assert not job.renew(SHORT)
    assert Generation.objects.get().state == JobState.DONE
