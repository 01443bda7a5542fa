"""Calls are made, retried and given up, against a real server."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import Settings
from pytest_httpserver import HTTPServer
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from core.jobs.find_jobs import find_job
from core.jobs.models import Job
from core.jobs.run_job import run_now
from core.jobs.tests.job_rows import change_job, run_one
from inbox import tasks
from inbox.exceptions import CallNotFailed, CallNotFound, WebhookDisabled
from inbox.models import CALL_WEBHOOK, Agent, Delivery, Webhook, WebhookCall
from inbox.services import acknowledge
from inbox.services.call_webhooks import purge_calls, resend_call
from inbox.services.manage_webhooks import rotate_secret
from inbox.tests.factories import deliver, new_agent


@pytest.fixture
def delivery(agent: Agent, hook: Webhook) -> Delivery:
    return deliver(agent)


@pytest.fixture
def call(delivery: Delivery) -> WebhookCall:
    return WebhookCall.objects.get()


def answering(server: HTTPServer, *statuses: int, **headers: str) -> None:
    for status in statuses:
        server.expect_ordered_request("/hook").respond_with_data("", status, headers=headers)


def made(call: WebhookCall) -> Job:
    """Make the call now, whenever it is due, and return its job."""
    job = run_one(call, CALL_WEBHOOK)
    call.refresh_from_db()
    return job


def test_it_is_signed_and_taken(
    agent: Agent, delivery: Delivery, call: WebhookCall, httpserver: HTTPServer
) -> None:
    answering(httpserver, 204)
    job = made(call)
    assert (job.state, job.attempts, call.status_code, job.error) == ("done", 1, 204, "")
    request, _ = httpserver.log[0]
    body = Verifier(call.webhook.secret).verify(request.data, dict(request.headers))
    assert body == call.body
    assert request.headers["webhook-id"] == call.pk
    assert request.headers["Content-Type"] == "application/json"
    with pytest.raises(WebhookVerificationError):
        Verifier(call.webhook.secret).verify(request.data + b" ", dict(request.headers))
    delivery.refresh_from_db()
    assert (delivery.state, delivery.delivered_at is not None) == ("delivered", True)


def test_until_the_replaced_secret_ends_both_verify_a_call(
    agent: Agent, hook: Webhook, call: WebhookCall, httpserver: HTTPServer
) -> None:
    old = hook.secret
    answering(httpserver, 500, 200)
    new = rotate_secret(agent=agent, webhook_id=hook.pk)[1]
    assert made(call).state == "pending"
    request, _ = httpserver.log[0]
    for secret in (old, new):
        assert Verifier(secret).verify(request.data, dict(request.headers)) == call.body
    assert len(request.headers["webhook-signature"].split(" ")) == 2
    Webhook.objects.update(former_secrets=[[old, timezone.now().isoformat()]])
    assert made(call).state == "done"
    request, _ = httpserver.log[1]
    assert Verifier(new).verify(request.data, dict(request.headers)) == call.body
    with pytest.raises(WebhookVerificationError):
        Verifier(old).verify(request.data, dict(request.headers))


def test_what_is_beyond_delivered_stays_so(
    agent: Agent, delivery: Delivery, call: WebhookCall, httpserver: HTTPServer
) -> None:
    acknowledge(agent=agent, message=delivery.message_id)
    answering(httpserver, 200)
    made(call)
    delivery.refresh_from_db()
    assert delivery.state == "acknowledged"


def test_an_acknowledgement_call_delivers_nothing(
    hook: Webhook, agent: Agent, httpserver: HTTPServer
) -> None:
    theirs = deliver(new_agent(agent.account), sender=agent)
    assert theirs.agent is not None
    acknowledge(agent=theirs.agent, message=theirs.message_id)
    Delivery.objects.update(state="queued")
    answering(httpserver, 200)
    assert made(WebhookCall.objects.get()).state == "done"
    assert Delivery.objects.get().state == "queued"


def test_it_is_made_again_with_the_same_id(
    call: WebhookCall, httpserver: HTTPServer, delivery: Delivery
) -> None:
    answering(httpserver, 500, 200)
    begun = timezone.now()
    job = made(call)
    assert (job.state, job.attempts, call.status_code) == ("pending", 1, 500)
    assert (job.error_code, job.error) == ("answered_500", "It answered 500.")
    assert timedelta(seconds=7) < job.due - begun < timedelta(seconds=20)
    delivery.refresh_from_db()
    assert delivery.state == "queued"
    job = made(call)
    assert (job.state, job.attempts, call.status_code, job.error_code) == ("done", 2, 200, "")
    assert {request.headers["webhook-id"] for request, _ in httpserver.log} == {call.pk}


def test_before_it_is_due_it_is_not_made(call: WebhookCall, httpserver: HTTPServer) -> None:
    answering(httpserver, 500)
    made(call)
    assert not run_now(find_job(call, CALL_WEBHOOK))
    assert len(httpserver.log) == 1


def test_retry_after_is_honoured(call: WebhookCall, httpserver: HTTPServer) -> None:
    answering(httpserver, 503, **{"Retry-After": "600"})
    begun = timezone.now()
    job = made(call)
    assert timedelta(minutes=10) <= job.due - begun < timedelta(minutes=11)


def test_after_eight_attempts_it_fails(call: WebhookCall, httpserver: HTTPServer) -> None:
    answering(httpserver, *[500] * 7, 302)
    for _ in range(9):
        job = made(call)
    assert len(httpserver.log) == 8
    assert (job.state, job.attempts, call.status_code) == ("failed", 8, 302)
    assert job.error == "It answered 302."
    assert call.webhook.disabled is None


def test_gone_turns_the_webhook_off(
    agent: Agent, hook: Webhook, call: WebhookCall, httpserver: HTTPServer
) -> None:
    deliver(agent)
    waiting = WebhookCall.objects.exclude(pk=call.pk).get()
    answering(httpserver, 410)
    job = made(call)
    assert (job.state, job.attempts, job.error_code) == ("failed", 1, "answered_410")
    hook.refresh_from_db()
    assert hook.disabled is not None
    job = made(waiting)
    assert (job.state, job.error_code) == ("failed", "webhook_off")
    deliver(agent)
    assert (WebhookCall.objects.count(), len(httpserver.log)) == (2, 1)
    with pytest.raises(WebhookDisabled):
        resend_call(agent=agent, call_id=call.pk)


def test_a_refused_address_fails_at_once(
    call: WebhookCall, httpserver: HTTPServer, settings: Settings
) -> None:
    settings.WEBHOOK_ALLOW_PRIVATE = False
    job = made(call)
    assert (job.state, job.attempts, job.error_code) == ("failed", 1, "address_refused")
    assert httpserver.log == []


def test_nobody_answers(call: WebhookCall, httpserver: HTTPServer) -> None:
    httpserver.stop()
    job = made(call)
    assert (job.state, job.error_code, call.status_code) == ("pending", "no_connection", None)


def failed(call: WebhookCall, httpserver: HTTPServer) -> WebhookCall:
    change_job(call, CALL_WEBHOOK, attempts=7)
    answering(httpserver, 500)
    assert made(call).state == "failed"
    return call


def test_a_dead_call_is_resent(agent: Agent, call: WebhookCall, httpserver: HTTPServer) -> None:
    failed(call, httpserver)
    answering(httpserver, 200)
    resent = resend_call(agent=agent, call_id=call.pk)
    job = find_job(resent, CALL_WEBHOOK)
    assert (resent.pk, job.state, job.attempts) == (call.pk, "pending", 0)
    assert made(call).state == "done"
    with pytest.raises(CallNotFailed):
        resend_call(agent=agent, call_id=call.pk)


@pytest.mark.django_db(transaction=True)
def test_turned_off_while_its_resending_waits(
    agent: Agent, call: WebhookCall, httpserver: HTTPServer
) -> None:
    failed(call, httpserver)

    def resend() -> None:
        try:
            resend_call(agent=agent, call_id=call.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            WebhookCall.objects.select_for_update().get(pk=call.pk)
            resending = pool.submit(resend)
            with pytest.raises(TimeoutError):
                resending.result(0.5)
            Webhook.objects.update(disabled=timezone.now())
        with pytest.raises(WebhookDisabled):
            resending.result(20)


def test_nobody_else_resends(agent: Agent, call: WebhookCall, httpserver: HTTPServer) -> None:
    failed(call, httpserver)
    for other in (new_agent(agent.account), new_agent()):
        with pytest.raises(CallNotFound):
            resend_call(agent=other, call_id=call.pk)


def test_two_workers_make_one_call(call: WebhookCall, httpserver: HTTPServer) -> None:
    change_job(call, CALL_WEBHOOK, state="running", leased_until=timezone.now() + timedelta(minutes=1))
    made(call)
    assert httpserver.log == []


@pytest.mark.parametrize(
    ("state", "days", "purged"),
    [
        ("pending", 0, False),
        ("done", 29, False),
        ("done", 30, True),
        ("failed", 29, False),
        ("failed", 30, True),
    ],
)
def test_calls_are_purged_after_a_month(call: WebhookCall, state: str, days: int, *, purged: bool) -> None:
    change_job(call, CALL_WEBHOOK, state=state, finished=timezone.now() - timedelta(days=days))
    assert purge_calls() == 0
    WebhookCall.objects.update(created=timezone.now() - timedelta(days=30))
    assert tasks.purge_webhooks() == purged


def test_a_call_whose_job_is_purged_before_it(call: WebhookCall) -> None:
    Job.objects.all().delete()
    assert purge_calls() == 0
    WebhookCall.objects.update(created=timezone.now() - timedelta(days=30))
    assert purge_calls() == 1
