"""A curator's actions on several skills: their review states, and deleting them."""

from collections.abc import Mapping

from django.db.models import QuerySet
from simple_history.utils import bulk_update_with_history

from quickstart.models import Review, Skill
from quickstart.services.change_collection import changing, collections_of
from quickstart.services.index_texts import write_texts
from quickstart.services.write_entry_rows import BATCH


def set_skill_reviews(
    *, skills: QuerySet[Skill], states: Mapping[int, Review], reason: str
) -> dict[int, str]:
    """Put each into the state by its key; answers use the published ones. Safe to repeat.

    Returns the former states of those that were in another one.
    """
    before: dict[int, str] = {}
    for collection in collections_of(skills):
        with changing(collection):
            rows = skills.filter(collection=collection)
            changed = [row for row in rows if states.get(row.pk, row.review) != row.review]
            for row in changed:
                before[row.pk], row.review = row.review, states[row.pk]
            bulk_update_with_history(
                changed, Skill, ["review"], batch_size=BATCH, default_change_reason=reason
            )
            write_texts(skills=changed)
    return before


def delete_skills(*, skills: QuerySet[Skill]) -> int:
    """Delete skills with their texts; their history remains. Returns how many."""
    count = 0
    for collection in collections_of(skills):
        with changing(collection):
            rows = skills.filter(collection=collection)
            count += rows.count()
            rows.delete()
    return count
