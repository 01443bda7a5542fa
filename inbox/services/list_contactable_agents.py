"""The agents to whom an agent may write, as far as it may know of them."""

from inbox.models import Agent, Delivery
from inbox.services.resolve_recipients import ALTERNATIVES, agent_address, writable_agents

# Of the account's own, and of other accounts', where the latest correspondents come first.
MAX_AGENTS = 100
_RECENT_DELIVERIES = 200


def contactable_agents(sender: Agent) -> list[Agent]:
    """The account's other open agents by name, then those of other accounts that it has exchanged messages with.

    Other accounts' agents with whom it has exchanged nothing are not listed, whatever their account allows.
    """
    own = (
        Agent.objects.filter(account=sender.account)
        .open()
        .exclude(kind__in=ALTERNATIVES)
        .exclude(pk=sender.pk)
    )
    agents = list(own.select_related("account").order_by("name")[:MAX_AGENTS])
    found = writable_agents(sender, _correspondents(sender))
    others = {agent.pk: agent for agent in found.values()}
    return [*agents, *list(others.values())[:MAX_AGENTS]]


def _correspondents(sender: Agent) -> list[str]:
    """Addresses in other accounts, as this agent writes to them, the latest first."""
    received = Delivery.objects.filter(agent=sender).exclude(message__account=sender.account_id)
    sent = Delivery.objects.filter(message__sender=sender, agent__isnull=False).exclude(
        account=sender.account_id
    )
    senders = received.order_by("-pk").values_list("pk", "message__sender_name", "message__account__username")
    dated = [(key, f"{name}@{account}") for key, name, account in senders[:_RECENT_DELIVERIES]]
    sent_deliveries = sent.select_related("agent__account").order_by("-pk")[:_RECENT_DELIVERIES]
    dated += [
        (each.pk, agent_address(each.agent, sender.account_id))
        for each in sent_deliveries
        if each.agent is not None
    ]
    return list(dict.fromkeys(address for _, address in sorted(dated, reverse=True)))
