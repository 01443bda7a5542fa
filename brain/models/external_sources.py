"""An account's preference about external sources, and their cached results."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class OutsidePreference(models.Model):
    """Whether an account's questions may be sent to external sources by default. No row: no."""

    account = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    use_external = models.BooleanField(default=False)

    def __str__(self) -> str:
        return "outside sources on" if self.use_external else "outside sources off"


class FetchedResults(models.Model):
    """What one source returned for one query of one account: a shared cache would show what other accounts asked."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    source = models.CharField(max_length=30)
    query_sha256 = models.CharField(max_length=64)
    # [{title, url, source, extract}]
    results = models.JSONField()
    fetched = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "source", "query_sha256"], name="fetched_once"),
        ]
        indexes = [models.Index(fields=["fetched"], name="fetched_age")]
        verbose_name_plural = "fetched results"

    def __str__(self) -> str:
        return self.source
