"""Levels of stones by their hash, for an agent: what it was sent, and what its account may read."""

from django.db import transaction

from inbox.exceptions import MessageNotFound
from inbox.models import Agent, Delivery
from inbox.queries.delivered_stones import delivered_stone_id, only_delivered_stone_id
from inbox.services.mark_deliveries import record_reading
from inbox.services.read_messages import MessageLevel, find_message_level, record_message_level
from stones import services as stones
from stones.exceptions import AmbiguousHash, StoneGone, StoneNotFound
from stones.services.read_levels import WHOLE, Portion


@transaction.atomic
def request_lod(
    *, agent: Agent, border_hash: str, level: int | None = None, reader: str, only_delivered: bool = False
) -> stones.LevelRead | MessageLevel:
    """Load a level of any stone that the account may read. Raises as `find_lod`."""
    found = find_lod(agent=agent, border_hash=border_hash, level=level, only_delivered=only_delivered)
    record_lod(found, agent=agent, reader=reader)
    return found


@transaction.atomic
def record_lod(
    found: stones.LevelRead | MessageLevel, *, agent: Agent, reader: str, portion: Portion = WHOLE
) -> None:
    """This much of the level was read: for the ledger, and for senders of the stone to this agent.

    Raises StoneNotFound, MessageNotFound when it went meanwhile.
    """
    if isinstance(found, MessageLevel):
        record_message_level(found, reader=reader, portion=portion)
        return
    stones.record_level(found, reader=reader, portion=portion)
    delivery = Delivery.objects.filter(agent=agent, message__stone=found.assembled.stone)
    record_reading(delivery, found.level.number)


def find_lod(
    *, agent: Agent, border_hash: str, level: int | None = None, only_delivered: bool = False
) -> stones.LevelRead | MessageLevel:
    """A level of any stone that the account may read, not read yet: nothing is written.

    A hash of several stones means the one that the agent made, else the one that was sent to it last. `level` None:
    LOD-1, or the top where that is lower. `only_delivered`: for a token that may read this inbox and no stones; only
    what others sent to the agent is found. Raises as `find_stone`, and LevelNotFound.
    """
    try:
        name = only_delivered_stone_id(agent, border_hash) if only_delivered else border_hash
        return _find_level(agent, name, level)
    except AmbiguousHash as error:
        try:
            name = delivered_stone_id(agent, border_hash)
        except StoneNotFound:
            raise error from None
    except StoneGone as error:
        # The delivered copy stays readable.
        if (delivery := _delivery_with_stone(agent, border_hash, 1 if level is None else level)) is None:
            raise
        try:
            return find_message_level(agent=agent, message=delivery.message_id, level=level)
        except MessageNotFound:
            raise error from None
    return _find_level(agent, name, level)


def _find_level(agent: Agent, name: str, level: int | None) -> stones.LevelRead:
    return stones.find_level(account=agent.account, border_hash=name, level=level, recipient=agent)


def _delivery_with_stone(agent: Agent, name: str, level: int) -> Delivery | None:
    """The agent's last delivery of the stone of this name that holds the level, else the last of all."""
    found = agent.deliveries.visible().with_stone(name)
    if (last := found.select_related("message").first()) is None:
        return None
    same = found.filter(message__stone_ulid=last.message.stone_ulid)
    return same.filter(message__delivered_lod__gte=level).first() or last
