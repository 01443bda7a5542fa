"""Copies for tests, made as the site makes them."""

import itertools
from typing import Any

from django.contrib.auth.models import User

from clipboard.models import CaptureMethod, ClipboardEntry
from clipboard.services import record_copy
from stones.format import Header, ParsedStone, content_sha256, dump

_numbers = itertools.count()

# Of more than eight words, so that it has fingerprints.
NOTE = "The export job writes its report to the second disk every night at four."

# A stone as its format allows it, with an empty level, which no stored one has.
BARE_STONE = dump(
    ParsedStone(
        Header(
            content_sha256(NOTE)[:8],
            "task",
            "handoff",
            "2026-01-30T12:00:00Z",
            "koda",
            2,
            "task:general:simple",
        ),
        ("", NOTE),
    )
)


def copy(account: User, content: str = "", **fields: Any) -> ClipboardEntry:
    """A recorded copy, of a text of its own unless told."""
    text = content or f"{NOTE} It was run number {next(_numbers)}."
    return record_copy(
        account=account, content=text, **{"capture_method": CaptureMethod.PAGE, **fields}
    ).entry
