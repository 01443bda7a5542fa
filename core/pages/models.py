"""Cache of rendered texts, the searches that people saved, and deleted rows that may come back."""

from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone

MAX_WHAT = 200


class RenderedText(models.Model):
    """Safe HTML of a text, keyed by the text: only who has the text can look it up."""

    sha256 = models.CharField(max_length=64, primary_key=True)
    html = models.TextField()
    made_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return self.sha256


class SavedSearch(models.Model):
    """A name for the query of a list's address."""

    account = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    list_name = models.CharField(max_length=60)
    """The list, by the name of its address: "stones:list"."""
    name = models.CharField(max_length=60)
    query = models.TextField()
    """Without its question mark, and without the place in the list."""
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "saved searches"
        constraints = (
            models.UniqueConstraint(fields=("account", "list_name", "name"), name="saved_search_name_once"),
        )

    def __str__(self) -> str:
        return self.name


class DeletedRows(models.Model):
    """What a person deleted on a page, as it was: one click brings it back (core/pages/undo_deletion.py)."""

    account = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    what = models.CharField(max_length=MAX_WHAT)
    """What the page called it: "3 notes"."""
    rows = models.TextField()
    """`packed_rows.pack`."""
    deleted = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "deleted rows"
        indexes = (
            models.Index(fields=("account", "-deleted"), name="deleted_newest"),
            models.Index(fields=("deleted",), name="deleted_oldest"),
        )

    def __str__(self) -> str:
        return self.what
