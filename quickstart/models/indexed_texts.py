"""The texts that questions are compared with, each with its words and its vector."""

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Q
from pgvector.django import HalfVectorField

from quickstart.kinds import TextKind
from quickstart.models.collections import Collection
from quickstart.models.entries import Entry
from quickstart.models.skills import Skill


class IndexedText(models.Model):
    """One text of a published entry or skill. Words find it at once, vectors once the job is done.

    `coming` is the vector of the model that is to replace the present one.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="texts")
    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, null=True, related_name="texts", db_index=False
    )
    skill = models.ForeignKey(
        Skill, on_delete=models.CASCADE, null=True, related_name="texts", db_index=False
    )
    kind = models.PositiveSmallIntegerField(choices=[(each.value, each.name.lower()) for each in TextKind])
    ordinal = models.PositiveIntegerField()
    # What is embedded: a passage includes its headings.
    text = models.TextField()
    # Stems without positions: `array_to_tsvector` of search_stems.passage_stems.
    words = SearchVectorField()
    embedding = HalfVectorField(null=True)
    embedding_model = models.CharField(max_length=200, blank=True)
    coming = HalfVectorField(null=True)
    coming_model = models.CharField(max_length=200, blank=True)

    class Meta:
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
                condition=Q(coming=None, coming_model="") | (Q(coming__isnull=False) & ~Q(coming_model="")),
                name="text_coming_vector_names_model",
            ),
        ]
        indexes = [
            models.Index(fields=["account", "collection", "embedding_model"], name="text_by_collection"),
            models.Index(fields=["entry"], name="text_of_entry", condition=Q(entry__isnull=False)),
            models.Index(fields=["skill"], name="text_of_skill", condition=Q(skill__isnull=False)),
            GinIndex(fields=["words"], name="text_words"),
        ]

    def __str__(self) -> str:
        return self.text[:60]
