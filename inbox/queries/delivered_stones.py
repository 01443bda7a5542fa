"""The stones that a token may read which has access to an inbox alone: those that other agents sent to it.

What it sent to itself is not among them: it could name any stone of its account and so open it.
"""

from typing import Any

from django.db.models import QuerySet

from inbox.exceptions import ExtraScopeRequired
from inbox.models import Agent
from stones.exceptions import StoneGone, StoneNotFound
from stones.queries import raise_ambiguous, raise_gone
from stones.stone_name import parse_stone_name


def delivered_stones(agent: Agent) -> "QuerySet[Any, str]":
    """Ids of the stones in the agent's inbox that another agent sent, latest first; one id for each message."""
    rows = agent.deliveries.visible().filter(message__stone__isnull=False).exclude(message__sender=agent)
    return rows.order_by("-sequence").values_list("message__stone", flat=True)


def delivered_stone_id(agent: Agent, border_hash: str) -> str:
    """The id of the stone of this name that was delivered to this agent last.

    Other stones do not count, not even for an ambiguous prefix. Raises as `find_stone`.
    """
    name = parse_stone_name(border_hash)
    received = delivered_stones(agent)
    if name.is_id:
        matching = received.filter(message__stone=name.text)
    else:
        path = "message__stone__content__sha256"
        matching = received.filter(name.begins(path)) if name.is_hash else received.none()
        if not matching.exists():
            matching = received.filter(name.claimed("message__stone__"))
        raise_ambiguous(name.text, matching.order_by().values_list(path, flat=True))
    if (found := matching.first()) is None:
        raise_gone(name, agent.lost(border_hash))
        name.check()
        raise StoneNotFound.named(name.text)
    return found


def only_delivered_stone_id(agent: Agent, border_hash: str) -> str:
    """The same for a token without stones:read. Raises ExtraScopeRequired where there is none, whether or not the
    account has one.
    """
    try:
        return delivered_stone_id(agent, border_hash)
    except StoneGone:
        raise
    except StoneNotFound as error:
        raise ExtraScopeRequired(
            "stones:read", f"Without it, only stones that were sent to {agent.name!r} are read."
        ) from error
