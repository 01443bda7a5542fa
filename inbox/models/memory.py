"""What agents remember: facts with their history, and the passages by which they are found."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from core.db.new_id import new_id
from inbox.models.agents import Agent
from search.models import TextPassage


def account_space(account_id: int) -> str:
    """Of the memories that all agents of an account share."""
    return f"account-{account_id}"


def agent_space(agent_id: int) -> str:
    """Of an agent's own memories."""
    return f"agent-{agent_id}"


class Memory(models.Model):
    """One remembered text. A job embeds it; until then words alone find it."""

    id = models.CharField(primary_key=True, max_length=26, default=new_id, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    # Who remembered it. Its own, or with `shared` everybody's of the account.
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="memories")
    shared = models.BooleanField(default=False)
    # What it is about, where later texts are to take its place: "deploy/port". Empty: nothing replaces it.
    key = models.CharField(max_length=200, blank=True)
    text = models.TextField()
    tags = ArrayField(models.CharField(max_length=60), default=list, blank=True)
    tokens = models.PositiveIntegerField()
    expires = models.DateTimeField(null=True)
    # When a later text under the same key took its place; it is history then.
    superseded = models.DateTimeField(null=True)
    # When another agent's text that had taken its place was gone, and it stood under its key again.
    restored = models.DateTimeField(null=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "agent", "key"],
                condition=Q(shared=False, superseded=None) & ~Q(key=""),
                name="memory_key_once_per_agent",
            ),
            models.UniqueConstraint(
                fields=["account", "key"],
                condition=Q(shared=True, superseded=None) & ~Q(key=""),
                name="shared_memory_key_once",
            ),
        ]
        indexes = [
            models.Index(fields=["account", "-id"], name="memory_newest"),
            models.Index(fields=["expires"], name="memory_expiry", condition=Q(expires__isnull=False)),
        ]
        ordering = ["-id"]
        verbose_name_plural = "memories"

    def __str__(self) -> str:
        return self.key or self.text[:60]

    @property
    def space(self) -> str:
        """Of its passages: the account's, or the agent's own."""
        return account_space(self.account_id) if self.shared else agent_space(self.agent_id)


class MemoryPassage(TextPassage):
    """A stretch of a memory; its words have those of the memory's key and tags among them."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="passages")

    class Meta(TextPassage.Meta):
        constraints = [
            models.UniqueConstraint(fields=["account", "memory", "ordinal"], name="memory_passage_order"),
            models.CheckConstraint(condition=Q(end__gt=F("start")), name="memory_passage_not_empty"),
            # A vector without its model could be compared with another model's.
            models.CheckConstraint(
                condition=Q(embedding=None, embedding_model="")
                | (Q(embedding__isnull=False) & ~Q(embedding_model="")),
                name="memory_vector_names_model",
            ),
        ]
        ordering = ["memory", "ordinal"]

    def __str__(self) -> str:
        return f"{self.start}–{self.end} of {self.memory_id}"
