"""What a person does with their own list of stones: archive and tag. Whoever names a stone finds it as before."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from stones.models import MAX_TAG, Stone

# Of one stone.
MAX_TAGS = 20


def archive_stones(stones: QuerySet[Stone]) -> int:
    """Take them out of the list. Safe to repeat. Returns how many were in it."""
    return stones.filter(archived=None).update(archived=timezone.now())


def unarchive_stones(stones: QuerySet[Stone]) -> int:
    """Put them back into the list. Safe to repeat. Returns how many were not in it."""
    return stones.exclude(archived=None).update(archived=None)


def normalize_tag(text: str) -> str:
    """A tag as it is stored: "#Export Service" is "export-service"; "" where nothing is left."""
    return "-".join(text.replace("\x00", " ").lower().replace(",", " ").lstrip("# ").split())[:MAX_TAG]


@transaction.atomic
def tag_stones(stones: QuerySet[Stone], tag: str) -> list[str]:
    """Give them a tag. Safe to repeat. Returns the ids of those that did not have it; one with MAX_TAGS gets none."""
    lacking = stones.exclude(tags__contains=[tag]).select_for_update(of=("self",)).order_by("pk")
    changed = [stone for stone in lacking if len(stone.tags) < MAX_TAGS]
    for stone in changed:
        stone.tags = [*stone.tags, tag]
    Stone.objects.bulk_update(changed, ["tags"])
    return [stone.pk for stone in changed]


@transaction.atomic
def untag_stones(stones: QuerySet[Stone], tag: str) -> list[str]:
    """Take a tag from them. Safe to repeat. Returns the ids of those that had it."""
    changed = list(stones.filter(tags__contains=[tag]).select_for_update(of=("self",)).order_by("pk"))
    for stone in changed:
        stone.tags = [each for each in stone.tags if each != tag]
    Stone.objects.bulk_update(changed, ["tags"])
    return [stone.pk for stone in changed]
