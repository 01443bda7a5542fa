"""Helpers: who reads a costly stone on an agent's behalf. The row is the job (docs/adr/0002)."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from core.db.new_id import new_id
from inbox.models.agents import Agent
from inbox.models.messages import Message
from stones.models import Stone


class HelperJob(models.Model):
    """Read all of a stone with a question or task at hand, and send what was found to the requester's inbox."""

    id = models.CharField(primary_key=True, max_length=26, default=new_id, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    # The requester, who gets the answer.
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="helper_jobs")
    # Null once the stone is purged.
    stone = models.ForeignKey(Stone, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    border_hash = models.CharField(max_length=64)
    task = models.TextField()
    # How long the answer may be, and, with a model, what reading may cost, in tokens.
    answer_tokens = models.PositiveIntegerField()
    budget_tokens = models.PositiveIntegerField()
    # What it did cost, all attempts together: a model's tokens, 0 where passages were extracted.
    used_tokens = models.PositiveIntegerField(default=0)
    # How much of that is in the ledger: the rest is booked when the job ends.
    booked_tokens = models.PositiveIntegerField(default=0, db_default=0)
    model = models.CharField(max_length=200, blank=True)
    # The message with the answer: a job is answered once.
    answer = models.OneToOneField(Message, on_delete=models.SET_NULL, null=True, related_name="+")
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["account", "-id"], name="helper_newest"),
            models.Index(fields=["stone"], name="helper_with_stone", condition=models.Q(stone__isnull=False)),
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"helper for {self.border_hash}"
