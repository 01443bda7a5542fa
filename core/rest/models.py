"""Answers stored for repeated calls (`Idempotency-Key`)."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class IdempotencyRecord(models.Model):
    """The answer to a call under a key, written in the transaction of its effect: neither exists without the other."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    # The caller: two agents may choose the same key.
    caller = models.CharField(max_length=64)
    key = models.CharField(max_length=255)
    # SHA-256 over operation and body: the same key with another one is an error.
    fingerprint = models.CharField(max_length=64)
    # 0 while the first call is running; nobody sees that, as it is not committed.
    status = models.PositiveSmallIntegerField(default=0)
    # JSON as a text, so that the order of names is preserved; empty if there was no body.
    body = models.TextField(default="", blank=True)
    location = models.CharField(max_length=500, default="", blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "caller", "key"], name="answer_once_per_key")
        ]
        indexes = [models.Index(fields=["created"], name="answer_age")]

    def __str__(self) -> str:
        return f"{self.status} for {self.caller}"
