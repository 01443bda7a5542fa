"""Whose inbox a person looks at."""

from django.contrib.auth.models import User
from django.http import Http404

from inbox.listing import EVERYBODY
from inbox.models import Agent, AgentKind
from inbox.services.agents import site_agent


def person_of(account: User) -> Agent:
    """The agent as whom the person writes and is written to."""
    return site_agent(account, AgentKind.PERSON)


def agent_named(account: User, name: str) -> Agent | None:
    """The account's agent of this name, the person for no name, None for EVERYBODY. Raises Http404."""
    if not name:
        return person_of(account)
    if name == EVERYBODY:
        return None
    agent = Agent.objects.filter(account=account, name=name).first()
    if agent is None:
        raise Http404(f"There is no agent {name!r}.")
    return agent
