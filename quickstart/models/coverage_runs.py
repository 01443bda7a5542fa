"""Past coverage reports, for the trend."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from quickstart.models.collections import Collection


class CoverageRun(models.Model):
    """One report's figures, stored if they differ from the previous ones, at most once a day per collection."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="coverage_runs")
    made = models.DateTimeField()
    # Of the whole tree, 0 to 100.
    percent = models.FloatField()
    nodes = models.PositiveIntegerField()
    covered = models.PositiveIntegerField()
    gaps = models.PositiveIntegerField()
    entries = models.PositiveIntegerField()
    skills = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(percent__gte=0, percent__lte=100), name="coverage_percent"),
        ]
        indexes = [models.Index(fields=["account", "collection", "-made"], name="coverage_newest")]
        ordering = ["-made"]

    def __str__(self) -> str:
        return f"{self.percent:.0f}%"
