"""Rows of the site itself: the code of its set-up, who is signed in where, and the last heartbeat of its worker."""

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone

from core.jobs.job_kinds import JobKind


class SetupCode(models.Model):
    """The one-time code of the first-run set-up, of which only the SHA-256 is stored. There is at most one."""

    singleton = models.BooleanField(primary_key=True, default=True)
    sha256 = models.CharField(max_length=64)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(singleton=True), name="setup_code_is_single")
        ]

    def __str__(self) -> str:
        return f"set-up code of {self.created:%Y-%m-%d %H:%M}"


class Heartbeat(models.Model):
    """When a worker last ran the scheduler's heartbeat task: it is recent while both run."""

    name = models.CharField(primary_key=True, max_length=40)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%H:%M:%S}"


class BrowserSession(models.Model):
    """Where a person is signed in. It goes with Django's session, which alone says whether somebody is."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    created = models.DateTimeField(default=timezone.now, editable=False)
    # Stored at most every few minutes (accounts/sessions.py).
    last_used = models.DateTimeField(default=timezone.now)
    # None: a unix socket.
    address = models.GenericIPAddressField(null=True)
    # The browser's User-Agent.
    client = models.CharField(max_length=300, blank=True)

    class Meta:
        indexes = [models.Index(fields=["account", "-last_used"], name="browser_session_newest")]

    def __str__(self) -> str:
        return f"{self.client or 'a browser'} at {self.address or 'an unknown address'}"


class AccountDeletion(models.Model):
    """An account that was closed for good, while its rows are being deleted (accounts/delete_account.py)."""

    account = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    # Its user name, which is free for others from now on.
    name = models.CharField(max_length=150)
    created = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"deletion of {self.name}"


DELETE_ACCOUNT = JobKind("qastone_site.delete_account", AccountDeletion)
