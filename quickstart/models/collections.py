"""A collection: the curated content of one project, and the job that updates its index."""

from typing import Self

from django.conf import settings
from django.contrib.auth.models import User
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

NAME_PATTERN = r"^[a-z0-9][a-z0-9_-]{0,59}$"


class Review(models.TextChoices):
    """The review state of an entry or a skill. Only published ones are used in answers."""

    DRAFT = "draft"
    PUBLISHED = "published"
    RETIRED = "retired"


class CollectionQuerySet(models.QuerySet["Collection"]):
    def readable_by(self, account: User) -> Self:
        """The account's own, and those shared with everybody on this site."""
        return self.filter(Q(account=account) | Q(shared=True))


class Collection(models.Model):
    """Entries, skills and a tree of one project. A job makes vectors for every text, and the calibration.

    Writers of its entries or skills lock this row first (`changing`), which requests the job.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    name = models.CharField(max_length=60)
    title = models.CharField(max_length=200, blank=True)
    description = models.TextField(blank=True)
    # Everybody on this site may ask it.
    shared = models.BooleanField(default=False)
    # The model whose vectors are in use; empty before the first. Another model's are made beside them, then replace
    # them.
    model = models.CharField(max_length=200, blank=True)
    # What quickstart.ranking has learnt from these entries alone; null before the first index.
    calibration = models.JSONField(null=True, blank=True)
    calibrated = models.DateTimeField(null=True, blank=True)
    # Its curators' measure: below this confidence an answer is given as what perhaps answers. Collections differ in it,
    # as their wordings are curators' or people's own.
    sure_from = models.FloatField(
        default=0.0,
        db_default=0.0,
        validators=[MinValueValidator(0.0), MaxValueValidator(1.0)],
        help_text="0 to 1: an answer of less confidence is shown as “perhaps”, beside what else may answer. 0: never.",
    )
    # SHA-256 of the shipped files, if it was made from those; local changes since then stay.
    shipped_hash = models.CharField(max_length=64, blank=True, editable=False)
    # Incremented with every change of what can be found.
    version = models.PositiveBigIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now, editable=False)

    objects = CollectionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "name"], name="collection_once_per_account"),
            models.CheckConstraint(
                condition=Q(name__regex=NAME_PATTERN), name="collection_name_fits_addresses"
            ),
        ]
        ordering = ["account", "name"]

    def __str__(self) -> str:
        return self.name
