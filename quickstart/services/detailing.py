"""What else is known of the entries and skills that come nearest: place, level, triggers, unmet prerequisites."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from quickstart.kinds import TextKind
from quickstart.models import Entry, IndexedText, Skill
from quickstart.ranking import Detail
from texts.words import words


@dataclass(frozen=True, slots=True)
class Known:
    """An entry or a skill: its id within the collection, its place, and what ranking takes of it."""

    id: str
    tree_path: Sequence[str]
    detail: Detail


def known_entries(numbers: Sequence[int], seen: Collection[str]) -> dict[int, Known]:
    """By the numbers of their rows. `seen`: the ids of entries that the asker has been told in this session."""
    rows = Entry.objects.filter(pk__in=numbers).values_list(
        "pk", "entry_id", "tree_path", "level", "prerequisites"
    )
    return {
        pk: Known(name, path, Detail(level=level, path=path, unmet=_unmet(needed, seen)))
        for pk, name, path, level, needed in rows
    }


def known_skills(numbers: Sequence[int]) -> dict[int, Known]:
    """By the numbers of their rows. What they presuppose is prose, of which nothing can be told."""
    rows = Skill.objects.filter(pk__in=numbers).values_list("pk", "skill_id", "tree_path")
    phrases = _phrases(numbers)
    return {pk: Known(name, path, Detail(path=path, phrases=phrases.get(pk, ()))) for pk, name, path in rows}


def _phrases(skills: Sequence[int]) -> Mapping[int, Sequence[str]]:
    triggers = IndexedText.objects.filter(skill__in=skills, kind=TextKind.TRIGGER).order_by("ordinal")
    found: dict[int, list[str]] = {}
    for skill, text in triggers.values_list("skill_id", "text"):
        found.setdefault(skill, []).append(" ".join(words(text)))
    return found


def _unmet(needed: Sequence[str], seen: Collection[str]) -> float:
    """The share that this session has not been told. One that has been told nothing may well know it all."""
    if not needed or not seen:
        return 0.0
    return sum(one not in seen for one in needed) / len(needed)
