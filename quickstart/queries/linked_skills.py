"""Which skills each entry names: the wordings of an entry are evidence of what its skills are for."""

from collections.abc import Collection as AbstractCollection

from quickstart.models import Entry, Review, Skill
from quickstart.parsing.skill_references import skill_named


def named_skills(
    *, account_id: int, collection_id: int, entries: AbstractCollection[int] | None = None
) -> dict[int, list[int]]:
    """Ids of named skills by published entry id; for all entries, or for these."""
    scope = {"account_id": account_id, "collection_id": collection_id, "review": Review.PUBLISHED}
    naming = Entry.objects.filter(**scope).exclude(related_skills=[])
    if entries is not None:
        naming = naming.filter(pk__in=entries)
    rows = list(naming.order_by().values_list("pk", "related_skills"))
    skill_ids = {skill_named(name) for _, names in rows for name in names}
    skills = (
        Skill.objects.filter(**scope, skill_id__in=skill_ids).values_list("skill_id", "pk")
        if skill_ids
        else ()
    )
    numbers = dict(skills)
    found = {pk: [numbers[each] for each in map(skill_named, names) if each in numbers] for pk, names in rows}
    return {pk: list(dict.fromkeys(skills)) for pk, skills in found.items() if skills}
