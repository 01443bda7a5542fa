"""Levels of messages on a person's page. Opening marks messages as read in their own inbox, not in their agents'."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from django.contrib.auth.models import User

from inbox.exceptions import MessageNotFound
from inbox.models import AgentKind, Delivery, DeliveryState, Message
from inbox.queries.deliveries import UNREAD_STATES
from inbox.services.mark_deliveries import mark_persons_read
from inbox.services.read_messages import message_levels, read_message
from stones.exceptions import StoneNotFound
from stones.format import parse
from stones.services.visit_stone import visit


class LevelText(NamedTuple):
    """A level's number and text."""

    number: int
    text: str


def mark_opened(account: User, messages: Iterable[Message]) -> None:
    """Mark LOD-0 of messages as read in the person's own inbox. Two queries at most; the deliveries that the messages
    have loaded then have the stored values.
    """
    own = [found for each in messages if (found := _own_delivery(account, each)) is not None]
    mark_persons_read([each for each in own if each.state in UNREAD_STATES])


def view_levels(*, account: User, message: Message, lod: int, reader: str) -> Sequence[LevelText]:
    """The levels of a message beyond LOD-0, up to `lod` or to its top.

    In the person's own inbox the levels are marked read, LOD-0 by `mark_opened`. Levels of a stone go into the ledger,
    once a visit.
    """
    own = _own_delivery(account, message)
    if own is not None and lod > 0:
        # It may have expired since the request began.
        with suppress(MessageNotFound):
            _record_own_reads(own, message, lod, reader)
            # What is shown beside the text says of it that it is read.
            own.refresh_from_db(fields=["state", "read_lod", "delivered_at", "read_at"])
    level_range = range(1, min(lod + 1, len(message.prices)))
    if not level_range:
        return []
    if not message.is_stone:
        texts = message_levels(message)
        return [LevelText(number, texts[number]) for number in level_range]
    return _stone_levels(account, message, level_range, reader)


def _own_delivery(account: User, message: Message) -> Delivery | None:
    """Its delivery to the person, unless that is dead; None: there is none. Deliveries and their agents are loaded."""
    for delivery in message.deliveries.all():
        agent = delivery.agent
        if agent is None or agent.account_id != account.pk or agent.kind != AgentKind.PERSON:
            continue
        if delivery.state != DeliveryState.DEAD:
            return delivery
    return None


def _record_own_reads(delivery: Delivery, message: Message, lod: int, reader: str) -> None:
    assert delivery.agent is not None
    # What was read before is not another read: pages are loaded more than once.
    for level in range((delivery.read_lod or 0) + 1, min(lod + 1, len(message.prices))):
        read_message(agent=delivery.agent, message=message.pk, level=level, reader=reader)


def _stone_levels(account: User, message: Message, level_range: range, reader: str) -> list[LevelText]:
    if message.stone_id is not None:
        try:
            visited = visit(account=account, border_hash=message.stone_id, lod=level_range[-1], reader=reader)
        except StoneNotFound:
            pass
        else:
            return [LevelText(read.level.number, read.content) for read in visited.reads if read.level.number]
    # The stone is gone: what was delivered is left.
    copy = parse(message.body).levels
    return [LevelText(number, copy[number]) for number in level_range if number < len(copy)]
