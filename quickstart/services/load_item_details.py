"""Details of the nearest entries and skills: place, level, triggers, unmet prerequisites."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Q, Value

from core.text.bm25_words import question_stems, split_words
from core.text.question_subject import question_subject
from quickstart.models import Entry, Skill, Trigger
from quickstart.parsing.parsed_content import TriggerSource
from quickstart.ranking import ItemDetail, ItemName

_LISTED = re.compile(r",\s+(?:or\s+)?|\s+or\s+|\s*/\s+")


@dataclass(frozen=True, slots=True)
class DetailedItem:
    """An entry or a skill: its id within the collection, its place, and its ranking details."""

    id: str
    tree_path: Sequence[str]
    detail: ItemDetail


def load_entry_details(numbers: Sequence[int], explained_ids: Collection[str]) -> dict[int, DetailedItem]:
    """By row id. `explained_ids`: ids of entries that this conversation has shown."""
    rows = (
        Entry.objects.filter(pk__in=numbers)
        .annotate(
            variant_texts=ArrayAgg("variants__text", filter=Q(variants__isnull=False), default=Value([]))
        )
        .values_list("pk", "entry_id", "tree_path", "level", "prerequisites", "question", "variant_texts")
    )
    return {
        pk: DetailedItem(
            name,
            path,
            ItemDetail(
                level=level,
                path=path,
                names=list(map(_name, [question, *variant_texts])),
                unmet=_unmet(prerequisites, explained_ids),
            ),
        )
        for pk, name, path, level, prerequisites, question, variant_texts in rows
    }


def load_skill_details(numbers: Sequence[int]) -> dict[int, DetailedItem]:
    """By row id. A skill's prerequisites are prose and cannot be checked."""
    rows = Skill.objects.filter(pk__in=numbers).values_list("pk", "skill_id", "tree_path", "title")
    phrases: dict[int, list[str]] = {}
    routes: dict[int, list[Collection[str]]] = {}
    names: dict[int, list[ItemName]] = {}
    triggers = Trigger.objects.filter(skill__in=numbers).order_by("position", "pk")
    for pk, text, source in triggers.values_list("skill_id", "text", "source"):
        phrases.setdefault(pk, []).append(" ".join(split_words(text)))
        names.setdefault(pk, []).extend(map(_name, _alternatives(text)))
        if source == TriggerSource.INDEX:
            routes.setdefault(pk, []).append(question_stems(text))
    return {
        pk: DetailedItem(
            name,
            path,
            ItemDetail(
                path=path,
                phrases=phrases.get(pk, ()),
                routes=routes.get(pk, ()),
                names=[_name(title), *names.get(pk, ())],
            ),
        )
        for pk, name, path, title in rows
    }


def _name(text: str) -> ItemName:
    return ItemName(question_stems(text), question_subject(text))


def _alternatives(trigger: str) -> list[str]:
    """A trigger, and what it lists: "Procrustes projection or federation" is two."""
    listed = _LISTED.split(trigger)
    return [trigger, *listed] if len(listed) > 1 else [trigger]


def _unmet(prerequisites: Sequence[str], explained_ids: Collection[str]) -> float:
    """The share that this conversation has not shown; 0 for a conversation that has shown nothing, which tells
    nothing.
    """
    if not prerequisites or not explained_ids:
        return 0.0
    return sum(prerequisite not in explained_ids for prerequisite in prerequisites) / len(prerequisites)
