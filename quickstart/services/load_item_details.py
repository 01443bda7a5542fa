"""Details of the nearest entries and skills: place, level, triggers, unmet prerequisites."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from core.text.bm25_words import split_words
from quickstart.kinds import TextKind
from quickstart.models import Entry, IndexedText, Skill
from quickstart.ranking import ItemDetail


@dataclass(frozen=True, slots=True)
class DetailedItem:
    """An entry or a skill: its id within the collection, its place, and its ranking details."""

    id: str
    tree_path: Sequence[str]
    detail: ItemDetail


def load_entry_details(numbers: Sequence[int], explained_ids: Collection[str]) -> dict[int, DetailedItem]:
    """By row id. `explained_ids`: ids of entries that this conversation has shown."""
    rows = Entry.objects.filter(pk__in=numbers).values_list(
        "pk", "entry_id", "tree_path", "level", "prerequisites"
    )
    return {
        pk: DetailedItem(
            name, path, ItemDetail(level=level, path=path, unmet=_unmet(prerequisites, explained_ids))
        )
        for pk, name, path, level, prerequisites in rows
    }


def load_skill_details(numbers: Sequence[int]) -> dict[int, DetailedItem]:
    """By row id. A skill's prerequisites are prose and cannot be checked."""
    rows = Skill.objects.filter(pk__in=numbers).values_list("pk", "skill_id", "tree_path")
    phrases = _phrases(numbers)
    return {
        pk: DetailedItem(name, path, ItemDetail(path=path, phrases=phrases.get(pk, ())))
        for pk, name, path in rows
    }


def _phrases(skills: Sequence[int]) -> Mapping[int, Sequence[str]]:
    triggers = IndexedText.objects.filter(skill__in=skills, kind=TextKind.TRIGGER).order_by("ordinal")
    found: dict[int, list[str]] = {}
    for skill, text in triggers.values_list("skill_id", "text"):
        found.setdefault(skill, []).append(" ".join(split_words(text)))
    return found


def _unmet(prerequisites: Sequence[str], explained_ids: Collection[str]) -> float:
    """The share that this conversation has not shown; 0 for a conversation that has shown nothing, which tells
    nothing.
    """
    if not prerequisites or not explained_ids:
        return 0.0
    return sum(prerequisite not in explained_ids for prerequisite in prerequisites) / len(prerequisites)
