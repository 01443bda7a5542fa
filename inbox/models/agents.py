"""Agents, the tokens with which they act for their account, and with whom an account exchanges messages."""

import re
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Self

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone

from core.db.planned_once import planned_once
from core.db.reader_names import AGENT
from inbox.scopes import SCOPES
from stones.models import Stone

MAX_CALL = 120
_REFUSED_FOR = " refused, lacks "
_GREETING = re.compile(r"MCP (?!tools/call|prompts/get|resources/read)")

AGENT_NAME = RegexValidator(
    r"\A[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\Z",
    "A name has 1 to 64 letters, digits, '_', '.' or '-', and begins with a letter or digit.",
)


class AgentKind(models.TextChoices):
    """What runs behind a name. The last three are the site's own, made when they are first needed."""

    CLAUDE_CODE = "claude_code", "Claude Code"
    CURSOR = "cursor", "Cursor"
    CODEX = "codex", "Codex"
    CUSTOM = "custom", "another program"
    PERSON = "person", "a person at the pages"
    ASSISTANT = "assistant", "the account's assistant"
    HELPER = "helper", "a helper of this site"


# Written out, as every store asks it: `Agent.received` over `DeliveryQuerySet.visible` takes Django 2 ms to build.
_RECEIVED = """
    SELECT DISTINCT stones_content.sha256 FROM stones_content
    JOIN stones_stone ON stones_stone.content_id = stones_content.id
    JOIN inbox_message message ON message.stone_id = stones_stone.id
    JOIN inbox_delivery delivery ON delivery.message_id = message.id
    WHERE stones_content.sha256 = {} AND (stones_stone.expires IS NULL OR stones_stone.expires > %s)
    AND delivery.agent_id = %s AND delivery.state <> 'dead'
    AND (message.expires IS NULL OR message.expires > %s OR delivery.state NOT IN ('queued', 'delivered'))
"""
# For an array Postgres makes a plan each time, fifteen times as long as it then looks: a stone that is stored has one.
_RECEIVED_HASH, _RECEIVED_HASHES = _RECEIVED.format("%s"), _RECEIVED.format("ANY(%s)")

# They sign in at the pages or run here, and have no tokens.
WITHOUT_TOKENS = (AgentKind.PERSON, AgentKind.ASSISTANT, AgentKind.HELPER)


class AgentQuerySet(models.QuerySet["Agent"]):
    def open(self) -> Self:
        """Those that have not been closed."""
        return self.filter(closed=None)


class Agent(models.Model):
    """One of an account's agents: it reads and writes as itself, for the account."""

    MAX_DESCRIPTION = 300
    MAX_CAPABILITY = 60

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="agents", db_index=False
    )
    name = models.CharField(max_length=64, validators=[AGENT_NAME])
    kind = models.CharField(max_length=12, choices=AgentKind.choices, default=AgentKind.CUSTOM)
    description = models.CharField(max_length=MAX_DESCRIPTION, blank=True)
    capabilities = ArrayField(models.CharField(max_length=MAX_CAPABILITY), default=list, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    # A closed agent's tokens open nothing and its inbox takes nothing; its messages stay readable.
    closed = models.DateTimeField(null=True, blank=True)
    # Part of the demonstration: marked on pages, left out of counts, deleted with it.
    is_demo = models.BooleanField(default=False, db_default=False, editable=False)

    objects = AgentQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "name"], name="agent_name_once_per_account"),
            # PostgreSQL knows no \A and \Z: there ^ and $ are the ends of the text, not of a line.
            models.CheckConstraint(
                condition=Q(name__regex=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$"), name="agent_name_valid"
            ),
            models.UniqueConstraint(
                fields=["account", "kind"],
                condition=Q(kind__in=["person", "assistant", "helper"]),
                name="agent_of_the_site_once_per_account",
            ),
        ]
        ordering = ["account", "name"]

    def __str__(self) -> str:
        return self.name

    def adopt(self) -> bool:
        """Make one of the demonstration's the account's own, without its description; returns whether it was one."""
        if not self.is_demo:
            return False
        self.is_demo, self.description = False, ""
        self.save(update_fields=["is_demo", "description"])
        return True

    def received(self, stones: QuerySet[Stone]) -> "QuerySet[Any, str]":
        """The ids of those of the stones that were sent to it, the last first; an id once for each message."""
        rows = self.deliveries.visible().filter(message__stone__in=stones)
        return rows.order_by("-sequence").values_list("message__stone", flat=True)

    def received_hashes(self, hashes: Collection[str]) -> set[str]:
        """The hashes of those of these contents of which a living stone was sent to it, as `received` finds them."""
        now = timezone.now()
        statement, named = (_RECEIVED_HASH, *hashes) if len(hashes) == 1 else (_RECEIVED_HASHES, list(hashes))
        with planned_once() as cursor:
            cursor.execute(statement, [named, now, self.pk, now])
            return {sha256 for (sha256,) in cursor.fetchall()}

    def lost(self, name: str) -> str:
        """Why the stone of this name that was sent to it last is gone; "" where none was or it is there."""
        last = self.deliveries.visible().with_stone(name).select_related("message__stone").first()
        return last.message.gone if last else ""


class AgentToken(models.Model):
    """A bearer token, of which only the SHA-256 is stored. It is shown once, when it is made."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="tokens")
    sha256 = models.CharField(max_length=64, unique=True)
    last4 = models.CharField(max_length=4)
    scopes = ArrayField(models.CharField(max_length=20), default=list)
    # Other agents of the account whose inboxes it opens, too. What it sends is from `agent` all the same.
    inboxes = models.ManyToManyField(Agent, related_name="opened_by", blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    expires = models.DateTimeField(null=True, blank=True)
    revoked = models.DateTimeField(null=True, blank=True)
    # The token that was made in its place; until `expires` both are valid.
    replaced_by = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="replaces"
    )
    last_used = models.DateTimeField(null=True, blank=True)
    last_address = models.GenericIPAddressField(null=True, blank=True)
    last_client = models.CharField(max_length=120, blank=True)
    # "POST /mcp/inbox/send", "MCP tools/call read".
    last_call = models.CharField(max_length=MAX_CALL, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(scopes__contained_by=list(SCOPES)), name="token_scopes_known")
        ]
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"qas_…{self.last4}"

    @property
    def actor(self) -> str:
        """The actor in entries of the audit."""
        return f"{AGENT}{self.agent.name}@{self.account.get_username()}"

    def record_refusal(self, call: str, missing: Sequence[str]) -> None:
        """Note that this call was refused for want of these scopes, where it is the one that is recorded, or where that
        one was an MCP client's greeting, which needs none.
        """
        if self.last_call != call[:MAX_CALL] and not _GREETING.match(self.last_call):
            return
        why = f"{_REFUSED_FOR}{', '.join(missing)}"[:MAX_CALL]
        recorded = AgentToken.objects.filter(pk=self.pk, last_call=self.last_call)
        recorded.update(last_call=f"{call[: MAX_CALL - len(why)]}{why}")

    @property
    def refused_for(self) -> str:
        """The scopes for want of which its last call was refused; "" where it was not."""
        return self.last_call.partition(_REFUSED_FOR)[2]

    def is_valid(self, now: datetime) -> bool:
        """Whether it is neither revoked nor expired, and its agent and account are active."""
        return (
            self.revoked is None
            and (self.expires is None or self.expires > now)
            and self.agent.closed is None
            and self.account.is_active
        )


class ContactPolicy(models.TextChoices):
    """Who of another account may write to an account's agents."""

    OPEN = "open", "anybody on this site"
    KNOWN = "known", "accounts that we have written to, or have let in by name"
    CLOSED = "closed", "nobody"


class InboxSettings(models.Model):
    """An account's settings; an account without a row has the defaults."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="inbox_settings"
    )
    contact_policy = models.CharField(
        max_length=6, choices=ContactPolicy.choices, default=ContactPolicy.KNOWN
    )

    class Meta:
        verbose_name_plural = "inbox settings"

    def __str__(self) -> str:
        return f"contact policy {self.contact_policy}"


class Contact(models.Model):
    """Another account that an account knows: it has written there, or a person let it in."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "other"], name="contact_once"),
            models.CheckConstraint(condition=~Q(account=models.F("other")), name="contact_is_another"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} knows {self.other_id}"
