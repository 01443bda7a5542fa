"""Issuing, rotating and revoking the tokens of agents, and recording when each was last used."""

import ipaddress
from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from django.db import connection, transaction
from django.utils import timezone

from audit.services import record
from core.rest.agent_tokens import new_token, token_sha256
from inbox.exceptions import AgentClosed, SiteAgentError, TokenNotValid, UnknownScope
from inbox.models import WITHOUT_TOKENS, Agent, AgentToken
from inbox.scopes import SCOPES, USUAL_SCOPES
from inbox.services.deliver_message import CHANNEL
from inbox.services.open_inboxes import find_inboxes

TOKEN_LIFE = timedelta(days=90)
# The longest time for which a replaced token stays valid beside its successor.
MAX_OVERLAP = timedelta(days=7)
# Last use is displayed to the minute; writing it at every call would make each read a write.
LAST_USE_STEP = timedelta(minutes=1)
_MAX_CHARACTERS = 120


class IssuedToken(NamedTuple):
    """A token's row, and its text, which is stored nowhere."""

    row: AgentToken
    text: str


@transaction.atomic
def issue_token(
    *,
    agent: Agent,
    scopes: Iterable[str] = USUAL_SCOPES,
    life: timedelta | None = TOKEN_LIFE,
    inboxes: Iterable[str] = (),
) -> IssuedToken:
    """Make a token with these scopes. `life` None: it does not expire.

    `inboxes` are names of other agents of the account whose inboxes it opens, too. Raises UnknownScope, SiteAgentError
    for one of the site's own agents, AgentClosed, InvalidInbox. It makes an agent of the demonstration the
    account's own.
    """
    requested = sorted(set(scopes))
    if unknown := [scope for scope in requested if scope not in SCOPES]:
        raise UnknownScope(f"Unknown scope {unknown[0]!r}. There are: {', '.join(SCOPES)}.")
    if agent.kind in WITHOUT_TOKENS:
        raise SiteAgentError(
            f"{agent.name!r} is {agent.get_kind_display()}: it has no tokens. Make an agent of its own for a program."
        )
    if agent.closed is not None:
        raise AgentClosed(
            f"The agent {agent.name!r} is closed: a token would open nothing. Make a new agent."
        )
    other_inboxes = find_inboxes(agent, inboxes)
    agent.adopt()
    text = new_token()
    row = AgentToken.objects.create(
        account_id=agent.account_id,
        agent=agent,
        sha256=token_sha256(text),
        last4=text[-4:],
        scopes=requested,
        expires=timezone.now() + life if life else None,
    )
    if other_inboxes:
        row.inboxes.set(other_inboxes)
    opened = [each.name for each in other_inboxes]
    record("token.issued", row, account=row.account_id, agent=agent.name, scopes=requested, inboxes=opened)
    return IssuedToken(row, text)


@transaction.atomic
def rotate_token(*, token: AgentToken, overlap: timedelta) -> IssuedToken:
    """Make a token with the same scopes, inboxes and life in place of this one, which stays valid for `overlap`.

    Raises TokenNotValid for one that is no longer valid or was replaced before, ValueError for an overlap
    below 0 or above MAX_OVERLAP.
    """
    if not timedelta(0) <= overlap <= MAX_OVERLAP:
        raise ValueError(f"An overlap is from 0 to {MAX_OVERLAP.days} days, not {overlap}.")
    # The row is the lock: of two who rotate it, one gets the token that takes its place. What it points to is read
    # after: joined to it, that would be as it was before the wait.
    old, now = AgentToken.objects.select_for_update().get(pk=token.pk), timezone.now()
    if old.replaced_by is not None:
        raise TokenNotValid(f"The token {old} was replaced by {old.replaced_by} already. Rotate that one.")
    if not old.is_valid(now):
        raise TokenNotValid(f"The token {old} is expired or revoked. Make a new one for the agent instead.")
    life = old.expires - old.created if old.expires else None
    # Agents that were closed since are left out.
    inboxes = [each.name for each in old.inboxes.open()]
    successor = issue_token(agent=old.agent, scopes=old.scopes, life=life, inboxes=inboxes)
    old.expires = min(old.expires or now + overlap, now + overlap)
    old.replaced_by = successor.row
    old.save(update_fields=["expires", "replaced_by"])
    record("token.rotated", old, account=old.account_id, agent=old.agent.name, by=str(successor.row))
    return successor


@transaction.atomic
def revoke_token(*, token: AgentToken) -> bool:
    """Make a token invalid at once and for good. Returns False when it was revoked before; that time stays."""
    if not AgentToken.objects.filter(pk=token.pk, revoked=None).update(revoked=timezone.now()):
        return False
    record("token.revoked", token, account=token.account_id, agent=token.agent.name)
    # Who waits for mail with it is asked for it once more, and refused.
    with connection.cursor() as cursor:
        for inbox_id in (token.agent_id, *token.inboxes.values_list("pk", flat=True)):
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, str(inbox_id)])
    return True


def record_use(token: AgentToken, *, address: str, client: str, call: str) -> None:
    """Store time, IP address, client and call of the token's last use, at most once a minute."""
    now = timezone.now()
    if token.last_used is not None and now - token.last_used <= LAST_USE_STEP:
        return
    token.last_used = now
    token.last_address = _ip_address(address)
    token.last_client = _printable(client)
    token.last_call = _printable(call)
    AgentToken.objects.filter(pk=token.pk).update(
        last_used=now,
        last_address=token.last_address,
        last_client=token.last_client,
        last_call=token.last_call,
    )


def _ip_address(text: str) -> str | None:
    """An IP address that the database takes; None for anything else, such as a Unix socket."""
    try:
        return str(ipaddress.ip_address(text.partition("%")[0]))
    except ValueError:
        return None


def _printable(text: str) -> str:
    """A text from the caller without control characters, at most _MAX_CHARACTERS long."""
    return "".join(character for character in text[: 4 * _MAX_CHARACTERS] if character.isprintable()).strip()[
        :_MAX_CHARACTERS
    ]
