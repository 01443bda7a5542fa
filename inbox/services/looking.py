"""A person looks at messages on a page. In an agent's inbox that changes nothing; their own they read by opening."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from django.contrib.auth.models import User

from inbox.exceptions import MessageNotFound
from inbox.models import AgentKind, Delivery, DeliveryState, Message
from inbox.queries import UNREAD
from inbox.services.marking import mark_read
from inbox.services.reading import read_message
from stones.exceptions import StoneNotFound
from stones.format import parse
from stones.services.visiting import visit


class Looked(NamedTuple):
    """A level's number and text."""

    number: int
    text: str


def look(*, account: User, message: Message, lod: int, reader: str) -> Sequence[Looked]:
    """The levels of a message beyond LOD-0, up to `lod` or to its top.

    Where it is in the person's own inbox, it is read so far. Levels of a stone go into the ledger, once a visit.
    """
    own = _own(account, message)
    if own is not None:
        # It may have run out, unread, since the page was asked for.
        with suppress(MessageNotFound):
            _read(own, message, lod, reader)
    wanted = range(1, min(lod + 1, len(message.prices)))
    if not wanted:
        return []
    if not message.is_stone:
        return [Looked(number, message.body) for number in wanted]
    return _of_stone(account, message, wanted, reader)


def _own(account: User, message: Message) -> Delivery | None:
    """Its delivery to the person, where there is one that is alive. Deliveries and their agents are loaded."""
    for delivery in message.deliveries.all():
        agent = delivery.agent
        if agent is None or agent.account_id != account.pk or agent.kind != AgentKind.PERSON:
            continue
        if delivery.state != DeliveryState.DEAD:
            return delivery
    return None


def _read(delivery: Delivery, message: Message, lod: int, reader: str) -> None:
    assert delivery.agent is not None
    if lod < 1:
        if delivery.state in UNREAD:
            mark_read(agent=delivery.agent, message=message.pk)
        return
    # What was read before is not another read: pages are loaded again, or gone back to.
    for level in range((delivery.read_lod or 0) + 1, min(lod + 1, len(message.prices))):
        read_message(agent=delivery.agent, message=message.pk, level=level, reader=reader)


def _of_stone(account: User, message: Message, wanted: range, reader: str) -> list[Looked]:
    if message.stone_id is not None:
        try:
            seen = visit(account=account, border_hash=message.stone_id, lod=wanted[-1], reader=reader)
        except StoneNotFound:
            pass
        else:
            return [Looked(read.level.number, read.content) for read in seen.reads if read.level.number]
    # The stone is gone: what was delivered is left.
    copy = parse(message.body).levels
    return [Looked(number, copy[number]) for number in wanted if number < len(copy)]
