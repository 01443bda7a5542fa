"""Agents, tokens and messages in the admin: read-only, and without secrets."""

import pytest
from django.contrib.auth.models import Permission, User
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from inbox.admin import PREVIEW_CHARACTERS
from inbox.models import Agent, AgentToken, Delivery, HelperJob, Memory, Message, Webhook, WebhookCall
from inbox.services import IssuedToken, create_agent, issue_token
from inbox.tests.factories import deliver

MODELS: list[type[Model]] = [Agent, AgentToken, Message, Delivery, Memory, HelperJob, Webhook, WebhookCall]
SECRET = "whsec_c2VjcmV0c2VjcmV0c2VjcmV0"
LONG = "word " * PREVIEW_CHARACTERS


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    return client


@pytest.fixture
def token(db: None) -> IssuedToken:
    return issue_token(agent=create_agent(account=User.objects.create(username="ann"), name="koda"))


def url(model: str, view: str = "changelist", *args: object) -> str:
    return reverse(f"admin:inbox_{model}_{view}", args=args)


@pytest.fixture
def rows(token: IssuedToken) -> None:
    """One row of everything at least."""
    agent = token.row.agent
    account = agent.account
    deliver(agent, LONG)
    Memory.objects.create(account=account, agent=agent, key="deploy/port", text=LONG, tokens=4000)
    HelperJob.objects.create(
        account=account,
        agent=agent,
        border_hash="a1b2c3d4",
        task="Who?",
        answer_tokens=600,
        budget_tokens=9000,
    )
    hook = Webhook.objects.create(account=account, agent=agent, url="https://example.org/hook", secret=SECRET)
    WebhookCall.objects.create(account=account, webhook=hook, event="message.received", body={"id": 1})


@pytest.mark.parametrize("model", MODELS)
def test_pages_are_read_only_and_without_secrets(
    staff: Client, token: IssuedToken, rows: None, model: type[Model]
) -> None:
    name = model._meta.model_name or ""
    row = model._default_manager.first()
    assert row is not None
    for page in (url(name), url(name, "change", row.pk)):
        response = staff.get(page)
        assert response.status_code == 200
        text = response.content.decode()
        assert token.row.sha256 not in text
        assert SECRET not in text
    assert staff.get(url(name, "add")).status_code == 403
    assert staff.post(url(name, "change", row.pk), {"name": "forged"}).status_code == 403
    assert staff.post(url(name, "delete", row.pk), {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("model", MODELS)
def test_searched_and_counted_with_few_queries(
    staff: Client, rows: None, model: type[Model], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(12):
        assert staff.get(url(model._meta.model_name or ""), {"q": "koda"}).status_code == 200


@pytest.mark.parametrize("model", [Message, Memory])
def test_long_texts_are_cut(staff: Client, rows: None, model: type[Model]) -> None:
    row = model._default_manager.get()
    page = staff.get(url(model._meta.model_name or "", "change", row.pk)).content.decode()
    assert "… and 16,000 characters" in page
    assert page.count("word") < PREVIEW_CHARACTERS / 2


def test_several_of_them_are_called_by_words(staff: Client) -> None:
    index = staff.get(reverse("admin:index")).content.decode()
    for words in ("Agent tokens", "Deliveries", "Helpers", "Memories", "Webhook calls"):
        assert words in index


def test_revoke(staff: Client, token: IssuedToken) -> None:
    body = {"action": "revoke", "_selected_action": [token.row.pk]}
    assert "1 tokens were revoked" in staff.post(url("agenttoken"), body, follow=True).content.decode()
    token.row.refresh_from_db()
    assert token.row.revoked is not None


def test_who_may_only_look_may_not_revoke(client: Client, token: IssuedToken) -> None:
    looker = User.objects.create(username="looker", is_staff=True)
    looker.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client.force_login(looker)
    client.post(url("agenttoken"), {"action": "revoke", "_selected_action": [token.row.pk]})
    token.row.refresh_from_db()
    assert token.row.revoked is None
