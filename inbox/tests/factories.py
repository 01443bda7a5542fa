"""Rows for tests, made as the site makes them: by its services."""

import itertools
from typing import Any

from django.contrib.auth.models import User

from inbox.exceptions import RecipientNotFound
from inbox.models import Agent, Delivery
from inbox.queries.deliveries import agent_deliveries
from inbox.services.manage_agents import create_agent
from inbox.services.resolve_recipients import resolve_recipients
from inbox.services.send_messages import Outgoing, SendResult, send_message
from inbox.services.send_messages import send_stone as send_stone_service
from stones.tests.factories import new_account

_numbers = itertools.count()


def new_agent(account: User | None = None, name: str = "") -> Agent:
    """An agent, by default in an account of its own."""
    return create_agent(account=account or new_account(), name=name or f"agent{next(_numbers)}")


def send(sender: Agent, *recipients: str, payload: object = None, **options: Any) -> SendResult:
    """Send a plain message, by default with a unique text; `options` are those of Outgoing."""
    content = f"Message number {next(_numbers)}." if payload is None else payload
    return send_message(sender=sender, payload=content, outgoing=Outgoing(recipients=recipients, **options))


def send_stone(sender: Agent, *recipients: str, stone: str, max_lod: int = 1, **options: Any) -> SendResult:
    """Send a stone, given as its text, hash or id."""
    outgoing = Outgoing(recipients=recipients, **options)
    return send_stone_service(sender=sender, stone=stone, outgoing=outgoing, max_lod=max_lod)


def deliver(
    recipient: Agent, payload: object = None, *, sender: Agent | None = None, **options: Any
) -> Delivery:
    """A message in this agent's inbox, by default from another agent of its account."""
    by = sender or new_agent(recipient.account)
    address = recipient.name
    if by.account_id != recipient.account_id:
        address += f"@{recipient.account.get_username()}"
    (delivery,) = send(by, address, payload=payload, **options).deliveries
    return delivery


def may_write(sender: User, other: User) -> bool:
    """Whether an agent of the one account reaches one of the other's, by its address."""
    try:
        resolve_recipients(new_agent(sender), [f"{new_agent(other).name}@{other.get_username()}"])
    except RecipientNotFound:
        return False
    return True


def inbox_of(agent: Agent) -> list[tuple[int | None, str]]:
    """Number and body of each message that an agent's inbox lists."""
    return [(row.sequence, row.message.body) for row in agent_deliveries(agent).order_by("sequence")]
