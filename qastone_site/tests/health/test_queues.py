"""How long work waits for a worker, and what has failed."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from brain.models import EMBED_NOTE
from brain.tests.factories import make_note
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from inbox.models import CALL_WEBHOOK
from inbox.services.manage_webhooks import add_webhook
from inbox.services.memory import remember
from inbox.services.spawn_helpers import spawn_helper
from inbox.tests.factories import deliver, new_agent
from qastone_site.health import HealthFinding, HealthState
from qastone_site.health.queue_checks import generation, helpers, indexes, webhooks
from quickstart.models import INDEX_COLLECTION
from quickstart.tests.factories import make_collection
from stones.tests.factories import MIDDLE, new_account, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def account() -> User:
    return new_account("bea")


def ago(minutes: int) -> dict[str, Any]:
    return {"due": timezone.now() - timedelta(minutes=minutes)}


def summary(finding: HealthFinding) -> tuple[HealthState, str]:
    return finding.state, finding.detail


@pytest.mark.parametrize("check", [generation, helpers, webhooks, indexes])
def test_nothing_waits(check: Any) -> None:
    assert summary(check()) == (HealthState.OK, "nothing is waiting")
    assert check().mend == check().command == ""


def test_what_waits_is_no_fault_until_it_is_late(account: User) -> None:
    for number in range(2):
        store(account, content=f"{MIDDLE} {number}")
    Job.objects.update(**ago(4))
    assert summary(generation()) == (HealthState.OK, "4 waiting, the oldest for 4 min")
    Job.objects.filter(pk=Job.objects.earliest("pk").pk).update(**ago(7))
    found = generation()
    assert summary(found) == (HealthState.WRONG, "4 waiting, the oldest for 7 min, 1 late")
    assert "worker" in found.mend


def test_a_pause_after_a_failure_is_no_waiting(account: User) -> None:
    store(account, generate_lods=False)
    Job.objects.update(**ago(-2))
    assert summary(generation()) == (HealthState.OK, "1 waiting")


def test_a_job_whose_worker_was_lost_waits_since_its_lease_ran_out(account: User) -> None:
    store(account, generate_lods=False)
    ended = timezone.now() - timedelta(minutes=6)
    Job.objects.update(state=JobState.RUNNING, leased_until=ended, **ago(60))
    assert summary(generation()) == (HealthState.WRONG, "1 waiting, the oldest for 6 min, 1 late")
    Job.objects.update(leased_until=timezone.now() + timedelta(minutes=1))
    assert summary(generation()) == (HealthState.OK, "1 waiting")


def test_levels_that_failed(account: User) -> None:
    store(account)
    Job.objects.update(state=JobState.FAILED, error="No.")
    found = generation()
    assert summary(found) == (HealthState.WRONG, "nothing is waiting, 1 failed")
    assert found.command == "python manage.py regenerate_levels --failed"


def test_helpers_that_nobody_begins(account: User) -> None:
    stone = store(account, content=MIDDLE)
    spawn_helper(agent=new_agent(account), border_hash=stone.content.border_hash, task="Which port?")
    Job.objects.update(**ago(120))
    assert summary(helpers()) == (HealthState.WRONG, "1 waiting, the oldest for 2 h, 1 late")
    Job.objects.update(state=JobState.FAILED)
    assert summary(helpers()) == (HealthState.OK, "nothing is waiting")


def test_webhooks_that_nobody_calls(account: User) -> None:
    koda = new_agent(account)
    add_webhook(agent=koda, url="https://hooks.example.com/qastone")
    deliver(koda)
    Job.objects.update(**ago(10))
    found = webhooks()
    assert summary(found) == (HealthState.WRONG, "1 waiting, the oldest for 10 min, 1 late")
    assert "--queues webhooks" in found.command


def test_webhooks_whose_address_takes_no_calls(account: User) -> None:
    koda = new_agent(account)
    add_webhook(agent=koda, url="https://hooks.example.com/qastone")
    deliver(koda)
    Job.objects.of(CALL_WEBHOOK).update(attempts=2, error="It answered 500.")
    assert webhooks().state == HealthState.OK
    Job.objects.of(CALL_WEBHOOK).update(attempts=4)
    found = webhooks()
    assert found.state == HealthState.WARNING
    assert "1 call is not taken by the address called" in found.detail
    Job.objects.of(CALL_WEBHOOK).update(state=JobState.FAILED, finished=timezone.now())
    assert webhooks().state == HealthState.WARNING


def test_all_that_waits_for_a_vector_is_one_queue(account: User) -> None:
    request_jobs([make_note(account)], EMBED_NOTE)
    request_jobs([make_collection(account)], INDEX_COLLECTION)
    remember(agent=new_agent(account), text="The port is 7007.")
    Job.objects.of(INDEX_COLLECTION).update(**ago(60))
    Job.objects.of(EMBED_NOTE).update(**ago(90))
    assert summary(indexes()) == (HealthState.WRONG, "3 waiting, the oldest for 1 h, 2 late")


def test_an_index_that_failed_is_named_by_number(account: User) -> None:
    collection = make_collection(account, name="kitchen")
    note = make_note(account, title="Private")
    request_jobs([note], EMBED_NOTE)
    request_jobs([collection], INDEX_COLLECTION)
    Job.objects.update(state=JobState.FAILED, error="The embedder is away.", finished=timezone.now())
    found = indexes()
    assert summary(found) == (
        HealthState.WRONG,
        f"nothing is waiting, 2 failed: collection {collection.pk} of bea: The embedder is away.; "
        f"note {note.pk} of bea: The embedder is away.",
    )
    assert found.command == "python manage.py index_quickstart"
