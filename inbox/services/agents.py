"""Making agents and their tokens."""

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from inbox.exceptions import AgentNameTaken, InvalidAgentName, UnknownScope
from inbox.models import AGENT_NAME, Agent, AgentToken
from rest.scopes import SCOPES
from rest.tokens import new_token, token_sha256

TOKEN_LIFE = timedelta(days=90)


class NewToken(NamedTuple):
    """A token's row, and its text: shown now or never."""

    row: AgentToken
    text: str


@transaction.atomic
def create_agent(*, account: User, name: str, description: str = "") -> Agent:
    """Make an agent. Raises InvalidAgentName, or AgentNameTaken when the account has one of that name."""
    try:
        AGENT_NAME(name)
    except ValidationError as error:
        raise InvalidAgentName(f"{name!r} cannot be an agent's name. {error.message}") from error
    agent, created = Agent.objects.get_or_create(
        account=account, name=name, defaults={"description": description}
    )
    if not created:
        raise AgentNameTaken(f"There is an agent {name!r} already.")
    return agent


def issue_token(
    *, agent: Agent, scopes: Iterable[str] = tuple(SCOPES), life: timedelta | None = TOKEN_LIFE
) -> NewToken:
    """Make a token with these scopes (all, unless told). `life` None: it does not expire."""
    wanted = sorted(set(scopes))
    if unknown := [scope for scope in wanted if scope not in SCOPES]:
        raise UnknownScope(f"Unknown scope {unknown[0]!r}. There are: {', '.join(SCOPES)}.")
    text = new_token()
    row = AgentToken.objects.create(
        account_id=agent.account_id,
        agent=agent,
        sha256=token_sha256(text),
        last4=text[-4:],
        scopes=wanted,
        expires=timezone.now() + life if life else None,
    )
    return NewToken(row, text)


def revoke_token(*, token: AgentToken) -> bool:
    """Close a token for good, at once. Returns False when it was revoked before: its time stays."""
    return bool(AgentToken.objects.filter(pk=token.pk, revoked=None).update(revoked=timezone.now()))
