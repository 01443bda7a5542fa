"""From recipients' addresses to the agents that they name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from core.rest.agent_tokens import refuse_tokens
from inbox.exceptions import InvalidMessage, RecipientNotFound
from inbox.models import WITHOUT_TOKENS, Agent, AgentKind, Contact, ContactPolicy, Message
from inbox.queries.deliveries import similar_agent_names
from inbox.queries.sql_lookups import open_agents

MAX_RECIPIENTS = 20
MAX_ADDRESS = 215
"""Characters: an agent's name, an @, a user name."""
NOT_FOUND = "recipient_not_found"
TAKES_NO_MESSAGES = "recipient_takes_none"
# Agents of the site without a read inbox, and what to use in their place.
ALTERNATIVES = {
    AgentKind.HELPER: "To hand over a task: spawn_helper, POST /mcp/helpers or the page Helpers",
    AgentKind.ASSISTANT: "To ask the assistant: POST /mcp/chat",
}


@dataclass(frozen=True)
class ResolvedRecipient:
    """One address. `agent` is None where there is no such agent, or none that the sender may write to.

    `kind`: that of a site's own agent, which takes no messages; "" for any other.
    """

    address: str
    agent: Agent | None
    kind: str = ""

    @property
    def reason_code(self) -> str:
        """A stable code: why `agent` is None."""
        return TAKES_NO_MESSAGES if self.kind else NOT_FOUND

    @property
    def reason(self) -> str:
        """The reason in a sentence."""
        if self.kind:
            return f"{self.address!r} takes no messages. {ALTERNATIVES[AgentKind(self.kind)]}."
        return f"There is no agent {self.address!r} that you can write to."


CONTACTS_PAGE = "Who may write to your agents"
"""The title of the page of contacts."""


def resolve_recipients(sender: Agent, addresses: Iterable[str]) -> list[ResolvedRecipient]:
    """Find the agents behind `koda` and `koda@ann`, each once, in the order of the addresses.

    Raises InvalidMessage for none or too many, TokenInContent, RecipientNotFound where nobody is reached.
    """
    cleaned = _clean_addresses(addresses)
    found = writable_agents(sender, cleaned)
    recipients: list[ResolvedRecipient] = []
    for address in cleaned:
        agent = found.get(address)
        if agent is not None and agent.kind in ALTERNATIVES:
            recipients.append(ResolvedRecipient(address, None, agent.kind))
        elif agent is None or agent not in [each.agent for each in recipients]:
            recipients.append(ResolvedRecipient(address, agent))
    if not any(each.agent for each in recipients):
        _raise_not_found(sender, recipients)
    return recipients


def reply_addresses(sender: Agent, original: Message, *, reply_to_all: bool) -> list[str]:
    """The recipients of a reply that names none: the original's sender, or its recipients where that was `sender`.

    Of what a person wrote for an agent, that agent, while it is open.
    Who has written to nobody but oneself answers oneself.
    `reply_to_all` adds the other recipients; from another account only those of the two accounts, as it may not know
    the others. Raises RecipientNotFound where nobody is left.
    """
    deliveries = original.deliveries.select_related("agent__account").order_by("pk")
    delivered_to = [each.agent for each in deliveries if each.agent is not None]
    to_others = [agent for agent in delivered_to if agent.pk != sender.pk]
    author = Agent.objects.filter(sent=original).select_related("account").first()
    if original.for_agent and author != sender:
        author = agents_to_write_for(original.account).filter(name=original.for_agent).first() or author
    if author is None:
        to = []
    elif author.pk == sender.pk:
        to = to_others or delivered_to
    else:
        allowed = {sender.account_id, author.account_id}
        is_own = author.account_id == sender.account_id
        others = [
            agent for agent in to_others if agent.pk != author.pk and (is_own or agent.account_id in allowed)
        ]
        to = [author, *(others if reply_to_all else ())]
    if not to:
        gone = "Nobody whom you sent the message to is there any more"
        if author is None:
            gone = f"{original.sender_name!r}, who sent the message, is gone"
        raise RecipientNotFound(
            f"{gone}. Name a recipient. Nothing was sent.",
            recipients=[original.sender_name],
            nearest=[],
        )
    return [agent_address(agent, sender.account_id) for agent in to[:MAX_RECIPIENTS]]


def agents_to_write_for(account: User) -> QuerySet[Agent]:
    """The open agents of an account that act with tokens, for which its person may write."""
    return Agent.objects.filter(account=account).open().exclude(kind__in=WITHOUT_TOKENS)


def refuse_foreign_agent(sender: Agent, name: str) -> None:
    """Raises InvalidMessage unless `sender` is a person, and the name that of an open agent of hers."""
    if sender.kind != AgentKind.PERSON or not agents_to_write_for(sender.account).filter(name=name).exists():
        raise InvalidMessage(f"You have no agent {name!r} to write for. Nothing was sent.")


def agent_address(agent: Agent, account_id: int) -> str:
    """How an agent is written to from this account."""
    return agent.name if agent.account_id == account_id else f"{agent.name}@{agent.account.get_username()}"


def _clean_addresses(addresses: Iterable[str]) -> list[str]:
    cleaned = list(dict.fromkeys(address.strip() for address in addresses))
    refuse_tokens("\n".join(cleaned), where="recipient")
    if not cleaned:
        raise InvalidMessage("There is no recipient: name an agent, as koda or koda@ann. Nothing was sent.")
    if len(cleaned) > MAX_RECIPIENTS:
        raise InvalidMessage(
            f"A message has at most {MAX_RECIPIENTS} recipients, not {len(cleaned)}. Nothing was sent."
        )
    for address in cleaned:
        if "," in address:
            raise InvalidMessage(
                f"{address[:40]!r} is no address: a name has no comma. Give each recipient by itself, as "
                '["koda", "prax"]. Nothing was sent.'
            )
        if not address.isprintable() or not 1 <= len(address) <= MAX_ADDRESS:
            raise InvalidMessage(f"{address[:40]!r} is no address: koda, or koda@ann. Nothing was sent.")
    return cleaned


def writable_agents(sender: Agent, cleaned: Sequence[str]) -> dict[str, Agent]:
    """The agents that these addresses name and that take messages from the sender."""
    account = sender.account
    by_address = {address: _split_address(address, account.get_username()) for address in cleaned}
    own = {name for name, username in by_address.values() if username == account.get_username()}
    found = (
        {(agent.name, account.get_username()): agent for agent in open_agents(account, own)} if own else {}
    )
    found |= {
        (agent.name, agent.account.get_username()): agent
        for agent in _other_account_agents(account, by_address.values())
    }
    return {address: found[parts] for address, parts in by_address.items() if parts in found}


def _split_address(address: str, own: str) -> tuple[str, str]:
    name, at, username = address.partition("@")
    return name, username if at else own


def _other_account_agents(account: User, by_address: Iterable[tuple[str, str]]) -> list[Agent]:
    """Those of other accounts that let this one write to them."""
    requested = [
        Q(name=name, account__username=other) for name, other in by_address if other != account.get_username()
    ]
    if not requested:
        return []
    rows = (
        Agent.objects.open()
        .exclude(kind__in=ALTERNATIVES)
        .filter(reduce(or_, requested), account__is_active=True)
    )
    agents = list(rows.select_related("account__inbox_settings", "inbox"))
    allowing = _accounts_allowing(account, {agent.account_id: agent.account for agent in agents})
    return [agent for agent in agents if agent.account_id in allowing]


def _accounts_allowing(account: User, others: dict[int, User]) -> set[int]:
    """Of these other accounts, the ones whose agents the account may write to."""
    policies = {pk: _policy(other) for pk, other in others.items()}
    allowing = {pk for pk, policy in policies.items() if policy == ContactPolicy.OPEN}
    if requested := [pk for pk, policy in policies.items() if policy == ContactPolicy.KNOWN]:
        allowed = Contact.objects.filter(account__in=requested, other=account)
        allowing.update(allowed.values_list("account_id", flat=True))
    return allowing


def _policy(account: User) -> str:
    # Loaded by the join; a row that is not there is the default.
    row = getattr(account, "inbox_settings", None)
    return row.contact_policy if row else ContactPolicy.KNOWN


def _closed_agents(account: User, names: Sequence[str]) -> list[str]:
    """Those of the account's own agents that a person has closed."""
    closed = Agent.objects.filter(account=account, name__in=names).exclude(closed=None)
    return list(closed.values_list("name", flat=True))


def _raise_not_found(sender: Agent, recipients: Sequence[ResolvedRecipient]) -> None:
    reasons = [each.reason for each in recipients if each.kind]
    closed = _closed_agents(sender.account, [each.address for each in recipients])
    if closed:
        reasons.append(f"{', '.join(map(repr, closed))} is closed and takes no messages.")
    unknown = [each.address for each in recipients if not each.kind and each.address not in closed]
    suggestions: list[str] = []
    for address in unknown:
        if "@" not in address:
            suggestions += [
                name for name in similar_agent_names(sender.account, address) if name not in suggestions
            ]
    if unknown:
        hint = f" Did you mean {', '.join(suggestions)}?" if suggestions else ""
        if any("@" in address for address in unknown):
            hint += (
                " Another account may take messages only from those that it has written to or let in: its person lets "
                f"yours in on the page “{CONTACTS_PAGE}”."
            )
        reasons.insert(0, f"There is no agent {', '.join(map(repr, unknown))} that you can write to.{hint}")
    raise RecipientNotFound(
        f"{' '.join(reasons)} Nothing was sent.",
        recipients=[each.address for each in recipients],
        nearest=suggestions,
    )
