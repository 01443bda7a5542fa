"""/agents/NAME/webhooks: added, listed, rotated, removed, resent."""

import html

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core.jobs.find_jobs import find_job
from core.jobs.models import Job
from core.jobs.tests.job_rows import change_job
from inbox.models import CALL_WEBHOOK, Agent, AgentToken, Webhook, WebhookCall
from inbox.services.manage_webhooks import add_webhook, describe_webhook_urls
from inbox.tests.factories import deliver, new_agent

PATH = "/agents/koda/webhooks"
URL = "https://example.com/hook"


@pytest.fixture
def koda(ann: User) -> Agent:
    return new_agent(ann, "koda")


@pytest.fixture
def dead(koda: Agent) -> WebhookCall:
    add_webhook(agent=koda, url=URL)
    deliver(koda, subject="Release 1.4")
    Job.objects.of(CALL_WEBHOOK).update(
        state="failed", finished="2026-01-19T08:41:12Z", error="It answered <500>."
    )
    return WebhookCall.objects.get()


def page_of(client: Client) -> str:
    response = client.get(PATH)
    assert (response.status_code, response["Cache-Control"]) == (
        200,
        "max-age=0, no-cache, no-store, must-revalidate, private",
    )
    return html.unescape(response.content.decode())


def test_the_secret_is_displayed_once(person: Client, koda: Agent) -> None:
    assert "No webhook yet" in page_of(person)
    response = person.post(PATH, {"url": URL}, follow=True)
    webhook = Webhook.objects.get()
    assert response.redirect_chain == [(PATH, 302)]
    assert webhook.secret in html.unescape(response.content.decode())
    assert webhook.secret not in page_of(person)
    assert URL in page_of(person)


def test_another_agents_page_does_not_take_the_secret(person: Client, ann: User, koda: Agent) -> None:
    new_agent(ann, "prax")
    person.post(PATH, {"url": URL})
    secret = Webhook.objects.get().secret
    assert secret not in html.unescape(person.get("/agents/prax/webhooks").content.decode())
    assert secret in page_of(person)
    assert secret not in page_of(person)


def test_the_page_says_which_addresses_are_accepted(person: Client, koda: Agent) -> None:
    assert f"An address by {describe_webhook_urls()}." in page_of(person)


@pytest.mark.parametrize(
    "url", ["", "http://127.0.0.1/", "gopher://example.com/", "https://e.com/" + "a" * 500]
)
def test_refusals_are_displayed(person: Client, koda: Agent, url: str) -> None:
    response = person.post(PATH, {"url": url})
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert not Webhook.objects.exists()


def test_an_address_of_the_own_machine_is_refused_with_a_way_out(person: Client, koda: Agent) -> None:
    page = html.unescape(person.post(PATH, {"url": "http://127.0.0.1:9000/hook"}).content.decode())
    assert "GET /mcp/inbox/updates?after=1&wait=25" in page
    assert "WEBHOOK_ALLOW_PRIVATE=true" in page


def test_the_agents_page_leads_there(person: Client, koda: Agent) -> None:
    assert f'href="{PATH}"' in person.get("/agents/koda/").content.decode()


def test_failed_calls_are_listed_with_their_reason(person: Client, dead: WebhookCall) -> None:
    page = page_of(person)
    assert "Given up" in page
    assert page.count("It answered <500>.") == 2
    assert "Release 1.4" in page
    assert "It answered <500>." not in person.get(PATH).content.decode()  # escaped


def test_it_is_resent(person: Client, dead: WebhookCall) -> None:
    response = person.post(f"{PATH}/calls/{dead.pk}/resend", follow=True)
    assert "The call is being made again." in response.content.decode()
    assert find_job(dead, CALL_WEBHOOK).state == "pending"
    again = person.post(f"{PATH}/calls/{dead.pk}/resend", follow=True)
    assert "Only one that was given up" in again.content.decode()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"state": "done"}, "message.received delivered"),
        ({"state": "pending", "attempts": 2, "error": "It answered 500."}, "Tried 2 times, again at"),
        ({"state": "pending", "attempts": 0, "error": ""}, "queued"),
        ({"state": "running", "attempts": 1, "error": ""}, "being tried"),
    ],
)
def test_what_became_of_the_newest_call(
    person: Client, dead: WebhookCall, change: dict[str, object], words: str
) -> None:
    change_job(dead, CALL_WEBHOOK, **change)
    page = page_of(person)
    assert words in page
    assert "Given up" not in page
    assert ("again at" in page) == (change["state"] == "pending" and change["attempts"] != 0)


def test_a_call_whose_job_is_purged_after_it_was_delivered(person: Client, dead: WebhookCall) -> None:
    Job.objects.all().delete()
    assert "message.received delivered (" in page_of(person)


def test_one_that_was_turned_off_says_how_to_turn_it_on(person: Client, dead: WebhookCall) -> None:
    Webhook.objects.update(disabled="2026-01-19T08:41:12Z")
    assert "Add it again to turn it on." in page_of(person)


def test_its_secret_is_rotated(person: Client, dead: WebhookCall) -> None:
    old = dead.webhook.secret
    response = person.post(f"{PATH}/{dead.webhook_id}/rotate", follow=True)
    # A page that is loaded again asks for no other secret.
    assert (response.redirect_chain, "no-store" in response["Cache-Control"]) == ([(PATH, 302)], True)
    secret = Webhook.objects.get().secret
    shown = html.unescape(response.content.decode())
    assert (secret in shown, "until then calls are signed with both" in shown) == (True, True)
    page = page_of(person)
    assert "Its secret was replaced." in page
    assert (secret in page, old in page, old in shown) == (False, False, False)
    assert WebhookCall.objects.get() == dead


def test_it_is_removed(person: Client, dead: WebhookCall) -> None:
    question = person.get(f"{PATH}/{dead.webhook_id}/remove").content.decode()
    assert f'Remove the webhook <code class="breakable">{dead.webhook.url}</code> of koda?' in question
    assert Webhook.objects.exists()
    response = person.post(f"{PATH}/{dead.webhook_id}/remove", follow=True)
    assert "Webhook removed" in response.content.decode()
    assert person.post(f"{PATH}/{dead.webhook_id}/remove").status_code == 404


def test_what_is_no_id_is_not_there(person: Client, dead: WebhookCall) -> None:
    paths = [f"{PATH}/%00/remove", f"{PATH}/%00/rotate", f"{PATH}/calls/%00/resend"]
    assert [person.post(path).status_code for path in paths] == [404, 404, 404]


def test_nobody_elses(person: Client, dead: WebhookCall, mallorys: AgentToken, client: Client) -> None:
    client.force_login(mallorys.account)
    actions = [
        f"{PATH}/{dead.webhook_id}/remove",
        f"{PATH}/{dead.webhook_id}/rotate",
        f"{PATH}/calls/{dead.pk}/resend",
    ]
    assert [client.post(path).status_code for path in actions] == [404, 404, 404]
    assert client.get(PATH).status_code == 404
    other = [path.replace("koda", "mallet") for path in actions]
    assert [client.post(path).status_code for path in other] == [404, 404, 404]
    assert [client.get(path).status_code for path in actions] == [404, 405, 405]
    assert find_job(dead, CALL_WEBHOOK).state == "failed"
