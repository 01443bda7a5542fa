"""Whom a message reaches: names as they are typed, agents as they are found."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.contrib.auth.models import User
from django.db.models import Q

from inbox.exceptions import InvalidMessage, RecipientNotFound
from inbox.loading import open_agents
from inbox.models import Agent, Contact, ContactPolicy, Message
from inbox.queries import names_near

MAX_RECIPIENTS = 20
MAX_ADDRESS = 215
"""Characters: an agent's name, an @, a user name."""
NOT_FOUND = "recipient_not_found"


@dataclass(frozen=True)
class Recipient:
    """One address. `agent` is None where there is no such agent, or none that the sender may write to."""

    address: str
    agent: Agent | None

    @property
    def reason(self) -> str:
        """What is said of one that was not found."""
        return f"There is no agent {self.address!r} that you can write to."


def resolve(sender: Agent, addresses: Iterable[str]) -> list[Recipient]:
    """Find the agents behind `koda` and `koda@ann`, each once, in the order of the addresses.

    Raises InvalidMessage for none or too many, RecipientNotFound where nobody is reached.
    """
    typed = _typed(addresses)
    found = _agents(sender, typed)
    recipients: list[Recipient] = []
    for address in typed:
        agent = found.get(address)
        if agent is None or agent not in [each.agent for each in recipients]:
            recipients.append(Recipient(address, agent))
    if not any(each.agent for each in recipients):
        _refuse(sender, recipients)
    return recipients


def answer_to(sender: Agent, original: Message, *, reply_to_all: bool) -> list[str]:
    """Whom a reply goes to when nobody is named: the original's sender, or who got it where that was oneself."""
    others = [
        delivery.agent for delivery in original.deliveries.select_related("agent__account").order_by("pk")
    ]
    got = [agent for agent in others if agent is not None and agent.pk != sender.pk]
    author = Agent.objects.filter(sent=original).select_related("account").first()
    if author is None or author.pk == sender.pk:
        to = got if author else []
    else:
        to = [author, *(agent for agent in got if reply_to_all and agent.pk != author.pk)]
    if not to:
        raise RecipientNotFound(
            f"{original.sender_name!r}, who sent the message, is gone. Name a recipient. Nothing was sent.",
            recipients=[original.sender_name],
            nearest=[],
        )
    return [address_of(agent, sender.account_id) for agent in to[:MAX_RECIPIENTS]]


def address_of(agent: Agent, account_id: int) -> str:
    """How an agent is written to from this account."""
    return agent.name if agent.account_id == account_id else f"{agent.name}@{agent.account.get_username()}"


def _typed(addresses: Iterable[str]) -> list[str]:
    typed = list(dict.fromkeys(address.strip() for address in addresses))
    if not typed:
        raise InvalidMessage("There is no recipient: name an agent, as koda or koda@ann. Nothing was sent.")
    if len(typed) > MAX_RECIPIENTS:
        raise InvalidMessage(
            f"A message has at most {MAX_RECIPIENTS} recipients, not {len(typed)}. Nothing was sent."
        )
    for address in typed:
        if not address.isprintable() or not 1 <= len(address) <= MAX_ADDRESS:
            raise InvalidMessage(f"{address[:40]!r} is no address: koda, or koda@ann. Nothing was sent.")
    return typed


def _agents(sender: Agent, typed: Sequence[str]) -> dict[str, Agent]:
    """The agents that these addresses name and that take messages from the sender."""
    account = sender.account
    named = {address: _parts(address, account.get_username()) for address in typed}
    own = {name for name, username in named.values() if username == account.get_username()}
    found = (
        {(agent.name, account.get_username()): agent for agent in open_agents(account, own)} if own else {}
    )
    found |= {(agent.name, agent.account.get_username()): agent for agent in _others(account, named.values())}
    return {address: found[parts] for address, parts in named.items() if parts in found}


def _parts(address: str, own: str) -> tuple[str, str]:
    name, at, username = address.partition("@")
    return name, username if at else own


def _others(account: User, named: Iterable[tuple[str, str]]) -> list[Agent]:
    """Those of other accounts that let this one write to them."""
    asked = [
        Q(name=name, account__username=other) for name, other in named if other != account.get_username()
    ]
    if not asked:
        return []
    rows = Agent.objects.open().filter(reduce(or_, asked), account__is_active=True)
    agents = list(rows.select_related("account__inbox_settings", "inbox"))
    allowing = _allowing(account, {agent.account_id: agent.account for agent in agents})
    return [agent for agent in agents if agent.account_id in allowing]


def _allowing(account: User, others: dict[int, User]) -> set[int]:
    """Of these accounts, the ones whose agents the account may write to: `may_write`, for all of them at once."""
    policies = {pk: _policy(other) for pk, other in others.items()}
    allowing = {pk for pk, policy in policies.items() if policy == ContactPolicy.OPEN}
    if asked := [pk for pk, policy in policies.items() if policy == ContactPolicy.KNOWN]:
        known = Contact.objects.filter(account__in=asked, other=account)
        allowing.update(known.values_list("account_id", flat=True))
    return allowing


def _policy(account: User) -> str:
    # Loaded by the join; a row that is not there is the default.
    row = getattr(account, "inbox_settings", None)
    return row.contact_policy if row else ContactPolicy.KNOWN


def _refuse(sender: Agent, recipients: Sequence[Recipient]) -> None:
    near: list[str] = []
    for each in recipients:
        if "@" not in each.address:
            near += [name for name in names_near(sender.account, each.address) if name not in near]
    names = ", ".join(repr(each.address) for each in recipients)
    hint = f" Did you mean {', '.join(near)}?" if near else ""
    raise RecipientNotFound(
        f"There is no agent {names} that you can write to.{hint} Nothing was sent.",
        recipients=[each.address for each in recipients],
        nearest=near,
    )
