"""Contents with the levels that were written of them.

A content is stored once per account; its levels, passages and generation hang on it, so the same text is never
summarised twice. Text is canonical (LF line ends, no NUL, no lone surrogate).
"""

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Left
from django.utils import timezone

from stones.format import MAX_LEVELS

SHA256_HEX = 64
# How much of a text the search knows; the rest of a longer one is found by focused reading. A tsvector holds at most
# 1 MB, or the row is refused: hyphenated words of 4-byte characters are in it twice, at most 8 bytes a character.
SEARCHED_CHARACTERS = 100_000
SEARCH_VECTOR = SearchVector(Left("text", SEARCHED_CHARACTERS), config="english")


class Content(models.Model):
    """One text of one account: the top level of its stones."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    sha256 = models.CharField(max_length=SHA256_HEX)
    # A prefix of sha256, as short as the account's other contents allow (8 or more).
    border_hash = models.CharField(max_length=SHA256_HEX)
    text = models.TextField()
    tokens = models.PositiveIntegerField()
    tokens_exact = models.BooleanField()
    # The model that writes its levels; empty: the site's.
    lod_model = models.CharField(max_length=200, blank=True, db_default="", default="")
    # Writing its levels was given up: extracts stand in their place.
    levels_failed = models.BooleanField(db_default=False, default=False)
    # Why the levels are not a model's, or not yet, although one is configured: in its own words.
    fallback_reason = models.TextField(blank=True, db_default="", default="")
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = "stored text"
        verbose_name_plural = "stored texts"
        constraints = [
            models.UniqueConstraint(fields=["account", "sha256"], name="content_once_per_account"),
            models.UniqueConstraint(fields=["account", "border_hash"], name="content_name_unique"),
            models.CheckConstraint(
                condition=Q(sha256__startswith=F("border_hash")), name="content_name_is_hash_prefix"
            ),
        ]
        indexes = [
            GinIndex(SEARCH_VECTOR, name="content_words"),
            # What was sent to an agent is found by its hash, whichever account it is of.
            models.Index(fields=["sha256"], name="content_by_hash"),
        ]

    def __str__(self) -> str:
        return self.border_hash


class LevelOrigin(models.TextChoices):
    SENDER = "sender", "the sender’s words"
    AUTHOR = "author", "as it came, unchecked"
    MODEL = "model", "written by a model"
    EXTRACT = "extract", "extract"
    PROVISIONAL = "provisional", "provisional extract"


def origin_word(origin: str) -> str:
    """Whose words a level is, in a line of text: of what is as it came, that nobody checked it."""
    return "unchecked" if origin == LevelOrigin.AUTHOR else origin


class Level(models.Model):
    """A written level of a content. Those that were given, by its sender or as they came, hang on their stone."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    content = models.ForeignKey(Content, on_delete=models.CASCADE, related_name="levels")
    stone = models.ForeignKey(
        "Stone", on_delete=models.CASCADE, related_name="author_levels", null=True, blank=True, db_index=False
    )
    number = models.PositiveSmallIntegerField()
    text = models.TextField()
    tokens = models.PositiveIntegerField()
    origin = models.CharField(max_length=12, choices=LevelOrigin.choices)
    model = models.CharField(max_length=200, blank=True)
    prompt_version = models.CharField(max_length=20, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "content", "number"],
                condition=Q(stone=None),
                name="level_once_per_content",
            ),
            models.UniqueConstraint(
                fields=["account", "stone", "number"], name="author_level_once_per_stone"
            ),
            models.CheckConstraint(condition=Q(number__lte=MAX_LEVELS - 2), name="level_below_the_source"),
            models.CheckConstraint(
                condition=Q(origin__in=["sender", "author"], stone__isnull=False)
                | (~Q(origin__in=["sender", "author"]) & Q(stone=None)),
                name="level_given_has_stone",
            ),
            models.CheckConstraint(
                condition=Q(origin="model") ^ Q(model="", prompt_version=""),
                name="level_of_model_names_it",
            ),
        ]
        indexes = [models.Index(fields=["stone"], name="level_of_stone", condition=Q(stone__isnull=False))]
        ordering = ["content", "number"]

    def __str__(self) -> str:
        return f"LOD-{self.number}: {self.text[:60]}"
