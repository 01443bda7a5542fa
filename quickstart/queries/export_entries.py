"""A collection's entries as `ParsedEntry`, and as JSON lines that read back equal."""

import hashlib
import json
from dataclasses import replace
from typing import Any

from django.db.models import Prefetch, QuerySet

from quickstart.models import Collection, Entry, Variant
from quickstart.parsing.parsed_content import Json, ParsedEntry
from quickstart.parsing.qa_lines import write_entries

LIST_FIELDS = ("tree_path", "prerequisites", "related_skills", "related_docs", "go_deeper", "tags")
TEXT_FIELDS = ("question", "answer", "verify_command")


def export_entries(collection: Collection) -> str:
    """Every entry, drafts and retired ones too, in import order. Importing it changes nothing."""
    return export_rows(collection.entries.order_by("position", "entry_id"))


def export_rows(rows: QuerySet[Entry]) -> str:
    """JSON lines of these rows, in their order."""
    return write_entries(as_parsed_entry(row) for row in with_variants(rows))


def with_variants(rows: QuerySet[Entry]) -> QuerySet[Entry]:
    """In their order. The model's own order would join the entries: minutes for ten thousand new ones."""
    return rows.prefetch_related(Prefetch("variants", queryset=Variant.objects.order_by("position", "pk")))


def as_parsed_entry(row: Entry, variants: tuple[str, ...] | None = None) -> ParsedEntry:
    """The entry that this row was imported from; its variants are queried unless given."""
    if variants is None:
        variants = tuple(variant.text for variant in row.variants.all())
    fields: dict[str, Any] = {name: tuple(getattr(row, name)) for name in LIST_FIELDS}
    fields |= {name: getattr(row, name) for name in TEXT_FIELDS}
    return ParsedEntry(
        id=row.entry_id,
        level=row.level,
        question_variants=variants,
        extra=row.extra,
        **fields,
    )


def fingerprint(entry: ParsedEntry) -> str:
    """SHA-256 of an entry's content, in hex; its source and the order of unknown fields are ignored."""
    ordered: dict[str, Json] = json.loads(json.dumps(dict(entry.extra), sort_keys=True))
    return hashlib.sha256(write_entries([replace(entry, extra=ordered)]).encode()).hexdigest()
