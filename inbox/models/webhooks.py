"""Webhooks: addresses that are called when something happens to messages, and each call to one of them."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone

from core.db.new_id import new_id
from inbox.models.agents import Agent


class Webhook(models.Model):
    """An address that gets the events of one agent's messages, signed as Standard Webhooks say."""

    id = models.CharField(primary_key=True, max_length=26, default=new_id, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=500)
    # Calls are signed with it, so it is stored in plain: "whsec_…". Shown to the account once.
    secret = models.CharField(max_length=100)
    # Those that it replaced lately, newest first: [secret, until when calls are signed with it, too (ISO 8601)].
    former_secrets = models.JSONField(default=list, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    # When it was turned off, as its address said that it is gone (410); nothing is sent while it is.
    disabled = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "agent", "url"], name="webhook_once_per_agent")
        ]
        ordering = ["account", "agent", "id"]

    def __str__(self) -> str:
        return self.url

    def valid_former_secrets(self, now: datetime) -> list[tuple[str, datetime]]:
        """The replaced secrets that calls are signed with, too, each with its end; newest first."""
        ends = [(secret, datetime.fromisoformat(until)) for secret, until in self.former_secrets]
        return [(secret, until) for secret, until in ends if until > now]

    def keep_former_secrets(self, secrets: Sequence[tuple[str, datetime]]) -> None:
        """These and no others; not saved."""
        self.former_secrets = [[secret, until.isoformat()] for secret, until in secrets]

    @property
    def former_secrets_until(self) -> datetime | None:
        """Until when calls carry more than one signature; None: they carry one."""
        return max((until for _, until in self.valid_former_secrets(timezone.now())), default=None)


class WebhookCall(models.Model):
    """One event for one webhook, tried until it is taken or given up. Its id is the `webhook-id` of every try."""

    id = models.CharField(primary_key=True, max_length=26, default=new_id, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="calls")
    # "message.received", "message.acknowledged", "message.dead".
    event = models.CharField(max_length=40)
    body = models.JSONField()
    # What the last try was answered with; null: nothing came back.
    status_code = models.PositiveSmallIntegerField(null=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["account", "-id"], name="webhook_call_newest"),
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook_id}"
