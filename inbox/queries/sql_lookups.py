"""Lookups that every call makes, in hand-written SQL (as `stones.queries.load_rows`, and for its reason)."""

from collections.abc import Collection
from functools import cache

from django.contrib.auth.models import User

from core.db.planned_once import planned_once
from inbox.models import Agent, AgentToken, Inbox
from stones.queries.load_rows import columns_of, row_of


def token_by_sha256(sha256: str) -> AgentToken | None:
    """The token of this fingerprint with its agent and account, valid or not."""
    with planned_once() as cursor:
        cursor.execute(_token_statement(), [sha256])
        values = cursor.fetchone()
    if values is None:
        return None
    (of_token, _), (of_agent, _), (of_account, _) = map(columns_of, (AgentToken, Agent, User))
    token = row_of(AgentToken, of_token, values[: len(of_token)])
    token.agent = row_of(Agent, of_agent, values[len(of_token) : -len(of_account)])
    # The same account for both: services read `agent.account`.
    token.account = token.agent.account = row_of(User, of_account, values[-len(of_account) :])
    return token


def open_agents(account: User, names: Collection[str]) -> list[Agent]:
    """The account's agents of these names that are not closed, each with its inbox where it has one."""
    of_agent, _ = columns_of(Agent)
    of_inbox, _ = columns_of(Inbox)
    with planned_once() as cursor:
        cursor.execute(_agents_statement(), [account.pk, list(names)])
        rows = cursor.fetchall()
    agents = []
    for values in rows:
        agent = row_of(Agent, of_agent, values[: len(of_agent)])
        agent.account = account
        if values[-1] is not None:
            agent.inbox = row_of(Inbox, of_inbox, values[len(of_agent) : -1])
        agents.append(agent)
    return agents


@cache
def _token_statement() -> str:
    columns = ", ".join(columns_of(model)[1] for model in (AgentToken, Agent, User))
    return (
        f"SELECT {columns} FROM inbox_agenttoken "  # noqa: S608  columns of the models
        "JOIN inbox_agent ON inbox_agent.id = inbox_agenttoken.agent_id "
        "JOIN auth_user ON auth_user.id = inbox_agenttoken.account_id WHERE sha256 = %s"
    )


@cache
def _agents_statement() -> str:
    columns = ", ".join(columns_of(model)[1] for model in (Agent, Inbox))
    return (
        f"SELECT {columns}, inbox_inbox.agent_id FROM inbox_agent "  # noqa: S608  columns of the models
        "LEFT JOIN inbox_inbox ON inbox_inbox.agent_id = inbox_agent.id "
        "WHERE inbox_agent.account_id = %s AND name = ANY(%s) AND closed IS NULL"
    )
