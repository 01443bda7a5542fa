"""Adding, enabling and removing webhooks, and rotating their secrets."""

import base64
from contextlib import suppress
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from core.jobs.find_jobs import find_job
from core.jobs.tests.job_rows import change_job
from core.rest.agent_tokens import TokenInContent
from inbox import tasks
from inbox.exceptions import AgentClosed, InvalidWebhook, TooManyWebhooks, WebhookNotFound, WebhookTaken
from inbox.models import CALL_WEBHOOK, Agent, Webhook, WebhookCall
from inbox.queries.webhook_calls import agent_webhook_calls, webhook_summaries
from inbox.services import close_agent, issue_token
from inbox.services.manage_webhooks import (
    MAX_FORMER_SECRETS,
    MAX_WEBHOOKS,
    add_webhook,
    describe_webhook_urls,
    remove_webhook,
    rotate_secret,
)
from inbox.tests.factories import deliver, new_agent

URL = "https://example.com/hook"


def test_each_has_a_secret_of_its_own(agent: Agent) -> None:
    secrets = [add_webhook(agent=agent, url=f"{URL}/{number}")[1] for number in range(3)]
    assert len(set(secrets)) == 3
    assert {len(base64.b64decode(secret.removeprefix("whsec_"))) for secret in secrets} == {32}
    assert set(Webhook.objects.values_list("account", "agent")) == {(agent.account_id, agent.pk)}


def test_one_address_once_an_agent(agent: Agent) -> None:
    add_webhook(agent=agent, url=URL)
    with pytest.raises(WebhookTaken):
        add_webhook(agent=agent, url="HTTPS://EXAMPLE.com:443/hook")
    add_webhook(agent=new_agent(agent.account), url=URL)


def test_one_that_was_turned_off_is_turned_on_with_a_new_secret(agent: Agent) -> None:
    webhook, secret = add_webhook(agent=agent, url=URL)
    Webhook.objects.update(disabled="2026-01-01T00:00:00Z")
    again, another = add_webhook(agent=agent, url=URL)
    assert (again.pk, Webhook.objects.get().disabled) == (webhook.pk, None)
    assert Webhook.objects.get().secret == another != secret


def test_a_token_is_no_part_of_an_address(agent: Agent) -> None:
    token = issue_token(agent=agent).text
    with pytest.raises(TokenInContent, match="url"):
        add_webhook(agent=agent, url=f"{URL}?key={token}")
    assert not Webhook.objects.exists()


def test_there_are_at_most_ten(agent: Agent) -> None:
    for number in range(MAX_WEBHOOKS):
        add_webhook(agent=agent, url=f"{URL}/{number}")
    with pytest.raises(TooManyWebhooks):
        add_webhook(agent=agent, url=URL)


@pytest.mark.parametrize(
    "url", ["", "ftp://example.com/", "http://localhost:8000/", "http://169.254.169.254/"]
)
def test_addresses_that_are_refused(agent: Agent, url: str) -> None:
    with pytest.raises(InvalidWebhook, match="cannot be a webhook"):
        add_webhook(agent=agent, url=url)
    assert not Webhook.objects.exists()


def test_a_site_with_https_alone_calls_https_alone(agent: Agent, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    with pytest.raises(InvalidWebhook, match="https://"):
        add_webhook(agent=agent, url="http://example.com/")
    add_webhook(agent=agent, url=URL)


@pytest.mark.parametrize("only_https", [True, False])
@pytest.mark.parametrize("allow_private", [True, False])
def test_what_is_said_of_addresses_is_what_is_accepted(
    agent: Agent, settings: Settings, only_https: bool, allow_private: bool
) -> None:
    settings.SECURE_SSL_REDIRECT, settings.WEBHOOK_ALLOW_PRIVATE = only_https, allow_private
    said = describe_webhook_urls()
    assert ("http://" in said, "any network" in said) == (not only_https, allow_private)
    accepted = set()
    for url in ("https://example.com/", "http://example.com/", "https://127.0.0.1/"):
        with suppress(InvalidWebhook):
            accepted.add(add_webhook(agent=agent, url=url)[0].url)
    assert ("http://example.com/" in accepted) is not only_https
    assert ("https://127.0.0.1/" in accepted) is allow_private


def test_a_closed_agent(agent: Agent) -> None:
    close_agent(agent=agent)
    with pytest.raises(AgentClosed):
        add_webhook(agent=agent, url=URL)


def test_its_calls_go_with_it(agent: Agent) -> None:
    webhook, _ = add_webhook(agent=agent, url=URL)
    deliver(agent)
    for other in (new_agent(agent.account), new_agent()):
        with pytest.raises(WebhookNotFound):
            remove_webhook(agent=other, webhook_id=webhook.pk)
    remove_webhook(agent=agent, webhook_id=webhook.pk)
    assert not WebhookCall.objects.exists()
    with pytest.raises(WebhookNotFound):
        remove_webhook(agent=agent, webhook_id=webhook.pk)


def test_its_calls_stay_when_its_secret_is_rotated(agent: Agent) -> None:
    webhook, secret = add_webhook(agent=agent, url=URL)
    deliver(agent)
    before = timezone.now()
    rotated, new = rotate_secret(agent=agent, webhook_id=webhook.pk)
    webhook.refresh_from_db()
    assert (rotated.pk, webhook.secret) == (webhook.pk, new)
    [(former, until)] = webhook.valid_former_secrets(before)
    assert former == secret != new
    assert timedelta(0) <= until - before - timedelta(hours=24) < timedelta(minutes=1)
    assert webhook.former_secrets_until == until
    assert webhook.valid_former_secrets(until) == []
    assert find_job(WebhookCall.objects.get(), CALL_WEBHOOK).state == "pending"


def test_who_missed_the_new_secret_rotates_again(agent: Agent) -> None:
    webhook, secret = add_webhook(agent=agent, url=URL)
    made = [secret, *(rotate_secret(agent=agent, webhook_id=webhook.pk)[1] for _ in range(6))]
    webhook.refresh_from_db()
    assert webhook.secret == made[-1]
    former = [secret for secret, _ in webhook.valid_former_secrets(timezone.now())]
    assert former == made[-2 : -2 - MAX_FORMER_SECRETS : -1]


def test_a_secret_keeps_its_own_end(agent: Agent) -> None:
    webhook, _ = add_webhook(agent=agent, url=URL)
    ended = ["whsec_old", (timezone.now() - timedelta(seconds=1)).isoformat()]
    ending = ["whsec_ending", (timezone.now() + timedelta(hours=1)).isoformat()]
    Webhook.objects.update(former_secrets=[ending, ended])
    rotate_secret(agent=agent, webhook_id=webhook.pk)
    webhook.refresh_from_db()
    assert webhook.former_secrets[1:] == [ending]


def test_a_replaced_secret_that_signs_nothing_is_deleted(agent: Agent) -> None:
    webhook, _ = add_webhook(agent=agent, url=URL)
    add_webhook(agent=agent, url=f"{URL}/another")
    rotate_secret(agent=agent, webhook_id=webhook.pk)
    tasks.purge_webhooks()
    webhook.refresh_from_db()
    [ending] = webhook.former_secrets
    ended = ["whsec_old", (timezone.now() - timedelta(seconds=1)).isoformat()]
    Webhook.objects.filter(pk=webhook.pk).update(former_secrets=[ending, ended])
    tasks.purge_webhooks()
    webhook.refresh_from_db()
    assert webhook.former_secrets == [ending]


def test_nobody_else_rotates_it(agent: Agent) -> None:
    webhook, secret = add_webhook(agent=agent, url=URL)
    for other in (new_agent(agent.account), new_agent()):
        with pytest.raises(WebhookNotFound):
            rotate_secret(agent=other, webhook_id=webhook.pk)
    webhook.refresh_from_db()
    assert (webhook.secret, webhook.former_secrets_until) == (secret, None)


def test_rows_show_the_newest_call(agent: Agent) -> None:
    first, _ = add_webhook(agent=agent, url=f"{URL}/1")
    for _ in range(2):
        deliver(agent)
    second, _ = add_webhook(agent=agent, url=f"{URL}/2")
    calls = list(agent_webhook_calls(agent))
    change_job(calls[1], CALL_WEBHOOK, state="failed")
    last = (calls[0], find_job(calls[0], CALL_WEBHOOK))
    assert [tuple(row) for row in webhook_summaries(agent)] == [(first, last, 1), (second, None, 0)]
    assert calls[0].pk > calls[1].pk
    assert webhook_summaries(new_agent(agent.account)) == []
