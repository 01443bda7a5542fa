"""Logged questions with their outcome, and the state of conversations."""

from typing import Self

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from pgvector.django import HalfVectorField

from quickstart.kinds import AskOutcome, Intent, OwnerKind
from quickstart.models.collections import Collection
from quickstart.models.entries import Entry
from quickstart.models.skills import Skill

SESSION_OF_PAGES = "page:"
"""Before the name of a conversation that the pages make."""


class FeedbackVerdict(models.TextChoices):
    UP = "up"
    DOWN = "down"


class AskerChoice(models.TextChoices):
    """What an asker did with one of the entries and skills that were offered."""

    OPENED = "opened"
    PICKED = "picked"


class AskConversation(models.Model):
    """What one asker has been shown in one conversation: of the pages, or of a key that an agent chose."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)
    # Ids of entries within the collection, in the order they were shown; each once.
    seen = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    # Keys of the branches whose overview has been offered.
    offered = ArrayField(models.CharField(max_length=1000), default=list, blank=True)
    used = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "collection", "key"], name="ask_session_once"),
        ]
        indexes = [models.Index(fields=["used"], name="ask_session_used")]

    def __str__(self) -> str:
        return self.key


UNSETTLED = Q(settled=None) & (~Q(outcome=AskOutcome.ANSWERED.value) | Q(verdict=FeedbackVerdict.DOWN.value))
"""No answer was good enough, or the given one was wrong, and no curator has settled it."""


class QuestionQuerySet(models.QuerySet["Question"]):
    def unsettled(self) -> Self:
        """Those that wait for a curator, newest first."""
        return self.filter(UNSETTLED).order_by("-asked", "-pk")


class Question(models.Model):
    """One question as it was asked. Those without an answer, or with a wrong one, wait for a curator."""

    # Who asked: of a shared collection any account.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="questions")
    # Of the conversation; empty: none.
    session = models.CharField(max_length=100, blank=True)
    # "agent koda", "page", "command".
    asked_by = models.CharField(max_length=120)
    text = models.CharField(max_length=1000)
    intent = models.CharField(max_length=13, choices=[(each, each) for each in Intent])
    outcome = models.CharField(max_length=9, choices=[(each, each.replace("_", " ")) for each in AskOutcome])
    confidence = models.FloatField()
    # What was answered; else what the asker chose, or the best of what was not good enough.
    entry = models.ForeignKey(
        Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    skill = models.ForeignKey(
        Skill, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    # Of what was offered, where nothing was answered.
    choice = models.CharField(
        max_length=6, choices=AskerChoice.choices, blank=True, default="", db_default=""
    )
    # What was offered, as "entry:how_late": of nothing else can the asker say that it was the answer.
    offered = ArrayField(
        models.CharField(max_length=210), default=list, blank=True, db_default=[], editable=False
    )
    verdict = models.CharField(max_length=4, choices=FeedbackVerdict.choices, blank=True)
    comment = models.TextField(blank=True)
    # Similar questions are found by it; null if the embedder did not answer.
    embedding = HalfVectorField(null=True, editable=False)
    embedding_model = models.CharField(max_length=200, blank=True, editable=False)
    asked = models.DateTimeField()
    # When a curator settled it.
    settled = models.DateTimeField(null=True, blank=True)

    objects = QuestionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(confidence__gte=0, confidence__lte=1), name="question_confidence_0_to_1"
            ),
            models.CheckConstraint(
                condition=Q(embedding=None, embedding_model="")
                | (Q(embedding__isnull=False) & ~Q(embedding_model="")),
                name="question_vector_names_model",
            ),
        ]
        indexes = [
            models.Index(fields=["account", "collection", "-asked"], name="question_newest"),
            models.Index(fields=["entry"], name="question_of_entry", condition=Q(entry__isnull=False)),
            models.Index(fields=["skill"], name="question_of_skill", condition=Q(skill__isnull=False)),
            # Read by the collection's owner, whoever asked.
            models.Index(fields=["collection", "-asked"], name="question_waits", condition=UNSETTLED),
        ]
        ordering = ["-asked", "-pk"]

    def __str__(self) -> str:
        return self.text

    def was_offered(self, kind: OwnerKind, option_id: str) -> bool:
        """Of a question that was stored before its offers were, only the best one is known."""
        if self.offered:
            return offer_key(kind, option_id) in self.offered
        if kind == "entry":
            return self.entry is not None and self.entry.entry_id == option_id
        return self.skill is not None and self.skill.skill_id == option_id


def offer_key(kind: str, option_id: str) -> str:
    return f"{kind}:{option_id}"
