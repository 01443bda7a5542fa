"""/mcp/webhooks: added, listed, removed, and their calls."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from core.jobs.find_jobs import find_job
from core.jobs.tests.job_rows import change_job
from core.rest.tests.access_assertions import Personas, assert_guarded
from inbox.api import webhook_serializers as answers
from inbox.models import CALL_WEBHOOK, Agent, Webhook, WebhookCall
from inbox.tests.factories import deliver

PATH = "/mcp/webhooks"
URL = answers.ADD_REQUEST["url"]


@pytest.fixture
def koda(personas: Personas) -> Agent:
    return Agent.objects.get(account=personas.account, name="koda")


def add(client: APIClient, url: object = URL) -> Any:
    return client.post(PATH, {"url": url}, "json")


@pytest.fixture
def webhook(personas: Personas) -> Webhook:
    assert add(personas.owner).status_code == 201
    return Webhook.objects.get()


@pytest.fixture
def dead(webhook: Webhook, koda: Agent) -> WebhookCall:
    deliver(koda)
    WebhookCall.objects.update(status_code=500)
    call = WebhookCall.objects.get()
    failed = {"state": "failed", "attempts": 8, "error_code": "answered_500", "error": "It answered 500."}
    change_job(call, CALL_WEBHOOK, **failed, finished="2026-01-19T08:41:12Z")
    return call


def test_its_secret_is_returned_once(personas: Personas, koda: Agent) -> None:
    response = add(personas.owner)
    assert (response.status_code, response["Cache-Control"]) == (201, "no-store")
    webhook = Webhook.objects.get()
    assert response.json().keys() == answers.ADDED.keys()
    assert (response.json()["secret"], webhook.agent, webhook.url) == (webhook.secret, koda, URL)
    assert webhook.secret not in personas.owner.get(PATH).content.decode()


def test_the_list(personas: Personas, dead: WebhookCall) -> None:
    body = personas.owner.get(PATH).json()
    changing = {name: body["webhooks"][0][name] for name in ("id", "created")}
    last = answers.CALL | {
        "id": dead.pk,
        "webhook": dead.webhook_id,
        "tracking_id": dead.body["data"]["tracking_id"],
        "created": body["webhooks"][0]["last"]["created"],
    }
    assert body == {"webhooks": [answers.FIELDS | changing | {"last": last, "failed": 1}]}


@pytest.mark.parametrize(
    ("url", "code"),
    [("http://localhost/", "invalid_webhook"), ("", "invalid_webhook"), (5, "invalid"), (None, "null")],
)
def test_addresses_that_are_refused(personas: Personas, url: object, code: str) -> None:
    response = add(personas.owner, url)
    assert response.status_code == 400
    assert code in {response.json()["code"], *(each["code"] for each in response.json().get("errors", ()))}
    assert not Webhook.objects.exists()


def test_twice(personas: Personas, webhook: Webhook) -> None:
    response = add(personas.owner)
    assert (response.status_code, response.json()["code"]) == (409, "webhook_taken")
    assert "rotating" in response.json()["detail"]


def test_its_secret_is_rotated(personas: Personas, webhook: Webhook) -> None:
    response = personas.owner.post(f"{PATH}/{webhook.pk}/rotate")
    assert (response.status_code, response["Cache-Control"]) == (200, "no-store")
    body = response.json()
    assert body.keys() == answers.ROTATED.keys()
    listed = personas.owner.get(PATH)
    assert listed.json()["webhooks"][0]["former_secret_until"] == body["former_secret_until"] is not None
    old, webhook.secret = webhook.secret, ""
    webhook.refresh_from_db()
    assert (body["id"], body["secret"]) == (webhook.pk, webhook.secret)
    assert all(secret not in listed.content.decode() for secret in (old, body["secret"]))


def test_it_is_removed(personas: Personas, webhook: Webhook) -> None:
    assert personas.owner.delete(f"{PATH}/{webhook.pk}").status_code == 204
    again = personas.owner.delete(f"{PATH}/{webhook.pk}")
    assert (again.status_code, again.json()["code"]) == (404, "webhook_not_found")
    assert "GET /mcp/webhooks" in again.json()["detail"]


def test_its_calls_by_state(personas: Personas, dead: WebhookCall, koda: Agent) -> None:
    for _ in range(2):
        deliver(koda)
    waiting, taken = WebhookCall.objects.exclude(pk=dead.pk).order_by("pk")
    # Its job was purged, as those that are done are.
    find_job(taken, CALL_WEBHOOK).delete()
    found = {
        state: [call["id"] for call in personas.owner.get(f"{PATH}/calls?state={state}").json()["items"]]
        for state in ("failed", "pending", "done")
    }
    assert found == {"failed": [dead.pk], "pending": [waiting.pk], "done": [taken.pk]}
    page = personas.owner.get(f"{PATH}/calls?limit=2").json()
    assert [(call["id"], call["state"]) for call in page["items"]] == [
        (taken.pk, "done"),
        (waiting.pk, "pending"),
    ]
    rest = personas.owner.get(f"{PATH}/calls?limit=2&cursor={page['next_cursor']}").json()
    assert ([call["id"] for call in rest["items"]], rest["next_cursor"]) == ([dead.pk], None)


@pytest.mark.parametrize("query", ["state=dead", "state=", "status=failed", "cursor=x"])
def test_queries_that_are_refused(personas: Personas, query: str) -> None:
    assert personas.owner.get(f"{PATH}/calls?{query}").status_code == 400


def test_a_dead_call_is_resent(personas: Personas, dead: WebhookCall) -> None:
    path = f"{PATH}/calls/{dead.pk}/resend"
    body = personas.owner.post(path).json()
    assert (body["id"], body["state"], body["attempts"], body["reason"]) == (dead.pk, "pending", 0, None)
    assert body["next_try"] is not None
    again = personas.owner.post(path)
    assert (again.status_code, again.json()["code"]) == (409, "call_not_failed")
    assert "tried again by itself" in again.json()["detail"]


def test_nobody_else_sees_or_changes_them(personas: Personas, dead: WebhookCall, mira: APIClient) -> None:
    for other in (personas.stranger, mira):
        assert other.get(PATH).json() == {"webhooks": []}
        assert other.get(f"{PATH}/calls").json()["items"] == []
        assert other.delete(f"{PATH}/{dead.webhook_id}").status_code == 404
        assert other.post(f"{PATH}/{dead.webhook_id}/rotate").status_code == 404
        assert other.post(f"{PATH}/calls/{dead.pk}/resend").status_code == 404
    assert find_job(dead, CALL_WEBHOOK).state == "failed"


@pytest.mark.parametrize("name", ["%00", "nothing"])
def test_what_is_no_id_is_not_there(personas: Personas, webhook: Webhook, name: str) -> None:
    removed = personas.owner.delete(f"{PATH}/{name}")
    resent = personas.owner.post(f"{PATH}/calls/{name}/resend")
    rotated = personas.owner.post(f"{PATH}/{name}/rotate")
    assert (rotated.status_code, rotated.json()["code"]) == (404, "webhook_not_found")
    assert (removed.status_code, removed.json()["code"]) == (404, "webhook_not_found")
    assert (resent.status_code, resent.json()["code"]) == (404, "call_not_found")


def test_scopes(personas: Personas, dead: WebhookCall) -> None:
    assert_guarded(personas, "GET", PATH, scope="inbox:read")
    assert_guarded(personas, "POST", PATH, scope="inbox:send", body=answers.ADD_REQUEST)
    assert_guarded(personas, "POST", f"{PATH}/{dead.webhook_id}/rotate", scope="inbox:send")
    assert_guarded(personas, "DELETE", f"{PATH}/{dead.webhook_id}", scope="inbox:send")
    assert_guarded(personas, "GET", f"{PATH}/calls", scope="inbox:read")
    assert_guarded(personas, "POST", f"{PATH}/calls/{dead.pk}/resend", scope="inbox:send")
