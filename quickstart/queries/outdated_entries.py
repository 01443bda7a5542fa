"""Which entries name a skill, and which of these are outdated."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime

from quickstart.coverage.entry_freshness import is_outdated, text_changed
from quickstart.models import Entry, Review, Skill
from quickstart.parsing.skill_references import skill_named


def entries_naming(skills: Iterable[Skill]) -> Mapping[int, set[int]]:
    """For each skill, the ids of the published entries that name it, in any spelling. One query."""
    return _entries_naming(skills, only_outdated=False)


def outdated_entries(skills: Iterable[Skill]) -> Mapping[int, set[int]]:
    """Of those, the ones reviewed before the skill's text changed. One query."""
    return _entries_naming(skills, only_outdated=True)


def _entries_naming(skills: Iterable[Skill], *, only_outdated: bool) -> Mapping[int, set[int]]:
    by_name = {(skill.collection_id, skill.skill_id.casefold()): skill for skill in skills}
    rows = Entry.objects.filter(
        collection__in={collection for collection, _ in by_name}, review=Review.PUBLISHED
    )
    found: defaultdict[int, set[int]] = defaultdict(set)
    fields = ("pk", "collection_id", "reviewed", "related_skills")
    for pk, collection, reviewed, names in rows.exclude(related_skills=[]).order_by().values_list(*fields):
        for name in names:
            skill = by_name.get((collection, skill_named(name).casefold()))
            if skill and (not only_outdated or is_outdated(reviewed=reviewed, changed=_text_changed(skill))):
                found[skill.pk].add(pk)
    return found


def _text_changed(skill: Skill) -> datetime | None:
    return text_changed(created=skill.created, body_changed=skill.body_changed)
