"""Skills: Markdown files that tell an agent how to do a piece of work, and the phrases that trigger them."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from simple_history.models import HistoricalRecords

from quickstart.models.collections import Collection, Review
from quickstart.parsing.parsed_content import TriggerSource


class Skill(models.Model):
    """One skill file as it was last imported. `body_hash` is the SHA-256 of its text, in hex."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="skills")
    skill_id = models.CharField("id", max_length=200)
    file = models.CharField(max_length=500)
    title = models.CharField(max_length=300)
    description = models.TextField(blank=True)
    tree_path = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    tree_key = models.CharField(max_length=1000, blank=True, editable=False)
    prerequisites = ArrayField(models.CharField(max_length=500), default=list, blank=True)
    quick_command = models.TextField(blank=True)
    # Other skill files that it names.
    related = ArrayField(models.CharField(max_length=300), default=list, blank=True)
    parent = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="children"
    )
    body = models.TextField()
    body_hash = models.CharField(max_length=64, editable=False)
    # When its text last changed: entries reviewed before are outdated.
    body_changed = models.DateTimeField(editable=False)
    review = models.CharField(max_length=10, choices=Review.choices, default=Review.PUBLISHED)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    history = HistoricalRecords(excluded_fields=["body"], no_db_index=["collection", "parent"])

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "collection", "skill_id"], name="skill_once_per_collection"
            ),
            models.CheckConstraint(condition=~Q(skill_id="") & ~Q(title=""), name="skill_has_a_name"),
        ]
        indexes = [models.Index(fields=["account", "collection", "tree_key"], name="skill_by_place")]
        ordering = ["collection", "skill_id"]

    def __str__(self) -> str:
        return self.title

    @property
    def is_published(self) -> bool:
        """Whether answers use it."""
        return self.review == Review.PUBLISHED

    @property
    def wordings(self) -> list[str]:
        """What says what it is for. One query, unless the triggers are prefetched."""
        return [self.title, self.description, *(each.text for each in self.triggers.all())]

    @property
    def contents(self) -> list[str]:
        """What its file says, without its triggers. One query where the body is deferred."""
        return [self.title, self.description, self.body]


class Trigger(models.Model):
    """A phrase that should load the skill."""

    skill = models.ForeignKey(Skill, on_delete=models.CASCADE, related_name="triggers", db_index=False)
    text = models.CharField(max_length=500)
    source = models.CharField(
        max_length=12,
        choices=[(each, each.replace("_", " ")) for each in TriggerSource],
        default=TriggerSource.MANUAL,
    )
    position = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["skill", "text"], name="trigger_once_per_skill"),
            models.CheckConstraint(condition=~Q(text=""), name="trigger_says_something"),
        ]
        ordering = ["skill", "position", "pk"]

    def __str__(self) -> str:
        return self.text
