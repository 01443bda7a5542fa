"""Events are kept for half a year."""

from datetime import timedelta

from django.utils import timezone

from analytics.models import Event

ANALYTICS_DAYS = 180
_BATCH = 10_000


def purge_events() -> int:
    """Delete the events that came in more than ANALYTICS_DAYS ago. Returns how many. Safe to repeat."""
    before = timezone.now() - timedelta(days=ANALYTICS_DAYS)
    purged = 0
    # In batches: a table that was never purged before would be locked and logged for minutes.
    while old := list(
        Event.objects.filter(received__lt=before).order_by().values_list("pk", flat=True)[:_BATCH]
    ):
        purged += Event.objects.filter(pk__in=old).delete()[0]
    return purged
