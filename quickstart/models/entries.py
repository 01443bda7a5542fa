"""Curated questions with their answers."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from simple_history.models import HistoricalRecords

from quickstart.models.collections import Collection, Review
from quickstart.parsing.qa_fields import ITEM_CHARACTERS, TEXT_CHARACTERS

DEEPEST_LEVEL = 4


def _text(name: str) -> models.CharField[str, str]:
    return models.CharField(max_length=ITEM_CHARACTERS[name])


class Entry(models.Model):
    """One question with its answer, in the specification's fields. `entry_id` is its name within the collection."""

    class TreeLevel(models.IntegerChoices):
        IDENTITY = 0, "0 Identity"
        CAPABILITIES = 1, "1 Capabilities"
        GENERAL_TASK = 2, "2 General task"
        SPECIFIC_TASK = 3, "3 Specific task"
        DETAILS = 4, "4 Details"

        @property
        def words(self) -> str:
            """For whoever reads an answer, and does not know levels."""
            return ("what it is", "an overview", "a general task", "a specific task", "a detail")[self]

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="entries")
    entry_id = models.CharField("id", max_length=TEXT_CHARACTERS["id"])
    question = models.CharField(max_length=TEXT_CHARACTERS["question"])
    level = models.PositiveSmallIntegerField(choices=TreeLevel.choices)
    tree_path = ArrayField(_text("tree_path"))
    # The path normalized by quickstart.tree_paths.
    tree_key = models.CharField(max_length=1000, editable=False)
    answer = models.TextField()
    prerequisites = ArrayField(_text("prerequisites"), default=list, blank=True)
    related_skills = ArrayField(_text("related_skills"), default=list, blank=True)
    related_docs = ArrayField(_text("related_docs"), default=list, blank=True)
    go_deeper = ArrayField(_text("go_deeper"), default=list, blank=True)
    verify_command = models.TextField(blank=True)
    tags = ArrayField(_text("tags"), default=list, blank=True)
    # Unknown fields of an imported line, for a lossless export.
    extra = models.JSONField(default=dict, blank=True, editable=False)
    # Its position in the export.
    position = models.PositiveIntegerField(default=0, editable=False)
    review = models.CharField(max_length=10, choices=Review.choices, default=Review.DRAFT)
    reviewed = models.DateTimeField(null=True, blank=True, editable=False)
    # What the last import wrote (quickstart.parsing's fingerprint): a row that differs was edited here since.
    imported_hash = models.CharField(max_length=64, blank=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    history = HistoricalRecords(no_db_index=["collection"])

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "collection", "entry_id"], name="entry_once_per_collection"
            ),
            models.CheckConstraint(condition=Q(level__lte=DEEPEST_LEVEL), name="entry_level_0_to_4"),
            models.CheckConstraint(condition=Q(tree_path__len__gt=0), name="entry_has_a_place_in_the_tree"),
            models.CheckConstraint(
                condition=~Q(question="") & ~Q(answer="") & ~Q(entry_id=""), name="entry_says_something"
            ),
        ]
        indexes = [
            models.Index(fields=["account", "collection", "tree_key"], name="entry_by_place"),
            models.Index(fields=["account", "collection", "position"], name="entry_in_order"),
        ]
        ordering = ["collection", "position", "entry_id"]
        verbose_name = "Q&A entry"
        verbose_name_plural = "Q&A entries"

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.question}"

    @property
    def is_published(self) -> bool:
        """Whether answers use it."""
        return self.review == Review.PUBLISHED

    @property
    def wordings(self) -> list[str]:
        """Its question in all ways of asking it. One query, unless they are prefetched."""
        return [self.question, *(each.text for each in self.variants.all())]

    @property
    def contents(self) -> list[str]:
        """The same, and the answer."""
        return [*self.wordings, self.answer]

    @property
    def check_command(self) -> str:
        """By which one sees that it worked; empty where, by its level, it tells what something is and nothing to do."""
        return self.verify_command if self.level >= self.TreeLevel.GENERAL_TASK else ""


class Variant(models.Model):
    """Another wording of the question."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="variants")
    text = models.CharField(max_length=ITEM_CHARACTERS["question_variants"])
    position = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="variant_says_something"),
        ]
        ordering = ["entry", "position", "pk"]

    def __str__(self) -> str:
        return self.text
