"""What was rendered lately, so that a long text is not rendered at each look."""

from django.db import models
from django.utils import timezone


class RenderedText(models.Model):
    """Safe HTML of a text, found by the text alone: nobody gets it who has not got the text."""

    sha256 = models.CharField(max_length=64, primary_key=True)
    html = models.TextField()
    made_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return self.sha256
