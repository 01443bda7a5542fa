"""Who looks at an inbox, and at whose."""

from typing import cast

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest

from inbox.models import Agent, AgentKind
from inbox.services.agents import site_agent


def account_of(request: HttpRequest) -> User:
    """The signed-in person: LoginRequiredMiddleware lets nobody else reach a page of inboxes."""
    return cast(User, request.user)


def reader_of(request: HttpRequest) -> str:
    """How the ledger names that person."""
    return f"person {account_of(request).get_username()}"[:120]


def person_of(account: User) -> Agent:
    """The agent as whom the person writes and is written to."""
    return site_agent(account, AgentKind.PERSON)


def agent_named(account: User, name: str) -> Agent | None:
    """The account's agent of this name, None for no name. Raises Http404 where it has none."""
    if not name:
        return None
    agent = Agent.objects.filter(account=account, name=name).first()
    if agent is None:
        raise Http404(f"There is no agent {name!r}.")
    return agent
