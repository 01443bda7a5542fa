"""Inboxes and messages. A message belongs to its sender's account, its deliveries to their recipients'."""

import json
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import Q
from django.db.models.functions import Left
from django.utils import timezone

from core.db.new_id import new_id
from inbox.models.agents import Agent
from stones.format import LEVEL_NAMES, HashVerdict, level_name, read_header
from stones.models import SEARCHED_CHARACTERS, Stone

MESSAGE_WORDS = SearchVector("subject", Left("body", SEARCHED_CHARACTERS), config="english")
MAX_HOPS = 20


class Inbox(models.Model):
    """An agent's inbox: the counter of its deliveries.

    Every delivery locks this row until it is committed. So numbers become visible in their order, and a reader who has
    read up to one of them has missed nothing.
    """

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    agent = models.OneToOneField(Agent, on_delete=models.CASCADE, primary_key=True, related_name="inbox")
    last_sequence = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "inboxes"

    def __str__(self) -> str:
        return f"inbox of {self.agent_id}, {self.last_sequence} deliveries"


class Priority(models.TextChoices):
    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"
    URGENT = "urgent"


class Gone(models.TextChoices):
    """Why a stone that was sent is no longer there."""

    DELETED = "deleted"
    EXPIRED = "expired"


class Message(models.Model):
    """What was sent: a plain text or JSON value, or a stone cut to `delivered_lod`.

    Only its sender's own words for it (`scan`, `detail`) are ever changed afterwards.
    """

    # The tracking_id of its sender.
    id = models.CharField(primary_key=True, max_length=26, default=new_id, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    # Null once the agent is deleted; its name stays, of a deleted account as "koda@ann".
    sender = models.ForeignKey(Agent, on_delete=models.SET_NULL, null=True, related_name="sent")
    sender_name = models.CharField(max_length=220)
    # Written by its sender, a person, for this agent of the account, which is answered; "" where for nobody else.
    for_agent = models.CharField(max_length=64, blank=True, db_default="", default="")
    # The id of the thread's first message.
    thread = models.CharField(max_length=26)
    in_reply_to = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, related_name="replies", db_index=False
    )
    hops = models.PositiveSmallIntegerField(default=0)
    message_type = models.CharField(max_length=30, default="message")
    priority = models.CharField(max_length=6, choices=Priority.choices, default=Priority.NORMAL)
    needs_answer = models.BooleanField(default=False)
    subject = models.CharField(max_length=200, blank=True)
    # As it was sent: a text to the byte, or (is_json) a JSON value as such; of a stone the copy that was delivered.
    body = models.TextField()
    is_json = models.BooleanField(default=False)
    # LOD-0 as its sender said it last; `reworded`: when that changed after somebody had seen it.
    scan = models.TextField()
    reworded = models.DateTimeField(null=True)
    # Whose words that is: sender, model, extract; "" where it is the text itself, or was sent before this was kept.
    scan_origin = models.CharField(max_length=12, blank=True, db_default="", default="")
    # Of a plain message: LOD-1 in its sender's words.
    detail = models.TextField(blank=True, db_default="", default="")
    # What each level costs, LOD-0 first. A plain message has its scan, its detail where there is one, and itself, a
    # short one only itself.
    lod_tokens = ArrayField(models.PositiveIntegerField())
    # Of a stone; null once it is purged, the delivered copy stays.
    stone = models.ForeignKey(Stone, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    # Of a stone that was purged: why.
    stone_gone = models.CharField(max_length=7, choices=Gone.choices, blank=True, db_default="", default="")
    border_hash = models.CharField(max_length=64, blank=True)
    # Its other names, by which it is found also when it is gone: id, whole hash, and another writer's name.
    stone_ulid = models.CharField(max_length=26, blank=True, db_default="", default="")
    stone_sha256 = models.CharField(max_length=64, blank=True, db_default="", default="")
    stone_claimed_hash = models.CharField(max_length=64, blank=True, db_default="", default="")
    # Of a stone: whether the name in its own header was checked against its content. Another writer's cannot be.
    verdict = models.CharField(max_length=16, blank=True, db_default="", default="")
    delivered_lod = models.PositiveSmallIntegerField(null=True)
    # What a truncated delivery lacks: {"levels": [{"level", "name", "tokens"}], "tokens", "headings"}; {} for none.
    omissions = models.JSONField(default=dict)
    created = models.DateTimeField(default=timezone.now, editable=False)
    expires = models.DateTimeField(null=True)
    # Part of the demonstration: marked on pages, left out of counts, deleted with it.
    is_demo = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(hops__lte=MAX_HOPS), name="message_hops_limited"),
            models.CheckConstraint(
                condition=Q(border_hash="", delivered_lod=None, stone=None)
                | (~Q(border_hash="") & Q(delivered_lod__isnull=False)),
                name="message_of_stone_names_level",
            ),
        ]
        indexes = [
            models.Index(fields=["account", "-id"], name="message_newest"),
            models.Index(fields=["account"], name="message_demo", condition=Q(is_demo=True)),
            models.Index(fields=["thread", "id"], name="message_thread"),
            models.Index(
                fields=["in_reply_to"], name="message_reply", condition=Q(in_reply_to__isnull=False)
            ),
            models.Index(fields=["stone"], name="message_with_stone", condition=Q(stone__isnull=False)),
            # Its recipient finds a stone by these, whichever account it is of.
            models.Index(fields=["border_hash"], name="message_by_hash", condition=~Q(border_hash="")),
            models.Index(fields=["stone_sha256"], name="message_of_sha256", condition=~Q(stone_sha256="")),
            models.Index(
                fields=["stone_claimed_hash"], name="message_of_claim", condition=~Q(stone_claimed_hash="")
            ),
            models.Index(fields=["stone_ulid"], name="message_of_stone", condition=~Q(stone_ulid="")),
            models.Index(fields=["expires"], name="message_expiry", condition=Q(expires__isnull=False)),
            GinIndex(MESSAGE_WORDS, name="message_words"),
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.message_type} of {self.sender_name}: {(self.subject or self.scan)[:60]}"

    @property
    def is_stone(self) -> bool:
        return self.border_hash != ""

    @property
    def wants_answer(self) -> bool:
        """Whether any of its deliveries still does; they are loaded `queries.deliveries.with_answers`."""
        return any(delivery.wants_answer for delivery in self.deliveries.all())

    @property
    def is_unverified(self) -> bool:
        """Whether its stone cannot be checked against its name."""
        return self.verdict == HashVerdict.NOT_VERIFIABLE

    @property
    def stone_verdict(self) -> str | None:
        """A `HashVerdict`: whether its stone can be checked against its name. None where it has no stone."""
        return (self.verdict or HashVerdict.VERIFIED.value) if self.is_stone else None

    @property
    def claimed_hash(self) -> str | None:
        """The name in the header of its stone, where that is another writer's. Its body is loaded."""
        if not self.is_unverified:
            return None
        name = read_header(self.body).border_hash
        return name if name.lower() != self.border_hash.lower() else None

    @property
    def payload(self) -> Any:
        """What the sender gave: a text or a JSON value; of a stone its delivered copy and what was left out."""
        if self.is_stone:
            return {
                "qastone": self.body,
                "border_hash": self.border_hash,
                "verdict": self.stone_verdict,
                "claimed_hash": self.claimed_hash,
                "delivered_lod": self.delivered_lod,
                "omissions": self.missing,
            }
        return json.loads(self.body) if self.is_json else self.body

    @property
    def top_level(self) -> int:
        """The number of the highest level: all of the text."""
        return len(self.lod_tokens) - 1

    def level_name(self, number: int) -> str:
        """What a level is called: as of a stone, but a plain message's last one of several is the text itself."""
        is_text = not self.is_stone and 0 < number == self.top_level
        return LEVEL_NAMES[-1] if is_text else level_name(number)

    @property
    def gone(self) -> str:
        """Why there is no more of the stone than was delivered: deleted or expired; "" where it is there, or none."""
        if not self.is_stone:
            return ""
        if self.stone is None:
            return self.stone_gone or ("" if self.lacks_source else Gone.DELETED)
        return "" if self.stone.is_alive(timezone.now()) else Gone.EXPIRED

    @property
    def lacks_source(self) -> bool:
        """Whether it is a copy of a stone that was never here: it has prices up to its last level."""
        return self.is_unverified and not self.stone_ulid and self.delivered_lod == self.top_level

    @property
    def prices(self) -> list[int]:
        """What each level costs that can be had, LOD-0 first: of a stone that is gone, those that were delivered."""
        if self.delivered_lod is None or not self.gone:
            return self.lod_tokens
        return self.lod_tokens[: self.delivered_lod + 1]

    @property
    def missing(self) -> dict[str, Any]:
        """What a truncated delivery lacks; of a stone that is gone, why that cannot be had: {"gone": "deleted"}."""
        omissions: dict[str, Any] = self.omissions
        return {"gone": str(self.gone)} if omissions and self.gone else omissions
