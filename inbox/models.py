"""Agents and the tokens with which they act for their account."""

from datetime import datetime

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from rest.scopes import SCOPES

AGENT_NAME = RegexValidator(
    r"\A[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\Z",
    "A name has 1 to 64 letters, digits, '_', '.' or '-', and begins with a letter or digit.",
)


class Agent(models.Model):
    """One of an account's agents: it reads and writes as itself, for the account."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="agents")
    name = models.CharField(max_length=64, validators=[AGENT_NAME])
    description = models.CharField(max_length=300, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "name"], name="agent_name_once_per_account")
        ]
        ordering = ["account", "name"]

    def __str__(self) -> str:
        return self.name


class AgentToken(models.Model):
    """A bearer token, of which only the SHA-256 is kept. It was shown once, when it was made."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="tokens")
    sha256 = models.CharField(max_length=64, unique=True)
    last4 = models.CharField(max_length=4)
    scopes = ArrayField(models.CharField(max_length=20), default=list)
    created = models.DateTimeField(default=timezone.now, editable=False)
    expires = models.DateTimeField(null=True, blank=True)
    revoked = models.DateTimeField(null=True, blank=True)
    last_used = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(scopes__contained_by=list(SCOPES)), name="token_scopes_known")
        ]
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"qas_…{self.last4}"

    def is_valid(self, now: datetime) -> bool:
        """Whether it opens anything at this moment."""
        return (
            self.revoked is None and (self.expires is None or self.expires > now) and self.account.is_active
        )
