"""Cache of rendered texts."""

from django.db import models
from django.utils import timezone


class RenderedText(models.Model):
    """Safe HTML of a text, keyed by the text: only who has the text can look it up."""

    sha256 = models.CharField(max_length=64, primary_key=True)
    html = models.TextField()
    made_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return self.sha256
