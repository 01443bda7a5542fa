"""Events of pages: without limit from a connected page, at most APP_EVENTS_PER_DAY with an app's key alone."""

from collections.abc import Mapping, Sequence
from datetime import UTC, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, IntegerField, When
from django.utils import timezone

from analytics.services import IngestResult, ingest
from assistant.exceptions import TooManyEvents
from assistant.models import App
from assistant.services.identify_caller import AssistantCaller


@transaction.atomic
def take_events(*, caller: AssistantCaller, events: Sequence[Mapping[str, Any]]) -> IngestResult:
    """Store events of a page. Raises TooManyEvents, and as `analytics.services.ingest`; then none is stored."""
    if not caller.is_connected and events:
        _count(caller, len(events))
    return ingest(account=caller.account, app=caller.app, events=events)


def _count(caller: AssistantCaller, sent: int) -> None:
    """Against the day's limit of the app (APP_EVENTS_PER_DAY; 0: none), by one UPDATE: exact for all processes.

    What is sent again counts again; what is refused does not. Raises TooManyEvents.
    """
    most = settings.APP_EVENTS_PER_DAY
    if not most:
        return
    now = timezone.now().astimezone(UTC)
    before = Case(When(events_day=now.date(), then=F("events_taken")), default=0, output_field=IntegerField())
    apps = App.objects.alias(total=before + sent).filter(key=caller.key, total__lte=most)
    counted = apps.update(events_taken=before + sent, events_day=now.date())
    if not counted:
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
        raise TooManyEvents(
            f"The pages of this app have sent {most:,} events today without being connected, and no more are taken "
            "before midnight UTC. Nothing was stored. A connected page may go on.",
            retry_after=int((midnight - now).total_seconds()) + 1,
        )
