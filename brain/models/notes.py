"""Notes and the profile, and the chunks that search finds them by."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from pgvector.django import HalfVectorField

from core.rest.new_id import new_id

MAX_TITLE = 300
MAX_TAG = 60
MAX_FILE = 500


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
    # Of the demonstration: marked on the pages, counted nowhere, removed with it.
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


class Chunk(models.Model):
    """A passage of a note or of the profile: found by its words at once, by its vector once the job is done."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    note = models.ForeignKey(Note, on_delete=models.CASCADE, null=True, related_name="chunks")
    profile = models.ForeignKey(
        Profile, on_delete=models.CASCADE, null=True, related_name="chunks", db_index=False
    )
    ordinal = models.PositiveIntegerField()
    start = models.PositiveIntegerField(help_text="character offset into the text")
    end = models.PositiveIntegerField()
    trail = models.TextField(blank=True)
    # Stems, including those of the title, tags and description, without positions.
    words = SearchVectorField()
    # NULL until it is made, and again after an edit; never a zero vector.
    embedding = HalfVectorField(null=True)
    embedding_model = models.CharField(max_length=200, blank=True)

    class Meta:
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
            # The sweep finds vectors of another model by it.
            models.Index(fields=["embedding_model"], name="chunk_model"),
            models.Index(fields=["profile"], name="chunk_of_profile", condition=Q(profile__isnull=False)),
        ]
        ordering = ["note", "profile", "ordinal"]

    def __str__(self) -> str:
        return f"{self.start}–{self.end} of {self.note_id or 'the profile'}"
