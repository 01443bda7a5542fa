"""What is made of a content in the background: its levels by a job, and its passages with their vectors."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from pgvector.django import HalfVectorField

from core.jobs.models import JobQuerySet, JobState, LeasedJob
from stones.models.stones import Content

if TYPE_CHECKING:
    from core.text import Passage


class GenerationQuerySet(JobQuerySet["Generation"]):
    pass


# How the error code of a job begins whose levels stand, and whose passages alone could not be embedded.
PASSAGES_FAILED = "passages_"


class Generation(LeasedJob):
    """The job of embedding a content's passages and of writing its levels where one of its stones needs them."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    content = models.OneToOneField(Content, on_delete=models.CASCADE, related_name="generation")
    # The model that writes its levels; empty: the site's.
    lod_model = models.CharField(max_length=200, blank=True, db_default="", default="")
    # Why the levels are extracts although a model is configured, in its own words.
    fallback_reason = models.TextField(blank=True)

    objects = GenerationQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["due"], name="generation_due", condition=Q(state__in=["pending", "running"]))
        ]

    def __str__(self) -> str:
        return f"{self.state} generation of {self.content_id}"

    @property
    def levels_failed(self) -> bool:
        """Whether it was given up before its levels were written; passages alone may fail after them."""
        return self.state == JobState.FAILED and not self.error_code.startswith(PASSAGES_FAILED)


class StonePassage(models.Model):
    """A stretch of a content's source, for focused reading. Line numbers count from 1, both ends included."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    content = models.ForeignKey(Content, on_delete=models.CASCADE, related_name="passages")
    ordinal = models.PositiveIntegerField()
    start_line = models.PositiveIntegerField()
    end_line = models.PositiveIntegerField()
    start = models.PositiveIntegerField(help_text="character offset into the text")
    end = models.PositiveIntegerField()
    trail = models.TextField(blank=True)
    tokens = models.PositiveIntegerField()
    embedding = HalfVectorField(null=True)
    embedding_model = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = "passage"
        constraints = [
            models.UniqueConstraint(fields=["account", "content", "ordinal"], name="passage_order_unique"),
            models.CheckConstraint(
                condition=Q(start_line__gte=1, end_line__gte=F("start_line")), name="passage_lines_ordered"
            ),
            models.CheckConstraint(condition=Q(end__gt=F("start")), name="passage_not_empty"),
            # A vector without its model could be compared with another model's.
            models.CheckConstraint(
                condition=Q(embedding=None, embedding_model="")
                | (Q(embedding__isnull=False) & ~Q(embedding_model="")),
                name="passage_vector_names_model",
            ),
        ]
        ordering = ["content", "ordinal"]

    def __str__(self) -> str:
        return f"lines {self.start_line}–{self.end_line} of {self.content_id}"

    def passage_of(self, text: str) -> "Passage":
        """As it was cut from `text`, its content's."""
        from core.text import Passage  # with it comes what parses Markdown

        return Passage(
            ordinal=self.ordinal,
            start_line=self.start_line,
            end_line=self.end_line,
            start=self.start,
            end=self.end,
            trail=self.trail,
            text=text[self.start : self.end],
        )
