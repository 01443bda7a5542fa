"""The passages of a content with their words and vectors, made in the background."""

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import F, Q

from search.models import TextPassage
from stones.models.contents import Content

if TYPE_CHECKING:
    from core.text.passages import Passage


def stone_space(account_id: int) -> str:
    """Of the passages of all stones of an account."""
    return f"account-{account_id}"


class StonePassage(TextPassage):
    """A stretch of a content's source: a question finds the stone by it, and is answered with it.

    Line numbers count from 1, both ends included.
    """

    content = models.ForeignKey(Content, on_delete=models.CASCADE, related_name="passages")
    start_line = models.PositiveIntegerField()
    end_line = models.PositiveIntegerField()
    tokens = models.PositiveIntegerField()

    class Meta(TextPassage.Meta):
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
