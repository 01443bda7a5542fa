"""Conversations: questions, answers, and the summaries of old turns."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from brain.reservation import is_reserved
from core.db.new_id import new_id

MAX_CONVERSATION_NAME = 100


class Interface(models.TextChoices):
    """The interface that a conversation is held through."""

    PAGE = "page"
    REST = "rest"
    MCP = "mcp"
    COMMAND = "command"


class Mode(models.TextChoices):
    """How an answer was written: by a model, or extracted from what was found."""

    MODEL = "model"
    EXTRACTIVE = "extractive"


class Conversation(models.Model):
    """One per account, interface and name. A job summarises old turns."""

    id = models.CharField(primary_key=True, max_length=26, default=new_id, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    interface = models.CharField(max_length=10, choices=Interface.choices)
    name = models.CharField(max_length=MAX_CONVERSATION_NAME)
    # Empty: people see its name.
    title = models.CharField(max_length=200, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    updated = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "interface", "name"], name="conversation_once_per_name"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="conversation_has_a_name"),
        ]
        indexes = [
            models.Index(fields=["account", "-updated", "-id"], name="conversation_latest"),
        ]
        ordering = ["-updated"]

    def __str__(self) -> str:
        return self.title or ("New conversation" if self.is_unnamed else self.name)

    @property
    def is_unnamed(self) -> bool:
        """Made without a name: programs address it by its id. Its title is its first question until it is renamed."""
        return self.name == self.pk


class Summary(models.Model):
    """A summary of the turns `first` to `last`. The turns remain, archived."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="summaries")
    first = models.PositiveIntegerField(help_text="ordinal of the first turn that it stands for")
    last = models.PositiveIntegerField()
    text = models.TextField()
    # The model that wrote it; empty: extracted.
    model = models.CharField(max_length=200, blank=True)
    tokens = models.PositiveIntegerField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "conversation", "first"], name="summary_once"),
            models.CheckConstraint(condition=Q(last__gte=models.F("first")), name="summary_of_turns"),
        ]
        ordering = ["conversation", "first"]
        verbose_name_plural = "summaries"

    def __str__(self) -> str:
        return f"turns {self.first}–{self.last}"


class Turn(models.Model):
    id = models.CharField(primary_key=True, max_length=26, default=new_id, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="turns")
    ordinal = models.PositiveIntegerField(help_text="from 1")
    query = models.TextField()
    answer = models.TextField()
    # The specification's metadata (brain.standard_response.Metadata), camelCase.
    metadata = models.JSONField()
    mode = models.CharField(max_length=10, choices=Mode.choices)
    # How the answer came about (brain.answer_trace.Trace).
    trace = models.JSONField()
    # The model that wrote the answer; empty without one.
    model = models.CharField(max_length=200, blank=True)
    # Prompt and completion, retries included.
    tokens = models.PositiveIntegerField(default=0)
    asked_by = models.CharField(max_length=120)
    created = models.DateTimeField(default=timezone.now)
    # The summary that replaces it in prompts, once it is old.
    summary = models.ForeignKey(
        Summary, on_delete=models.SET_NULL, null=True, blank=True, related_name="turns", db_index=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "conversation", "ordinal"], name="turn_once"),
        ]
        indexes = [
            models.Index(fields=["summary"], name="turn_summarised", condition=Q(summary__isnull=False))
        ]
        ordering = ["conversation", "ordinal"]

    def __str__(self) -> str:
        return self.query[:60]

    @property
    def is_saved(self) -> bool:
        """False for an answer that was returned although it could not be stored."""
        return not self._state.adding

    @property
    def saved_id(self) -> str | None:
        return self.pk if self.is_saved else None

    @property
    def is_sure(self) -> bool:
        """False: nothing found answers, or of a part only what comes nearest is quoted."""
        return bool(self.metadata["hasSources"]) and not is_reserved(self.answer)

    @property
    def unsupported(self) -> list[str]:
        """Sentences of the answer that no cited source supports. Empty for turns stored before this was recorded."""
        return list(self.trace.get("unsupported", ()))
