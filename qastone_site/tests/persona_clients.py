"""Callers of an agent's interfaces: who is let in, and who is not (a plugin of pytest, as conftest.py says)."""

from datetime import timedelta
from functools import cached_property

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from core.rest.tests.access_assertions import Personas
from inbox.models import Agent
from inbox.scopes import SCOPES
from inbox.services import create_agent, issue_token


class PersonaClients:
    """Each is made when a test first asks for it; the owner is always there."""

    def __init__(self) -> None:
        self.account = User.objects.create(username="ann")
        self.koda = create_agent(account=self.account, name="koda")
        self.owner = client_of(self.koda)

    @cached_property
    def other_account(self) -> User:
        account = User.objects.create(username="mallory")
        create_agent(account=account, name="koda")
        return account

    @cached_property
    def stranger(self) -> APIClient:
        return client_of(Agent.objects.get(account=self.other_account, name="koda"))

    @cached_property
    def unknown(self) -> dict[str, APIClient]:
        return unknown_clients(self.koda)

    def with_scopes(self, scopes: list[str]) -> APIClient:
        return client_of(self.koda, scopes=scopes)

    def without_scope(self, scope: str) -> APIClient:
        return self.with_scopes([other for other in SCOPES if other != scope])

    def colleague(self, name: str) -> APIClient:
        return client_of(create_agent(account=self.account, name=name))


@pytest.fixture
def personas(db: None) -> Personas:
    """Two accounts with an agent koda each, and callers whom nobody lets in."""
    return PersonaClients()


def client_of(agent: Agent, *, scopes: list[str] | None = None) -> APIClient:
    return client_with(f"Bearer {issue_token(agent=agent, scopes=SCOPES if scopes is None else scopes).text}")


def client_with(authorization: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=authorization)
    return client


def unknown_clients(agent: Agent) -> dict[str, APIClient]:
    expired = issue_token(agent=agent, life=timedelta(seconds=-1))
    revoked = issue_token(agent=agent)
    revoked.row.revoked = timezone.now()
    revoked.row.save(update_fields=["revoked"])
    gone = create_agent(account=User.objects.create(username="gone", is_active=False), name="koda")
    return {
        "no token": APIClient(),
        "unknown": client_with("Bearer qas_" + "0" * 36),
        "empty": client_with("Bearer "),
        "not ASCII": client_with("Bearer \xff"),
        "another scheme": client_with("Basic YW5uOnNlY3JldA=="),
        "expired": client_with(f"Bearer {expired.text}"),
        "revoked": client_with(f"Bearer {revoked.text}"),
        "deactivated account": client_of(gone),
    }
