"""Rows of the site itself: the code of its set-up, and the last heartbeat of its worker."""

from django.db import models
from django.utils import timezone


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
