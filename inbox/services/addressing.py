"""Whom a message reaches: names as they are typed, agents as they are found."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.contrib.auth.models import User
from django.db.models import Q

from inbox.exceptions import InvalidMessage, RecipientNotFound
from inbox.loading import open_agents
from inbox.models import Agent, AgentKind, Contact, ContactPolicy, Message
from inbox.queries import names_near
from rest.tokens import refuse_tokens

MAX_RECIPIENTS = 20
MAX_ADDRESS = 215
"""Characters: an agent's name, an @, a user name."""
NOT_FOUND = "recipient_not_found"
TAKES_NONE = "recipient_takes_none"
# Agents of the site whose inboxes nobody reads, and what to use in their place.
INSTEAD = {
    AgentKind.HELPER: "To hand over a task: spawn_helper, POST /mcp/helpers or the page Helpers",
    AgentKind.ASSISTANT: "To ask the assistant: POST /mcp/chat",
}


@dataclass(frozen=True)
class Recipient:
    """One address. `agent` is None where there is no such agent, or none that the sender may write to.

    `kind`: of the site's own, that take no messages.
    """

    address: str
    agent: Agent | None
    kind: str = ""

    @property
    def reason_code(self) -> str:
        """Why there is no agent."""
        return TAKES_NONE if self.kind else NOT_FOUND

    @property
    def reason(self) -> str:
        """The same in a sentence."""
        if self.kind:
            return f"{self.address!r} takes no messages. {INSTEAD[AgentKind(self.kind)]}."
        return f"There is no agent {self.address!r} that you can write to."


def resolve(sender: Agent, addresses: Iterable[str]) -> list[Recipient]:
    """Find the agents behind `koda` and `koda@ann`, each once, in the order of the addresses.

    Raises InvalidMessage for none or too many, TokenInContent, RecipientNotFound where nobody is reached.
    """
    typed = _typed(addresses)
    found = writable_agents(sender, typed)
    recipients: list[Recipient] = []
    for address in typed:
        agent = found.get(address)
        if agent is not None and agent.kind in INSTEAD:
            recipients.append(Recipient(address, None, agent.kind))
        elif agent is None or agent not in [each.agent for each in recipients]:
            recipients.append(Recipient(address, agent))
    if not any(each.agent for each in recipients):
        _refuse(sender, recipients)
    return recipients


def answer_to(sender: Agent, original: Message, *, reply_to_all: bool) -> list[str]:
    """Whom a reply goes to when nobody is named: the original's sender, or who got it where that was oneself.

    To all: who else got it is for the author's account to know; from another one, only those of these two accounts.
    """
    deliveries = original.deliveries.select_related("agent__account").order_by("pk")
    got = [each.agent for each in deliveries if each.agent is not None and each.agent.pk != sender.pk]
    author = Agent.objects.filter(sent=original).select_related("account").first()
    if author is None or author.pk == sender.pk:
        to = got if author else []
    else:
        known = {sender.account_id, author.account_id}
        is_own = author.account_id == sender.account_id
        others = [agent for agent in got if agent.pk != author.pk and (is_own or agent.account_id in known)]
        to = [author, *(others if reply_to_all else ())]
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
    refuse_tokens("\n".join(typed), where="recipient")
    if not typed:
        raise InvalidMessage("There is no recipient: name an agent, as koda or koda@ann. Nothing was sent.")
    if len(typed) > MAX_RECIPIENTS:
        raise InvalidMessage(
            f"A message has at most {MAX_RECIPIENTS} recipients, not {len(typed)}. Nothing was sent."
        )
    for address in typed:
        if "," in address:
            raise InvalidMessage(
                f"{address[:40]!r} is no address: a name has no comma. Give each recipient by itself, as "
                '["koda", "prax"]. Nothing was sent.'
            )
        if not address.isprintable() or not 1 <= len(address) <= MAX_ADDRESS:
            raise InvalidMessage(f"{address[:40]!r} is no address: koda, or koda@ann. Nothing was sent.")
    return typed


def writable_agents(sender: Agent, typed: Sequence[str]) -> dict[str, Agent]:
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
    rows = Agent.objects.open().exclude(kind__in=INSTEAD).filter(reduce(or_, asked), account__is_active=True)
    agents = list(rows.select_related("account__inbox_settings", "inbox"))
    allowing = _allowing(account, {agent.account_id: agent.account for agent in agents})
    return [agent for agent in agents if agent.account_id in allowing]


def _allowing(account: User, others: dict[int, User]) -> set[int]:
    """Of these other accounts, the ones whose agents the account may write to."""
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


def _closed(account: User, names: Sequence[str]) -> list[str]:
    """Those of the account's own agents that a person has closed."""
    closed = Agent.objects.filter(account=account, name__in=names).exclude(closed=None)
    return list(closed.values_list("name", flat=True))


def _refuse(sender: Agent, recipients: Sequence[Recipient]) -> None:
    reasons = [each.reason for each in recipients if each.kind]
    closed = _closed(sender.account, [each.address for each in recipients])
    if closed:
        reasons.append(f"{', '.join(map(repr, closed))} is closed and takes no messages.")
    unknown = [each.address for each in recipients if not each.kind and each.address not in closed]
    near: list[str] = []
    for address in unknown:
        if "@" not in address:
            near += [name for name in names_near(sender.account, address) if name not in near]
    if unknown:
        hint = f" Did you mean {', '.join(near)}?" if near else ""
        reasons.insert(0, f"There is no agent {', '.join(map(repr, unknown))} that you can write to.{hint}")
    raise RecipientNotFound(
        f"{' '.join(reasons)} Nothing was sent.",
        recipients=[each.address for each in recipients],
        nearest=near,
    )
