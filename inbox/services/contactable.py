"""Whom an agent may write to, as far as it may know of them."""

from inbox.models import Agent, Delivery
from inbox.services.addressing import INSTEAD, address_of, writable_agents

# Of other accounts those come first with whom something was exchanged last.
MOST_AGENTS = 100
_LOOKED_AT = 200


def contactable_agents(sender: Agent) -> list[Agent]:
    """The account's other open agents by name, then those of other accounts that it has exchanged messages with.

    Agents of other accounts with whom it never had to do are not named, whatever their account allows.
    """
    own = Agent.objects.filter(account=sender.account).open().exclude(kind__in=INSTEAD).exclude(pk=sender.pk)
    agents = list(own.select_related("account").order_by("name")[:MOST_AGENTS])
    found = writable_agents(sender, _correspondents(sender))
    others = {agent.pk: agent for agent in found.values()}
    return [*agents, *others.values()][:MOST_AGENTS]


def _correspondents(sender: Agent) -> list[str]:
    """Addresses in other accounts, as this agent writes to them, the latest first."""
    received = Delivery.objects.filter(agent=sender).exclude(message__account=sender.account_id)
    sent = Delivery.objects.filter(message__sender=sender, agent__isnull=False).exclude(
        account=sender.account_id
    )
    wrote = received.order_by("-pk").values_list("message__sender_name", "message__account__username")
    addresses = [f"{name}@{account}" for name, account in wrote[:_LOOKED_AT]]
    got = sent.select_related("agent__account").order_by("-pk")[:_LOOKED_AT]
    addresses += [address_of(each.agent, sender.account_id) for each in got if each.agent is not None]
    return list(dict.fromkeys(addresses))
