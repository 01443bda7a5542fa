"""Agents and tokens in the admin."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from inbox.models import Agent, AgentToken
from inbox.services import NewToken, create_agent, issue_token

LISTS = ["agent", "agenttoken"]


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    return client


@pytest.fixture
def token(db: None) -> NewToken:
    return issue_token(agent=create_agent(account=User.objects.create(username="ann"), name="koda"))


def url(model: str, view: str = "changelist", *args: object) -> str:
    return reverse(f"admin:inbox_{model}_{view}", args=args)


@pytest.mark.parametrize("model", LISTS)
def test_shown_without_secrets_and_not_edited(staff: Client, token: NewToken, model: str) -> None:
    row = {"agent": Agent, "agenttoken": AgentToken}[model]._default_manager.get()
    for page in (url(model), url(model, "change", row.pk)):
        response = staff.get(page)
        assert response.status_code == 200
        assert token.row.sha256 not in response.content.decode()
    assert staff.get(url(model, "add")).status_code == 403
    assert staff.post(url(model, "change", row.pk), {"name": "forged"}).status_code == 403
    assert staff.post(url(model, "delete", row.pk), {"post": "yes"}).status_code == 403


def test_revoke(staff: Client, token: NewToken) -> None:
    body = {"action": "revoke", "_selected_action": [token.row.pk]}
    assert "1 tokens were revoked" in staff.post(url("agenttoken"), body, follow=True).content.decode()
    token.row.refresh_from_db()
    assert token.row.revoked is not None


def test_who_may_only_look_may_not_revoke(client: Client, token: NewToken) -> None:
    looker = User.objects.create(username="looker", is_staff=True)
    looker.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client.force_login(looker)
    client.post(url("agenttoken"), {"action": "revoke", "_selected_action": [token.row.pk]})
    token.row.refresh_from_db()
    assert token.row.revoked is None
