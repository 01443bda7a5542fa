"""Apps that embed the assistant, their connections, and an account's settings."""

import secrets

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.validators import MaxValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from core.db.new_id import new_id

OWN_APP = "qastone"
"""The app name of this site's own pages in configurations and events."""
APP_NAME = RegexValidator(
    r"\A[a-z0-9][a-z0-9-]{0,39}\Z", "A name has 1 to 40 lower-case letters, digits or '-'."
)


def new_key() -> str:
    """A public key: it is in the page's source, identifies the app, and gives access to public operations alone."""
    return f"qaw_{secrets.token_hex(12)}"


class App(models.Model):
    """Another site's pages, identified by their origin, in which an account has embedded the assistant."""

    id = models.CharField(primary_key=True, max_length=26, default=new_id, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    name = models.CharField(max_length=40, validators=[APP_NAME])
    # "https://notes.example.org": scheme, host and port, as a browser sends it.
    origin = models.CharField(max_length=200)
    key = models.CharField(max_length=40, unique=True, default=new_key, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    last_used = models.DateTimeField(null=True, blank=True)
    # Part of every grant: a higher number ends all earlier grants.
    connections = models.PositiveIntegerField(default=1, editable=False)
    # Events that came with its key alone on `events_day`, the last day (UTC) with any.
    events_day = models.DateField(null=True, editable=False)
    events_taken = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "name"], name="app_name_once_per_account"),
            models.UniqueConstraint(fields=["account", "origin"], name="app_origin_once_per_account"),
            models.CheckConstraint(condition=~Q(name=OWN_APP), name="app_is_not_this_site"),
        ]
        indexes = [models.Index(fields=["origin"], name="app_by_origin")]
        ordering = ["account", "name"]

    def __str__(self) -> str:
        return f"{self.name} at {self.origin}"


class Connection(models.Model):
    """A person's approval that an app's pages act for them, for as long as their session lasts."""

    id = models.CharField(primary_key=True, max_length=26, default=new_id, editable=False)
    app = models.ForeignKey(App, on_delete=models.CASCADE, related_name="+")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="+")
    created = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.app_id} since {self.created:%Y-%m-%d %H:%M}"


class AssistantSettings(models.Model):
    """An account without a row has the defaults of the specification (`configs/ai-assistant.json`)."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="assistant_settings"
    )
    enabled = models.BooleanField(default=True, help_text="Show the assistant.")
    auto_detect = models.BooleanField(default=True, help_text="Meet a stone wherever it is pasted.")
    default_max_lod = models.PositiveSmallIntegerField(
        default=1,
        validators=[MaxValueValidator(3)],
        help_text="The highest level that is used without being asked for.",
    )
    spawn_helper_threshold = models.PositiveSmallIntegerField(
        default=2,
        validators=[MaxValueValidator(3)],
        help_text="From this level on a helper is offered for a complex stone.",
    )
    format_on_copy = models.BooleanField(
        default=False, help_text="Copying in a page with the assistant makes a stone."
    )
    # {channel: {"defaultLod": 0-3, "color": "#rrggbb"}}, all five; empty: the format's own.
    channels = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name_plural = "assistant settings"
        constraints = [
            models.CheckConstraint(
                condition=Q(default_max_lod__lte=3, spawn_helper_threshold__lte=3),
                name="assistant_levels_exist",
            )
        ]

    def __str__(self) -> str:
        return f"assistant settings of {self.account_id}"
