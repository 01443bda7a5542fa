"""Making and closing agents, those of people's programs and the site's own."""

import re
import unicodedata
from collections.abc import Iterable
from itertools import count

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from audit.services import record
from inbox.exceptions import AgentNameTaken, InvalidAgent, InvalidAgentName, SiteAgentError
from inbox.models import AGENT_NAME, WITHOUT_TOKENS, Agent, AgentKind
from inbox.services.expire_deliveries import dead_letter_deliveries
from stones.models import SITE_SOURCES

# What a person may choose; the others are the site's own.
PROGRAM_KINDS = tuple(kind for kind in AgentKind if kind not in WITHOUT_TOKENS)
MAX_CAPABILITIES = 20
_NAME_LENGTH = 64


@transaction.atomic
def create_agent(
    *,
    account: User,
    name: str,
    kind: str = AgentKind.CUSTOM,
    description: str = "",
    capabilities: Iterable[str] = (),
) -> Agent:
    """Make an agent. Raises InvalidAgentName (for SITE_SOURCES, too), InvalidAgent, or AgentNameTaken when the account
    has one of that name, in whatever case.
    """
    try:
        AGENT_NAME(name)
    except ValidationError as error:
        raise InvalidAgentName(f"{name!r} cannot be an agent's name. {error.message}") from error
    if name.lower() in SITE_SOURCES:
        raise InvalidAgentName(
            f"{name!r} cannot be an agent's name: it is the source of stones that a person or a helper of this site "
            "stores. Choose another name."
        )
    defaults = _clean_fields(kind, description, capabilities)
    _lock_names(account)
    # As people write and read it, "codex" is "Codex": a message to the one would wait for the other.
    like = Agent.objects.filter(account=account, name__iexact=name).exclude(name=name).first()
    if like is not None:
        closed = " It is closed, and its name stays its own." if like.closed else ""
        raise AgentNameTaken(
            f"There is an agent {like.name!r} already, whose name differs from {name!r} only in capital "
            f"letters.{closed} Choose another name."
        )
    agent, created = Agent.objects.get_or_create(account=account, name=name, defaults=defaults)
    if not created:
        closed = " It is closed, and its name stays its own." if agent.closed else ""
        raise AgentNameTaken(
            f"There is an agent {name!r} already.{closed} Choose another name; a further token for an agent is made on "
            "its page under Agents."
        )
    return agent


def describe_agent(*, agent: Agent, kind: str, description: str, capabilities: Iterable[str]) -> None:
    """Replace an agent's description. Raises InvalidAgent, or SiteAgentError for one of the site's own."""
    _refuse_site_agent(agent, "is described by the site")
    fields = _clean_fields(kind, description, capabilities)
    for name, value in fields.items():
        setattr(agent, name, value)
    agent.save(update_fields=list(fields))


@transaction.atomic
def close_agent(*, agent: Agent) -> bool:
    """Close an agent for good: its tokens are invalid from now on, its inbox takes nothing; its messages stay.

    Unread ones become dead letters of their senders. Returns False when it was closed before. Raises
    SiteAgentError for one of the site's own.
    """
    _refuse_site_agent(agent, "cannot be closed")
    if not Agent.objects.filter(pk=agent.pk, closed=None).update(closed=timezone.now()):
        return False
    dead_letter_deliveries(agent=agent)
    record("agent.closed", agent.name, account=agent.account_id)
    return True


def site_agent(account: User, kind: str) -> Agent:
    """The person, the assistant or the helper of an account, made when it is first needed."""
    if kind not in WITHOUT_TOKENS:
        raise ValueError(f"{kind!r} is none of the site's own kinds.")
    base_name = _as_name(account.get_username()) if kind == AgentKind.PERSON else AgentKind(kind).value
    for number in count(1):
        if found := Agent.objects.filter(account=account, kind=kind).first():
            return found
        suffix = f"-{number}" if number > 1 else ""
        name = base_name[: _NAME_LENGTH - len(suffix)] + suffix
        try:
            with transaction.atomic():
                _lock_names(account)
                if Agent.objects.filter(account=account, name__iexact=name).exists():
                    continue
                return Agent.objects.create(account=account, name=name, kind=kind)
        except IntegrityError:
            # Another agent has the name, or a concurrent call made this very agent: try again.
            continue
    raise AssertionError


def _lock_names(account: User) -> None:
    """Until the transaction ends no concurrent call gives a name: no constraint compares those that differ by case."""
    User.objects.select_for_update(no_key=True).values_list("pk").get(pk=account.pk)


def _clean_fields(kind: str, description: str, capabilities: Iterable[str]) -> dict[str, object]:
    """The fields that a person chooses, stripped and without duplicates. Raises InvalidAgent."""
    words = list(dict.fromkeys(word for each in capabilities if (word := " ".join(each.split()))))
    if kind not in PROGRAM_KINDS:
        raise InvalidAgent(f"Unknown kind {kind!r}. There are: {', '.join(PROGRAM_KINDS)}.")
    if len(words) > MAX_CAPABILITIES:
        raise InvalidAgent(f"An agent names at most {MAX_CAPABILITIES} capabilities, not {len(words)}.")
    if long := [word for word in words if len(word) > Agent.MAX_CAPABILITY]:
        raise InvalidAgent(
            f"The capability {long[0][:30]!r}… is longer than {Agent.MAX_CAPABILITY} characters."
        )
    if len(description) > Agent.MAX_DESCRIPTION:
        raise InvalidAgent(f"The description is longer than {Agent.MAX_DESCRIPTION} characters.")
    if "\x00" in "".join([description, *words]):
        raise InvalidAgent("A description and a capability are plain text: without NUL characters.")
    return {"kind": kind, "description": description.strip(), "capabilities": words}


def _refuse_site_agent(agent: Agent, what: str) -> None:
    if agent.kind in WITHOUT_TOKENS:
        raise SiteAgentError(f"{agent.name!r} is {agent.get_kind_display()}: it {what}.")


def _as_name(username: str) -> str:
    """A user name in the letters of an agent's: "josé@example" becomes "jose-example"."""
    plain = unicodedata.normalize("NFKD", username).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", plain).strip("-_.")[:_NAME_LENGTH] or AgentKind.PERSON.value
