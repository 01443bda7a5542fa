"""Which stones an agent may read that may only read its inbox: those that somebody sent to it.

What it sent to itself is not among them: it could name any stone of its account and so open it.
"""

from django.db.models import QuerySet

from inbox.models import Agent, Delivery
from inbox.queries import in_inbox
from stones.exceptions import StoneNotFound
from stones.models import Stone
from stones.queries import hash_or_id, refuse_ambiguous


def delivered_hashes(agent: Agent) -> "QuerySet[Delivery, str]":
    """The sha256 of each content in the agent's inbox that another agent sent."""
    rows = Delivery.objects.filter(agent=agent, message__stone__isnull=False)
    received = in_inbox(rows).exclude(message__sender=agent).order_by()
    return received.values_list("message__stone__content__sha256", flat=True)


def delivered_name(agent: Agent, border_hash: str) -> str:
    """A name by which `find_stone` finds the stone, if its content was delivered to this agent.

    Others are as if they were not there, also where a prefix could mean several. Raises as `find_stone`.
    """
    name, is_id = hash_or_id(border_hash)
    received = delivered_hashes(agent)
    if is_id:
        if Stone.objects.filter(pk=name, content__sha256__in=received).exists():
            return name
        raise StoneNotFound(f"There is no stone {name!r}.")
    path = "message__stone__content__sha256"
    named = received.filter(**{f"{path}__gte": name, f"{path}__lt": f"{name}g"})
    if (found := named.first()) is None:
        raise StoneNotFound(f"There is no stone {name!r}.")
    refuse_ambiguous(name, named)
    return found
