"""Copying a message's text from its page, which reads what another account sent."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from core.db.reader_names import READER_LENGTH
from core.llm import count_tokens
from inbox.models import Message
from inbox.services.ledger_source import ledger_source
from stones.models import LedgerEntry, ReadKind, Stone
from stones.services.write_ledger import LedgerValues, record_all

# A second copy within this time is no second read.
ONCE_IN = timedelta(minutes=30)


@transaction.atomic
def copy_text(*, account: User, message: Message, reader: str) -> str:
    """What was delivered, to the byte. No delivery changes; the ledger gets one entry for the copies of half an hour.

    It gets none for a text of the account's own, its own stones that came back to it included.
    """
    # Locked, if it is still there: what was read of it stays in the ledger without it.
    stone = Stone.objects.select_for_update(no_key=True).filter(pk=message.stone_id).first()
    if (stone or message).account_id == account.pk:
        return message.body
    tokens = count_tokens(message.body)
    name = reader[:READER_LENGTH]
    values: dict[str, Any] = {
        "account_id": stone.account_id if stone else account.pk,
        "stone_id": stone.pk if stone else None,
        **ledger_source(message, stone),
        "kind": ReadKind.WHOLE,
        "level": message.delivered_lod if message.is_stone else message.top_level,
        "tokens": tokens,
        "paste_tokens": message.lod_tokens[-1],
    }
    recent = LedgerEntry.objects.filter(created__gt=timezone.now() - ONCE_IN, reader__name=name, **values)
    if not recent.exists():
        record_all([LedgerValues(reader=name, **values)])
    return message.body
