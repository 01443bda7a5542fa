"""Entries as a person looks through them: words and filters, and how many there are of each kind."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import User
from django.contrib.postgres.search import SearchVector
from django.db.models import Count, Exists, Func, OuterRef, Q, QuerySet, TextField
from django.db.models.functions import Lower

from core.db.word_query import word_query
from core.pages.list_window import EVERYTHING, ListWindow, Order, read_window
from core.text.storable_text import storable_line
from quickstart.models import Collection, Entry, Review, Variant
from quickstart.queries.export_entries import with_variants

PAGE_ROWS = 50
# Larger counts are shown as "10,000+".
MAX_COUNTED = 10_000
MAX_TAGS = 100
ORDERS = {
    "oldest": Order("Oldest first", ("pk",)),
    "changed": Order("Last changed first", ("-updated", "-pk")),
    "question": Order("By question", (Lower("question"), "pk")),
    "place": Order("By place in the tree", ("tree_key", "level", "pk")),
    "level": Order("By level", ("level", "tree_key", "pk")),
}
_WORDS = SearchVector("question", "answer", "tags", config="english")


@dataclass(frozen=True)
class EntryFilter:
    """`collection` by name; `level` None: of all levels."""

    words: str = ""
    collection: str = ""
    level: int | None = None
    tag: str = ""
    review: str = ""
    window: ListWindow = EVERYTHING

    @property
    def is_filtered(self) -> bool:
        return self != EntryFilter()


@dataclass(frozen=True)
class EntryFilterChoice:
    """One value of a filter, how it is called, how many entries have it, and whether it is chosen."""

    value: str
    words: str
    count: int
    is_chosen: bool


def parse_entry_filter(query: Mapping[str, str]) -> EntryFilter:
    """Read the query of an address; what it does not know is left out."""
    words, collection, level, tag, review = (
        storable_line(query.get(name, ""))[:300] for name in ("q", "collection", "level", "tag", "review")
    )
    return EntryFilter(
        words=words,
        collection=collection,
        level=int(level) if level in map(str, Entry.TreeLevel.values) else None,
        tag=tag,
        review=review if review in Review.values else "",
        window=read_window(query, ORDERS),
    )


def editable_entries(account: User) -> QuerySet[Entry]:
    """Those of the account's own collections: what others share may be read alone."""
    return Entry.objects.filter(account=account, collection__account=account).order_by("-pk")


def listed_entries(
    collections: Iterable[Collection], *, curated_by: User | None, words: str = ""
) -> QuerySet[Entry]:
    """Of these collections, newest first: drafts and retired ones only of the curator's own.

    With words those that have every word, of which the newest MAX_COUNTED.
    """
    rows = Entry.objects.filter(collection__in=list(collections)).order_by("-pk")
    published = Q(review=Review.PUBLISHED)
    rows = rows.filter(published | Q(account=curated_by) if curated_by else published)
    if not words:
        return rows
    wording = Variant.objects.filter(entry=OuterRef("pk"), text__icontains=words)
    matching = rows.annotate(found=_WORDS).filter(
        Q(found=word_query(words)) | Q(entry_id=words) | Exists(wording)
    )
    # The words of all answers are looked at once, not for each count again.
    return rows.filter(pk__in=list(matching.values_list("pk", flat=True)[:MAX_COUNTED]))


def filter_entries(entries: QuerySet[Entry], entry_filter: EntryFilter) -> QuerySet[Entry]:
    """Those that match in all but the words."""
    rows = entry_filter.window.of_days(entries, "updated")
    if entry_filter.collection:
        rows = rows.filter(collection__name=entry_filter.collection)
    if entry_filter.level is not None:
        rows = rows.filter(level=entry_filter.level)
    if entry_filter.tag:
        rows = rows.filter(tags__contains=[entry_filter.tag])
    if entry_filter.review:
        rows = rows.filter(review=entry_filter.review)
    return rows


def for_rows(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """With what a row shows or says as JSON."""
    return with_variants(entries.select_related("collection"))


def count_of(entries: QuerySet[Entry]) -> int:
    """How many there are, at most MAX_COUNTED + 1."""
    return entries.order_by()[: MAX_COUNTED + 1].count()


def entry_choices(
    entries: QuerySet[Entry], entry_filter: EntryFilter, collections: Sequence[Collection]
) -> dict[str, list[EntryFilterChoice]]:
    """For each filter its values with counts, under the other filters."""
    titles = {each.name: each.title or each.name for each in collections}
    levels = {str(value): str(label) for value, label in Entry.TreeLevel.choices}
    reviews = {str(value): str(label) for value, label in Review.choices}
    of_tags = filter_entries(entries, replace(entry_filter, tag="")).exclude(tags=[])
    tags = of_tags.annotate(each=Func("tags", function="unnest", output_field=TextField()))
    tag_counts = dict(_counted(tags, "each").order_by("-count", "each")[:MAX_TAGS])
    of_collections = filter_entries(entries, replace(entry_filter, collection=""))
    of_levels = filter_entries(entries, replace(entry_filter, level=None))
    of_reviews = filter_entries(entries, replace(entry_filter, review=""))
    level = "" if entry_filter.level is None else str(entry_filter.level)
    return {
        "collection": _choices(titles, _counted(of_collections, "collection__name"), entry_filter.collection),
        "level": _choices(levels, _counted(of_levels, "level"), level),
        "review": _choices(reviews, _counted(of_reviews, "review"), entry_filter.review),
        "tag": _choices({tag: tag for tag in tag_counts}, tag_counts.items(), entry_filter.tag),
    }


def _counted(entries: QuerySet[Entry], column: str) -> QuerySet[Any, tuple[Any, int]]:
    return entries.order_by().values_list(column).annotate(count=Count("pk", distinct=True))


def _choices(
    words: Mapping[str, str], counts: Iterable[tuple[Any, int]], chosen: str
) -> list[EntryFilterChoice]:
    """In the order of `words`, those with entries; the chosen one in any case."""
    counted = {str(value): count for value, count in counts}
    listed = {**words, **({chosen: words.get(chosen, chosen)} if chosen else {})}
    return [
        EntryFilterChoice(value, called, counted.get(value, 0), value == chosen)
        for value, called in listed.items()
        if counted.get(value) or value == chosen
    ]
