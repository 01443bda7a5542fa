"""The audit's rows. The database itself refuses to change or delete one (migration 0001)."""

from django.db import models
from django.db.models.functions import Now


class AuditEntry(models.Model):
    """One change or export. It names people and things, and holds nothing of what they wrote.

    No foreign keys: it outlives the accounts that it names.
    """

    at = models.DateTimeField(db_default=Now(), editable=False)
    # "person ann", "agent koda@ann", "command revoke_token", "the site".
    actor = models.CharField(max_length=200)
    # "token.revoked": the kind of thing, and what was done to it.
    action = models.CharField(max_length=60)
    # The id of the account that it concerns; None: the site.
    account_number = models.BigIntegerField(null=True)
    subject = models.CharField(max_length=200)
    detail = models.JSONField(default=dict, db_default={})

    class Meta:
        verbose_name = "audit entry"
        verbose_name_plural = "audit entries"
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["action", "-id"], name="audit_by_action"),
            models.Index(fields=["at"], name="audit_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor}: {self.action} {self.subject}"
