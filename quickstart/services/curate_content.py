"""A curator's actions: write, publish and retire entries and skills, add triggers, request new vectors."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from simple_history.utils import bulk_update_with_history

from quickstart.exceptions import InvalidEntry
from quickstart.models import Collection, Entry, IndexedText, Review, Skill, Trigger
from quickstart.parsing.parsed_content import ParsedEntry, TriggerSource
from quickstart.parsing.qa_fields import problems_in
from quickstart.queries.export_entries import as_parsed_entry
from quickstart.services.change_collection import changing, collections_of
from quickstart.services.index_texts import write_texts
from quickstart.services.write_entry_rows import BATCH, too_long, write_variants
from quickstart.tree_paths import key_of

Problem = tuple[str, str]
"""The name of a file's field, and what is wrong with it."""


def problems_of(entry: Entry, variants: Sequence[str] | None = None) -> list[Problem]:
    """Why an entry, saved or not, may not be stored: what the reader of its file would report."""
    parsed = _as_parsed(entry, variants)
    found = list(
        problems_in({name: list(v) if isinstance(v, tuple) else v for name, v in asdict(parsed).items()})
    )
    if found:
        return found
    others = Entry.objects.filter(
        account=entry.account_id, collection=entry.collection_id, entry_id=parsed.id
    )
    is_taken = others.exclude(pk=entry.pk).exists()
    return [*too_long(parsed), *([("id", "already exists in this collection")] if is_taken else [])]


def save_entry(*, entry: Entry, variants: Sequence[str] | None = None, reason: str = "") -> Entry:
    """Store an entry, new or not, with its history; `variants` None leaves its variants unchanged.

    If published, it counts as reviewed now. Raises InvalidEntry with every fault.
    """
    with changing(entry.collection) as locked:
        entry.account_id = locked.account_id
        if problems := problems_of(entry, variants):
            details = "; ".join(f"{name} {problem}" for name, problem in problems)
            raise InvalidEntry(f"The entry was not saved: {details}.", problems=problems)
        entry.tree_key = key_of(entry.tree_path)
        if entry.review == Review.PUBLISHED:
            entry.reviewed = timezone.now()
        if entry._state.adding:
            last = entry.collection.entries.order_by("-position").values_list("position", flat=True).first()
            entry.position = 0 if last is None else last + 1
        entry._change_reason = reason  # type: ignore[attr-defined]  # simple_history reads it
        entry.save()
        if variants is not None:
            entry.variants.all().delete()
            write_variants([(entry, variants)])
        write_texts(entries=[entry])
    return entry


def publish(*, entries: QuerySet[Entry]) -> int:
    """Use these in answers; they count as reviewed now. Returns how many, including already published ones."""

    def mark(entry: Entry) -> None:
        entry.review, entry.reviewed = Review.PUBLISHED, timezone.now()

    return _review(entries, mark, "published")


def retire(*, entries: QuerySet[Entry]) -> int:
    """Use these in answers no more; the rows remain. Returns how many."""

    def mark(entry: Entry) -> None:
        entry.review = Review.RETIRED

    return _review(entries, mark, "retired")


def set_to_draft(*, entries: QuerySet[Entry]) -> int:
    """Use these in answers no more until they are published again. Returns how many."""

    def mark(entry: Entry) -> None:
        entry.review = Review.DRAFT

    return _review(entries, mark, "set to draft")


def restore_reviews(*, entries: QuerySet[Entry], states: Mapping[int, Review]) -> int:
    """Put each back into the state by its key, as reviewed as it then was. Returns how many are in another one now."""
    changed = [pk for pk, review in entries.values_list("pk", "review") if states.get(pk, review) != review]
    former = Entry.history.filter(id__in=changed).order_by("id", "review", "-history_date", "-history_id")
    reviewed = {
        (pk, review): moment
        for pk, review, moment in former.distinct("id", "review").values_list("id", "review", "reviewed")
    }

    def mark(entry: Entry) -> None:
        entry.review = states[entry.pk]
        entry.reviewed = reviewed.get((entry.pk, entry.review), entry.reviewed)

    return _review(entries.filter(pk__in=changed), mark, "put back")


def delete_entries(*, entries: QuerySet[Entry]) -> int:
    """Delete entries with their dependent rows; their history remains. Returns how many."""
    count = 0
    for collection in collections_of(entries):
        with changing(collection):
            rows_of_collection = entries.filter(collection=collection)
            count += rows_of_collection.count()
            rows_of_collection.delete()
    return count


def renew_index(*, sender: type[Model], keys: Iterable[int], **kwargs: Any) -> None:
    """Receives that entries or skills are back: their collections have their index job again."""
    if sender in (Entry, Skill):
        for collection in collections_of(sender._default_manager.filter(pk__in=keys)):
            with changing(collection):
                pass


@transaction.atomic
def re_embed(
    *,
    entries: QuerySet[Entry] | None = None,
    skills: QuerySet[Skill] | None = None,
    collections: QuerySet[Collection] | None = None,
) -> int:
    """Have the index job make new vectors for these; until then words alone find them. Returns how many."""
    count = 0
    for field, rows in (("entry", entries), ("skill", skills)):
        for collection in collections_of(rows) if rows is not None else ():
            with changing(collection):
                texts = IndexedText.objects.filter(**{f"{field}__in": rows}, collection=collection)
                count += _clear_vectors(texts)
    for collection in collections.order_by("pk") if collections is not None else ():
        with changing(collection):
            count += _clear_vectors(IndexedText.objects.filter(collection=collection))
    return count


def save_skill(*, skill: Skill, by_hand: Sequence[str] | None = None, reason: str = "") -> Skill:
    """Store the editable fields of an imported skill, and its manual triggers; None leaves them unchanged."""
    with changing(skill.collection) as locked:
        skill.account_id = locked.account_id
        skill.tree_key = key_of(skill.tree_path)
        skill._change_reason = reason  # type: ignore[attr-defined]  # simple_history reads it
        skill.save()
        if by_hand is not None:
            skill.triggers.filter(source=TriggerSource.MANUAL).delete()
            existing = {text.casefold() for text in skill.triggers.values_list("text", flat=True)}
            new_texts = [text for text in dict.fromkeys(by_hand) if text.casefold() not in existing]
            Trigger.objects.bulk_create(
                Trigger(skill=skill, text=text, position=len(existing) + at)
                for at, text in enumerate(new_texts)
            )
        write_texts(skills=[skill])
    return skill


def delete_history(instance: User, **signal: Any) -> None:
    """Deleting an account also deletes former versions of its entries and skills: they contain texts, too."""
    for model in (Entry, Skill):
        model.history.filter(account_id=instance.pk).delete()


def _as_parsed(entry: Entry, variants: Sequence[str] | None) -> ParsedEntry:
    if variants is None and not entry._state.adding:
        return as_parsed_entry(entry)
    return as_parsed_entry(entry, tuple(variants or ()))


def _review(entries: QuerySet[Entry], mark: Callable[[Entry], None], reason: str) -> int:
    count = 0
    for collection in collections_of(entries):
        with changing(collection):
            rows = list(entries.filter(collection=collection))
            for row in rows:
                mark(row)
            bulk_update_with_history(
                rows, Entry, ["review", "reviewed"], batch_size=BATCH, default_change_reason=reason
            )
            write_texts(entries=rows)
            count += len(rows)
    return count


def _clear_vectors(texts: QuerySet[IndexedText]) -> int:
    return texts.update(embedding=None, embedding_model="", next_embedding=None, next_embedding_model="")
