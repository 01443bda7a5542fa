"""Notes and the profile, and the chunks that search finds them by."""

from datetime import date, timedelta

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from brain.answer_sources import AnswerSource, SourcePassage, SourceType
from brain.parsing.entry_days import dated_spans
from brain.parsing.entry_years import years_of
from brain.parsing.written_day import probable_day
from core.db.new_id import new_id
from search.models import TextPassage

MAX_TITLE = 300
MAX_TAG = 60
MAX_FILE = 500
ARRIVAL = timedelta(seconds=1)
"""Between the moments that a new note without a day of its own is given."""


def notes_space(account_id: int) -> str:
    """Of the passages of all its notes."""
    return f"notes-{account_id}"


def profile_space(account_id: int) -> str:
    return f"profile-{account_id}"


class NoteOrigin(models.TextChoices):
    WRITTEN = "written"
    IMPORTED = "imported"
    ANSWER = "answer", "saved answer"


class Note(models.Model):
    """One Markdown text. A job embeds it; until then it is found by words only."""

    id = models.CharField(primary_key=True, max_length=26, default=new_id, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    title = models.CharField(max_length=MAX_TITLE)
    body = models.TextField(help_text="Markdown, without front matter")
    # Lower case, without the "#".
    tags = ArrayField(models.CharField(max_length=MAX_TAG), default=list, blank=True)
    # Those that its file had when it was imported last: the others of `tags` were given here.
    file_tags = ArrayField(
        models.CharField(max_length=MAX_TAG), default=list, db_default=[], blank=True, editable=False
    )
    # The front matter's description: it helps to find the note and is never cited, as it is not in the note's text.
    description = models.TextField(blank=True)
    origin = models.CharField(max_length=10, choices=NoteOrigin.choices, default=NoteOrigin.WRITTEN)
    # Path within the folder that it was imported from; a second import matches notes by it.
    file = models.CharField(max_length=MAX_FILE, blank=True)
    # All of the front matter, dates as ISO texts.
    front_matter = models.JSONField(default=dict, blank=True)
    # For a saved answer its citations: [{type, id, title, url, excerpt}].
    sources = models.JSONField(default=list, blank=True)
    # The front matter's date, else the time of writing.
    dated = models.DateTimeField(default=timezone.now)
    tokens = models.PositiveIntegerField()
    # Incremented by each edit; an edit names the version it is based on.
    version = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(default=timezone.now, editable=False)
    updated = models.DateTimeField(default=timezone.now)
    # Part of the demonstration: marked on pages, left out of counts, deleted with it.
    is_demo = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "file"], condition=~Q(file=""), name="note_file_once_per_account"
            ),
            models.CheckConstraint(condition=~Q(title=""), name="note_has_a_title"),
        ]
        indexes = [
            models.Index(fields=["account", "-dated", "-id"], name="note_newest"),
            GinIndex(fields=["tags"], name="note_tags"),
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.title

    @property
    def has_own_day(self) -> bool:
        """Whether somebody or its text gave its day, which is otherwise the moment in which it came here."""
        return abs(self.dated - self.created) > ARRIVAL

    @property
    def own_day(self) -> date | None:
        return timezone.localdate(self.dated) if self.has_own_day else None

    @property
    def keeps_lines(self) -> bool:
        """Whether a line break is meant as one: as typed here or in plain text, not as Markdown was wrapped."""
        is_typed = self.origin == NoteOrigin.WRITTEN and not self.file
        return is_typed or self.file.lower().endswith(".txt")

    def as_source(self, *passages: SourcePassage) -> AnswerSource:
        """A source of answers, with the days that it gives itself and its parts. Takes its text apart."""
        day = self.own_day
        years = years_of(self.title, self.file, self.front_matter)
        dated = dated_spans(self.title, self.body, day or timezone.localdate(), years)
        probable = None if day else probable_day(self.title, self.body, timezone.localdate(self.dated))
        return AnswerSource(
            *(SourceType.NOTES, self.pk, self.title, passages), day=day, probable_day=probable, dated=dated
        )


class Profile(models.Model):
    """The account holder's profile, one per account. A job embeds it."""

    account = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=MAX_TITLE, blank=True)
    # The imported data.
    data = models.JSONField(default=dict)
    # The same as Markdown: this is what is searched, shown and cited.
    text = models.TextField()
    tokens = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(default=timezone.now, editable=False)
    updated = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name or "profile"


class Chunk(TextPassage):
    """A passage of a note or of the profile, or a sentence of one, which has no words of its own.

    The words of a passage have those of the title, tags and description among them.
    """

    # Beyond, a comparison of all costs more than that of the likely ones, which come with all their sentences.
    few = 10_000
    has_parts = True

    note = models.ForeignKey(
        Note, on_delete=models.CASCADE, null=True, related_name="passages", db_index=False
    )
    profile = models.ForeignKey(
        Profile, on_delete=models.CASCADE, null=True, related_name="passages", db_index=False
    )
    stretch = models.PositiveIntegerField(help_text="ordinal of the passage that it is, or is a sentence of")

    class Meta(TextPassage.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["account", "note", "ordinal"], condition=Q(profile=None), name="note_chunk_order"
            ),
            models.UniqueConstraint(
                fields=["account", "profile", "ordinal"], condition=Q(note=None), name="profile_chunk_order"
            ),
            models.CheckConstraint(
                condition=Q(note=None, profile__isnull=False) | Q(note__isnull=False, profile=None),
                name="chunk_of_a_note_or_a_profile",
            ),
            models.CheckConstraint(condition=Q(end__gt=F("start")), name="chunk_not_empty"),
            # A vector without its model could be compared with another model's.
            models.CheckConstraint(
                condition=Q(embedding=None, embedding_model="")
                | (Q(embedding__isnull=False) & ~Q(embedding_model="")),
                name="chunk_vector_names_model",
            ),
        ]
        indexes = [
            *TextPassage.Meta.indexes,
            models.Index(fields=["account"], name="chunk_of_account"),
            # A passage and its sentences are found together.
            models.Index(fields=["note", "stretch"], name="chunk_stretch"),
            models.Index(fields=["profile"], name="chunk_of_profile", condition=Q(profile__isnull=False)),
        ]
        ordering = ["note", "profile", "ordinal"]

    def __str__(self) -> str:
        return f"{self.start}–{self.end} of {self.note_id or 'the profile'}"
