"""Give a tag to several entries, or take it from them."""

from collections.abc import Callable

from django.db.models import QuerySet
from django.utils import timezone
from simple_history.utils import bulk_update_with_history

from core.text.storable_text import storable_line
from quickstart.models import Entry
from quickstart.parsing.qa_fields import ITEM_CHARACTERS, LIST_ITEMS
from quickstart.services.change_collection import changing, collections_of
from quickstart.services.index_texts import write_texts
from quickstart.services.write_entry_rows import BATCH


def read_tag(text: str) -> str:
    """A tag as it is stored: on one line, without "#"; "" where nothing is left."""
    words = storable_line(text).lstrip("# ")
    return words[: ITEM_CHARACTERS["tags"]].strip()


def tag_entries(*, entries: QuerySet[Entry], tag: str) -> list[int]:
    """Safe to repeat. Returns the keys of those that did not have it; one with LIST_ITEMS tags gets none."""

    def add(row: Entry) -> list[str]:
        return [*row.tags, tag] if len(row.tags) < LIST_ITEMS else row.tags

    return _change_tags(entries.exclude(tags__contains=[tag]), add, f"tagged: {tag}")


def untag_entries(*, entries: QuerySet[Entry], tag: str) -> list[int]:
    """Safe to repeat. Returns the keys of those that had it."""

    def remove(row: Entry) -> list[str]:
        return [each for each in row.tags if each != tag]

    return _change_tags(entries.filter(tags__contains=[tag]), remove, f"tag taken away: {tag}")


def _change_tags(entries: QuerySet[Entry], change: Callable[[Entry], list[str]], reason: str) -> list[int]:
    """With their history and their indexed texts, of which one holds the tags."""
    changed_keys: list[int] = []
    for collection in collections_of(entries):
        with changing(collection):
            changed = [row for row in entries.filter(collection=collection) if change(row) != row.tags]
            for row in changed:
                row.tags, row.updated = change(row), timezone.now()
            bulk_update_with_history(
                changed, Entry, ["tags", "updated"], batch_size=BATCH, default_change_reason=reason[:100]
            )
            write_texts(entries=changed)
            changed_keys += [row.pk for row in changed]
    return changed_keys
