"""The passages of a content with their vectors, made in the background."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from pgvector.django import HalfVectorField

from stones.models.contents import Content

if TYPE_CHECKING:
    from core.text.passages import Passage


class StonePassage(models.Model):
    """A stretch of a content's source, for focused reading. Line numbers count from 1, both ends included."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
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
        return f"lines {self.start_line}–{self.end_line}" + (f", {self.trail}" if self.trail else "")

    def passage_of(self, text: str) -> "Passage":
        """As it was cut from `text`, its content's."""
        from core.text.passages import Passage  # with it comes what parses Markdown

        return Passage(
            ordinal=self.ordinal,
            start_line=self.start_line,
            end_line=self.end_line,
            start=self.start,
            end=self.end,
            trail=self.trail,
            text=text[self.start : self.end],
        )
