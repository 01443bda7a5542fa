"""Entries of the ledger and events for tests."""

from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User

from stones.models import LedgerEntry
from stones.tests.factories import ledger_reader

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


def entry(account: User, reader: str = "agent koda", **fields: Any) -> LedgerEntry:
    """A read of LOD-0 of a source of 1,000 tokens by the agent koda, at NOON, by default."""
    usual: dict[str, Any] = {
        "source": "S1",
        "glow_channel": "task",
        "reader": ledger_reader(account, reader),
        "kind": "level",
        "level": 0,
        "tokens": 20,
        "paste_tokens": 1_000,
        "created": NOON,
    }
    return LedgerEntry.objects.create(account=account, **usual | fields)


def event(number: int = 1, **fields: Any) -> dict[str, Any]:
    """An event as a page sends it: by default a click on a menu item."""
    usual = {
        "id": f"e{number}",
        "session_id": "s1",
        "timestamp": NOON.isoformat(),
        "type": "menu_click",
        "name": "copy-as-stone",
    }
    return usual | fields
