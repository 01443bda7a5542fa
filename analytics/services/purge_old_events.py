"""Old events are deleted."""

from django.conf import settings

from analytics.models import Event
from core.db.purge_rows import purge_rows, retention_cutoff


def purge_events() -> int:
    """Delete the events that came in more than EVENT_DAYS ago. Returns how many. Safe to repeat."""
    since = retention_cutoff(settings.EVENT_DAYS)
    return purge_rows(Event.objects.filter(received__lt=since)) if since else 0
