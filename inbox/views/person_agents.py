"""The agent of the signed-in person, and the agent whose inbox a page displays."""

from django.contrib.auth.models import User
from django.http import Http404

from inbox.models import Agent, AgentKind
from inbox.queries.inbox_tabs import ALL_AGENTS
from inbox.services.manage_agents import site_agent


def person_agent(account: User) -> Agent:
    """The agent as whom the person writes and is written to."""
    return site_agent(account, AgentKind.PERSON)


def shown_agent_or_404(account: User, name: str) -> Agent | None:
    """The account's agent of this name, the person's for "", None for ALL_AGENTS. Raises Http404."""
    if not name:
        return person_agent(account)
    if name == ALL_AGENTS:
        return None
    agent = Agent.objects.filter(account=account, name=name).first()
    if agent is None:
        raise Http404(f"There is no agent {name!r}.")
    return agent
