"""The site's own background tasks."""

from celery import shared_task
from django.utils import timezone

from qastone_site.accounts import guess_limits
from qastone_site.models import Heartbeat

WORKER = "worker"


@shared_task(name="qastone_site.tasks.purge_guesses")
def purge_guesses() -> None:
    """Forget who guessed, and who signed in long ago."""
    guess_limits.purge_guesses()


@shared_task(name="qastone_site.tasks.heartbeat")
def heartbeat() -> None:
    """Leave a sign of life: sent by beat, written by a worker."""
    Heartbeat.objects.update_or_create(name=WORKER, defaults={"at": timezone.now()})
