"""The texts that questions are compared with, each with its words and its vector."""

from django.db import models
from django.db.models import Q
from pgvector.django import HalfVectorField

from quickstart.kinds import OwnerKind, TextKind
from quickstart.models.collections import Collection
from quickstart.models.entries import Entry
from quickstart.models.skills import Skill
from search.models import SearchPassage


def text_space(kind: OwnerKind, collection_id: int) -> str:
    """Entries and skills are found each by themselves: with many entries the nearest of all would be theirs alone."""
    return f"{kind}-{collection_id}"


class IndexedText(SearchPassage):
    """One text of a published entry or skill. Words find it at once, vectors once the job is done.

    `next_embedding` is the vector of the model that is to replace the present one.
    """

    # An item counts as all of its texts, so that likely ones bring many others.
    few = 30_000

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="texts")
    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, null=True, related_name="texts", db_index=False
    )
    skill = models.ForeignKey(
        Skill, on_delete=models.CASCADE, null=True, related_name="texts", db_index=False
    )
    kind = models.PositiveSmallIntegerField(choices=[(each.value, each.name.lower()) for each in TextKind])
    # What is embedded: a passage includes its headings.
    text = models.TextField()
    next_embedding = HalfVectorField(null=True)
    next_embedding_model = models.CharField(max_length=200, blank=True)

    class Meta(SearchPassage.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["account", "entry", "kind", "ordinal"],
                name="text_of_entry_once",
                condition=Q(skill=None),
            ),
            models.UniqueConstraint(
                fields=["account", "skill", "kind", "ordinal"],
                name="text_of_skill_once",
                condition=Q(entry=None),
            ),
            models.CheckConstraint(
                condition=Q(entry=None, skill__isnull=False) | Q(entry__isnull=False, skill=None),
                name="text_has_one_owner",
            ),
            # A vector without its model could be compared with another model's.
            models.CheckConstraint(
                condition=Q(embedding=None, embedding_model="")
                | (Q(embedding__isnull=False) & ~Q(embedding_model="")),
                name="text_vector_names_model",
            ),
            models.CheckConstraint(
                condition=Q(next_embedding=None, next_embedding_model="")
                | (Q(next_embedding__isnull=False) & ~Q(next_embedding_model="")),
                name="text_next_embedding_names_model",
            ),
        ]
        indexes = [
            *SearchPassage.Meta.indexes,
            models.Index(fields=["account"], name="text_of_account"),
            models.Index(fields=["entry"], name="text_of_entry", condition=Q(entry__isnull=False)),
            models.Index(fields=["skill"], name="text_of_skill", condition=Q(skill__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.text[:60]
