"""Which inboxes a token opens: that of its agent, and those of other agents of its account that were granted."""

from collections.abc import Iterable

from django.contrib.auth.models import User

from inbox.exceptions import InboxNotFound, InvalidInbox
from inbox.models import WITHOUT_TOKENS, Agent, AgentToken


def open_inbox(token: AgentToken, name: str) -> Agent:
    """The agent whose inbox a call names. Raises InboxNotFound, the same whether there is none or it is not granted."""
    if (agent := find_inbox(token, name)) is None:
        raise InboxNotFound(
            f"There is no inbox {name[:64]!r} that this token opens: its own is that of {token.agent.name!r}. Leave "
            "`agent` out, or let a person make a token that opens that inbox, too, on the page Agents."
        )
    return agent


def find_inbox(token: AgentToken, name: str) -> Agent | None:
    """The same; None where the token does not open it."""
    if name == token.agent.name:
        return token.agent
    # PostgreSQL has no NUL in its texts, and could not even look for one.
    opened = token.inboxes.open().filter(account=token.account_id, name=name.replace("\x00", " ")).first()
    if opened is not None:
        opened.account = token.account
    return opened


def shareable_agents(account: User) -> list[Agent]:
    """Agents whose inboxes may be granted to tokens of this account: open agents of programs."""
    return list(Agent.objects.filter(account=account).open().exclude(kind__in=WITHOUT_TOKENS))


def find_inboxes(agent: Agent, names: Iterable[str]) -> list[Agent]:
    """The agents of these names without `agent` itself. Raises InvalidInbox for an inbox that cannot be granted."""
    requested = list(dict.fromkeys(name for name in names if name != agent.name))
    by_name = {each.name: each for each in shareable_agents(agent.account)} if requested else {}
    if missing := [name for name in requested if name not in by_name]:
        raise InvalidInbox(
            f"The inbox of {missing[0][:64]!r} cannot be given to a token: the account has no open agent of that name "
            "that is a program. Make the agent first."
        )
    return [by_name[name] for name in requested]
