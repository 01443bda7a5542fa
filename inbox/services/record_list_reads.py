"""Ledger entries for the rows of inbox lists: an agent's context pays for them as for any other read.

Each time that rows are sent is booked, as they are in the window anew; an answer without a body (204, 304) is not.
"""

from collections.abc import Sequence

from django.contrib.auth.models import User

from core.llm import count_tokens
from inbox.models import Delivery, Message
from inbox.rendering.inbox_lines import delivery_line
from inbox.services.ledger_source import ledger_source
from stones.models import ReadKind
from stones.services.write_ledger import LedgerValues, reader_name, record_all


def record_lines(deliveries: Sequence[Delivery], *, account: User, reader: str) -> list[str]:
    """A line for each of these messages, LOD-0 in it, booked at what it costs. One statement, however many.

    `account`: whose inbox it is.
    """
    lines = [delivery_line(delivery) for delivery in deliveries]
    record_all(
        _entry(delivery, account, reader, kind=ReadKind.LEVEL, level=0, tokens=count_tokens(line))
        for delivery, line in zip(deliveries, lines, strict=True)
    )
    return lines


def record_payloads(
    deliveries: Sequence[Delivery], tokens: Sequence[int], *, account: User, reader: str
) -> None:
    """Record whole messages, of stones the delivered copies with the header; `tokens` is the price of each payload."""
    record_all(
        _entry(delivery, account, reader, kind=ReadKind.WHOLE, level=_level(delivery.message), tokens=cost)
        for delivery, cost in zip(deliveries, tokens, strict=True)
    )


def _level(message: Message) -> int:
    return message.top_level if message.delivered_lod is None else message.delivered_lod


def _entry(
    delivery: Delivery, account: User, reader: str, *, kind: ReadKind, level: int, tokens: int
) -> LedgerValues:
    message, stone = delivery.message, delivery.message.stone
    shared_with = account if stone and stone.account_id != account.pk else None
    return LedgerValues(
        account_id=stone.account_id if stone else account.pk,
        stone_id=stone.pk if stone else None,
        **ledger_source(message, stone),
        reader=reader_name(reader, shared_with),
        kind=kind,
        level=level,
        tokens=tokens,
        paste_tokens=message.lod_tokens[-1],
    )
