"""A copy as callers and files get it."""

import json
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from clipboard.models import ClipboardEntry
from core.rest.trust import UNTRUSTED

_CHUNK = 10


def serialize_origin(entry: ClipboardEntry) -> dict[str, Any] | None:
    """What it was copied from; None where nothing like it was there.

    `kind` is None where what it was copied from has gone since.
    """
    if not entry.relation:
        return None
    parent, stone = entry.parent, entry.parent_stone
    source = ("entry", parent.pk, parent.sha256) if parent else (None, None, None)
    kind, id_, sha256 = ("stone", stone.pk, stone.content.sha256) if stone else source
    return {"kind": kind, "id": id_, "hash": sha256, "relation": entry.relation, "overlap": entry.overlap}


def serialize_copy(entry: ClipboardEntry) -> dict[str, Any]:
    """All that is known of a copy but its text; times as they are."""
    return {
        "id": entry.pk,
        "hash": entry.sha256,
        "copied": entry.copied,
        "source_app": entry.source_app,
        "capture_method": entry.capture_method,
        "tokens": entry.tokens,
        "characters": entry.characters,
        "pinned": entry.is_pinned,
        "expires": entry.expires,
        "stone": entry.stone.content.border_hash if entry.stone else None,
        "provenance": serialize_origin(entry),
    }


def serialize_copy_line(entry: ClipboardEntry) -> dict[str, Any]:
    """A copy in a list: without its text, but with its first words."""
    return serialize_copy(entry) | {"preview": entry.preview, "trust": UNTRUSTED}


def serialize_copies(copies: QuerySet[ClipboardEntry]) -> Iterator[str]:
    """JSON Lines, one a copy, with its text (null where it is not kept); some hundred are in memory at a time."""
    with_texts = copies.defer(None).defer("stone__content__text", "parent_stone__content__text")
    for entry in with_texts.iterator(chunk_size=_CHUNK):
        facts = serialize_copy(entry) | {"content": entry.content.text if entry.content else None}
        times = {name: facts[name].isoformat() for name in ("copied", "expires") if facts[name]}
        yield json.dumps(facts | times, ensure_ascii=False) + "\n"
