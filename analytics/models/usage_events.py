"""Usage events. Their columns have no place for content."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from stones.format import CHANNELS

# Words that a program chose, never a sentence that somebody wrote.
NAME = RegexValidator(
    r"\A[A-Za-z0-9][A-Za-z0-9 :./_+-]{0,63}\Z",
    "A name has 1 to 64 letters, digits, blanks or ':./_+-', and begins with a letter or digit.",
)


class EventType(models.TextChoices):
    """The specification's types."""

    MENU_CLICK = "menu_click"
    COPY = "copy"
    PASTE = "paste"
    SHORTCUT = "shortcut"
    PAGE_VISIT = "page_visit"
    PAGE_EXIT = "page_exit"
    QASTONE_RECEIVED = "qastone_received"
    LOD_LOADED = "lod_loaded"
    HELPER_SPAWNED = "helper_spawned"
    CUSTOM = "custom"


class Event(models.Model):
    """`event_id` is the sender's: an event that is sent twice is one event."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    event_id = models.CharField(max_length=40)
    session_id = models.CharField(max_length=40)
    # When it happened, by the sender's clock, and when it came in.
    timestamp = models.DateTimeField()
    received = models.DateTimeField(default=timezone.now)
    type = models.CharField(max_length=16, choices=EventType.choices)
    # "qastone", or the name of the page's app that the assistant is embedded in.
    app = models.CharField(max_length=64)
    # The path of the page, without its query; names and ids in it are replaced by ":id".
    page = models.CharField(max_length=200, blank=True)
    # Which menu item, shortcut or custom event it was.
    name = models.CharField(max_length=64, blank=True, validators=[NAME])
    # How long a page was open, in milliseconds.
    duration_ms = models.PositiveIntegerField(null=True)
    glow_channel = models.CharField(max_length=10, blank=True)
    stone_type = models.CharField(max_length=10, blank=True)
    level = models.PositiveSmallIntegerField(null=True)
    lod_count = models.PositiveSmallIntegerField(null=True)
    tokens = models.PositiveIntegerField(null=True)
    saved_tokens = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "event_id"], name="event_once_per_account"),
            models.CheckConstraint(condition=Q(type__in=EventType.values), name="event_type_known"),
            models.CheckConstraint(
                condition=Q(glow_channel="") | Q(glow_channel__in=CHANNELS), name="event_channel_known"
            ),
        ]
        indexes = [
            models.Index(fields=["account", "-timestamp"], name="event_newest"),
            models.Index(fields=["received"], name="event_received"),
        ]
        ordering = ["-timestamp"]

    def __str__(self) -> str:
        return f"{self.type} {self.name}".rstrip()
