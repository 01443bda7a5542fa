"""What was copied: one row a copy, where its text was copied from, and each account's settings.

The text of a copy is a Content like any other, stored once per account; where the account stores no texts
(`store_full` off) the row has its hash, its first words and its fingerprints alone.
"""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from core.db.new_id import new_id
from stones.models import SHA256_HEX, Content, Stone


class CaptureMethod(models.TextChoices):
    WATCHER = "watcher", "the desktop's clipboard"
    PAGE = "page", "a page of this site"
    WIDGET = "widget", "the assistant"
    REST = "rest", "REST"


class Relation(models.TextChoices):
    """What a copy is of that which it was copied from."""

    REPEATS = "repeats", "the same text"
    PART = "part", "a part of it"
    CONTAINS = "contains", "all of it and more"
    REWORKED = "reworked", "much of it, changed"


class ClipboardEntryQuerySet(models.QuerySet["ClipboardEntry"]):
    def alive(self, now: datetime | None = None) -> Self:
        """Entries whose time has not run out; pinned ones have none."""
        return self.filter(Q(expires=None) | Q(expires__gt=now or timezone.now()))


class ClipboardEntry(models.Model):
    PREVIEW = 200

    id = models.CharField(primary_key=True, max_length=26, default=new_id, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    sha256 = models.CharField(max_length=SHA256_HEX)
    # Null: the account stores no texts. With the text its copies go.
    content = models.ForeignKey(
        Content, on_delete=models.CASCADE, null=True, related_name="copies", db_index=False
    )
    preview = models.CharField(max_length=PREVIEW)
    characters = models.PositiveIntegerField()
    tokens = models.PositiveIntegerField()
    # What it was copied from, as the desktop or the page named it: "firefox", "https://example.org/notes".
    source_app = models.CharField(max_length=200, blank=True)
    capture_method = models.CharField(max_length=7, choices=CaptureMethod.choices)
    copied = models.DateTimeField(default=timezone.now, editable=False)
    is_pinned = models.BooleanField(default=False)
    expires = models.DateTimeField(null=True, blank=True)
    # The stone that was made of it.
    stone = models.ForeignKey(Stone, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    # The entry, or the stone, whose text it repeats, contains, or is a part of; at most one of them.
    parent = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, related_name="children", db_index=False
    )
    parent_stone = models.ForeignKey(
        Stone, on_delete=models.SET_NULL, null=True, related_name="copies", db_index=False
    )
    relation = models.CharField(max_length=8, choices=Relation.choices, blank=True)
    # The share of the shorter text's words that both have in sequence, 0 to 1.
    overlap = models.FloatField(null=True, blank=True)

    objects = ClipboardEntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "clipboard entries"
        constraints = [
            models.CheckConstraint(condition=Q(parent=None) | Q(parent_stone=None), name="copy_of_one_thing"),
            models.CheckConstraint(
                condition=Q(relation="", overlap=None, parent=None, parent_stone=None)
                | (~Q(relation="") & Q(overlap__isnull=False, overlap__gte=0, overlap__lte=1)),
                name="copy_says_how_it_relates",
            ),
            models.CheckConstraint(condition=~Q(is_pinned=True) | Q(expires=None), name="pinned_copy_stays"),
            models.CheckConstraint(
                condition=Q(capture_method__in=CaptureMethod.values), name="copy_capture_method_known"
            ),
        ]
        indexes = [
            models.Index(fields=["account", "-id"], name="copy_newest"),
            models.Index(fields=["account", "sha256"], name="copy_by_hash"),
            *(
                models.Index(fields=[key], name=f"copy_{key}", condition=Q(**{f"{key}__isnull": False}))
                for key in ("content", "stone", "parent", "parent_stone")
            ),
            models.Index(fields=["expires"], name="copy_expiry", condition=Q(expires__isnull=False)),
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.sha256[:8]} {self.preview[:40]}"


class Fingerprints(models.Model):
    """Hashes of word sequences of a text, by which texts that share a stretch are found (`clipboard/analysis/`).

    Of a content, or of an entry whose text is not stored. The account is mixed into every hash: no look-up can meet
    another account's.
    """

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    content = models.OneToOneField(Content, on_delete=models.CASCADE, null=True, related_name="fingerprints")
    entry = models.OneToOneField(
        ClipboardEntry, on_delete=models.CASCADE, null=True, related_name="fingerprints"
    )
    values = ArrayField(models.BigIntegerField())

    class Meta:
        verbose_name_plural = "fingerprints"
        constraints = [
            models.CheckConstraint(
                condition=Q(content=None, entry__isnull=False) | Q(content__isnull=False, entry=None),
                name="fingerprints_of_one_text",
            )
        ]
        indexes = [GinIndex(fields=["values"], name="fingerprints_values")]

    def __str__(self) -> str:
        return f"{len(self.values)} fingerprints"


class ClipboardSettings(models.Model):
    """An account without a row has the defaults of the specification."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="clipboard_settings"
    )
    auto_format = models.BooleanField(default=False, help_text="Make a stone of every copy.")
    generate_lods = models.BooleanField(default=True, help_text="Have its levels written.")
    lod_model = models.CharField(
        max_length=200, blank=True, help_text="The model that writes them; empty: the site's."
    )
    store_full = models.BooleanField(
        default=True, help_text="Keep the texts; otherwise their hashes and first words alone."
    )
    ttl_days = models.PositiveSmallIntegerField(
        default=30,
        validators=[MinValueValidator(1), MaxValueValidator(3650)],
        help_text="Days that a copy is kept unless it is pinned.",
    )
    is_paused = models.BooleanField(default=False, help_text="Record nothing until it is resumed.")

    class Meta:
        verbose_name_plural = "clipboard settings"
        constraints = [
            models.CheckConstraint(condition=Q(ttl_days__gte=1, ttl_days__lte=3650), name="copy_ttl_sensible")
        ]

    def __str__(self) -> str:
        return f"clipboard settings of {self.account_id}"
