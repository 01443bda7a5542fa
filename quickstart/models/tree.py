"""The capability tree of a collection: what the project can do, from general to specific."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from quickstart.models.collections import Collection


class Node(models.Model):
    """One capability. `key` is its path from the root as quickstart.tree_paths compares it."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="nodes")
    parent = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="children"
    )
    label = models.CharField(max_length=200)
    path = ArrayField(models.CharField(max_length=200))
    key = models.CharField(max_length=1000, editable=False)
    # Remarks beside the label: "(native binary, no deps)", "Examples: …", a cross reference.
    note = models.TextField(blank=True)
    # Its position among all nodes, depth first.
    position = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = "place of a tree"
        verbose_name_plural = "places of the trees"
        constraints = [
            models.UniqueConstraint(fields=["account", "collection", "key"], name="node_once_per_collection"),
            models.CheckConstraint(condition=~Q(label="") & ~Q(key=""), name="node_has_a_label"),
        ]
        ordering = ["collection", "position"]

    def __str__(self) -> str:
        return " › ".join(self.path)
