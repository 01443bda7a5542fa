"""Writes rows of entries in bulk, with their history."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from django.contrib.postgres.fields import ArrayField
from django.db import connection, models

from quickstart.models import Collection, Entry, Review, Variant
from quickstart.parsing.faq_entries import said_by_file
from quickstart.parsing.parsed_content import ParsedEntry
from quickstart.queries.export_entries import LIST_FIELDS, TEXT_FIELDS, fingerprint
from quickstart.tree_paths import key_of

BATCH = 500
FIELDS = ("entry_id", "level", "tree_key", "extra", *TEXT_FIELDS, *LIST_FIELDS)
UPDATED_FIELDS = (*FIELDS, "review", "reviewed", "imported_hash", "position", "updated")
EntryChange = tuple[Entry, ParsedEntry, Sequence[str]]
"""A row, its new content, and the names of the fields that differ."""


def too_long(entry: ParsedEntry) -> Iterator[tuple[str, str]]:
    """The fields that do not fit into their columns, each with the reason."""
    for name, limit in _LIMITS.items():
        value = getattr(entry, name)
        for text in (value,) if isinstance(value, str) else value:
            if len(text) > limit:
                yield name, f"holds {len(text):,} characters; {limit:,} are allowed"
    if len(key_of(entry.tree_path)) > (limit := _length("tree_key")):
        yield "tree_path", f"is longer than {limit:,} characters"


def fill(row: Entry, entry: ParsedEntry) -> None:
    """Set the fields of an unsaved row; its variants are rows of their own."""
    row.entry_id, row.level, row.extra = entry.id, entry.level, dict(entry.extra)
    row.tree_key = key_of(entry.tree_path)
    for name in TEXT_FIELDS:
        setattr(row, name, getattr(entry, name))
    for name in LIST_FIELDS:
        setattr(row, name, list(getattr(entry, name)))


def create_rows(
    collection: Collection,
    entries: Sequence[ParsedEntry],
    *,
    order: Mapping[str, int],
    review: Review,
    now: datetime,
    reason: str,
) -> list[Entry]:
    """New rows with their variants, order and history."""
    rows = [Entry(account_id=collection.account_id, collection=collection) for _ in entries]
    for row, entry in zip(rows, entries, strict=True):
        fill(row, entry)
        row.position, row.imported_hash = order[entry.id], fingerprint(said_by_file(entry))
        _review(row, review, now)
    Entry.objects.bulk_create(rows, batch_size=BATCH)
    _write_history(rows, "+", now, reason)
    write_variants(zip(rows, (entry.question_variants for entry in entries), strict=True))
    return rows


def update_rows(changes: Sequence[EntryChange], *, review: Review, now: datetime, reason: str) -> list[Entry]:
    """Write changed rows with their history. A retired one stays retired."""
    rows = [row for row, _, _ in changes]
    for row, entry, _ in changes:
        fill(row, entry)
        row.imported_hash, row.updated = fingerprint(said_by_file(entry)), now
        if row.review != Review.RETIRED:
            _review(row, review, now)
    _save(rows, UPDATED_FIELDS)
    _write_history(rows, "~", now, reason)
    changed_variants = [
        (row, entry.question_variants) for row, entry, names in changes if "question_variants" in names
    ]
    Variant.objects.filter(entry__in=[row for row, _ in changed_variants]).delete()
    write_variants(changed_variants)
    return rows


def write_variants(found: Iterable[tuple[Entry, Iterable[str]]]) -> None:
    """Append these variants to their entries, in order."""
    Variant.objects.bulk_create(
        (
            Variant(entry=row, text=text, position=position)
            for row, texts in found
            for position, text in enumerate(texts)
        ),
        batch_size=5 * BATCH,
    )


def reorder_rows(rows: Iterable[Entry], order: Mapping[str, int], same: Mapping[str, ParsedEntry]) -> None:
    """Put rows into the order of their files; those in `same` now count as written by the file."""
    moved = []
    for row in rows:
        entry = same.get(row.entry_id)
        imported_hash = fingerprint(said_by_file(entry)) if entry else row.imported_hash
        if (row.position, row.imported_hash) != (order[row.entry_id], imported_hash):
            row.position, row.imported_hash = order[row.entry_id], imported_hash
            moved.append(row)
    _save(moved, ("position", "imported_hash"))


def _save(rows: Sequence[Entry], fields: Sequence[str]) -> None:
    """Save these fields of existing rows. `bulk_update` would compile a CASE for each value: minutes for 10k rows."""
    created = [row.created for row in rows]
    Entry.objects.bulk_create(
        rows, batch_size=BATCH, update_conflicts=True, unique_fields=["pk"], update_fields=fields
    )
    for row, moment in zip(rows, created, strict=True):
        # Django took it for new, in memory alone.
        row.created = moment


def _write_history(rows: Sequence[Entry], sign: str, now: datetime, reason: str) -> None:
    """History records as simple_history makes them, copied within the database because they are large."""
    if not rows:
        return
    history = Entry.history.model
    user = history.get_default_history_user(rows[0])
    columns = ", ".join(field.column for field in history.tracked_fields)
    with connection.cursor() as cursor:
        cursor.execute(
            f"""INSERT INTO {history._meta.db_table}
                ({columns}, history_date, history_change_reason, history_type, history_user_id)
                SELECT {columns}, %s, %s, %s, %s FROM {Entry._meta.db_table} WHERE id = ANY(%s) ORDER BY id""",  # noqa: S608
            [now, reason, sign, user and user.pk, [row.pk for row in rows]],
        )


def _review(row: Entry, review: Review, now: datetime) -> None:
    row.review = review
    if review == Review.PUBLISHED:
        row.reviewed = now


def _length(name: str) -> int:
    found = Entry._meta.get_field(name)
    field = found.base_field if isinstance(found, ArrayField) else found
    assert isinstance(field, models.CharField)
    return field.max_length or 0


_LIMITS: Mapping[str, int] = {
    **{name: _length(name) for name in ("question", *LIST_FIELDS)},
    "id": _length("entry_id"),
    "question_variants": Variant._meta.get_field("text").max_length or 0,
}
