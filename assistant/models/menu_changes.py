"""The context menus of an app, and the changes that were proposed to them from their use."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from core.db.new_id import new_id


class Menu(models.Model):
    """An account's own menus for one app; an app without a row has the shipped ones (`assistant/menus/`)."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    app = models.CharField(max_length=40)
    # {context: [item ids in their order]}; the items are code.
    items = models.JSONField(default=dict)
    changed = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "app"], name="menu_once_per_app"),
        ]

    def __str__(self) -> str:
        return f"menus of {self.app}"


class Decision(models.TextChoices):
    PROPOSED = "proposed"
    APPLIED = "applied"
    DISMISSED = "dismissed"
    UNDONE = "undone"


class MenuChangeQuerySet(models.QuerySet["MenuChange"]):
    def open(self) -> Self:
        return self.filter(decision=Decision.PROPOSED)


class MenuChange(models.Model):
    """A proposed order of one menu. It is applied only when a person approves it."""

    id = models.CharField(primary_key=True, max_length=26, default=new_id, editable=False)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    app = models.CharField(max_length=40)
    context = models.CharField(max_length=40)
    # `reason` has the figures that it rests on.
    kind = models.CharField(max_length=7, choices=[(word, word) for word in ("reorder", "add", "remove")])
    item = models.CharField(max_length=64)
    reason = models.CharField(max_length=300)
    # Item ids in their order, before and after.
    before = models.JSONField()
    after = models.JSONField()
    decision = models.CharField(max_length=9, choices=Decision.choices, default=Decision.PROPOSED)
    created = models.DateTimeField(default=timezone.now, editable=False)
    decided = models.DateTimeField(null=True, blank=True)

    objects = MenuChangeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "app", "context", "kind", "item"],
                condition=Q(decision="proposed"),
                name="menu_change_proposed_once",
            ),
            models.CheckConstraint(
                condition=Q(decision="proposed", decided=None)
                | (~Q(decision="proposed") & Q(decided__isnull=False)),
                name="menu_change_decided_at_some_time",
            ),
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.item} in {self.app}/{self.context}"
