"""The site's own background tasks. The job's service is imported for its handler, which a worker runs."""

from celery import shared_task
from django.utils import timezone

from qastone_site.accounts import erase_account as erase_account
from qastone_site.accounts import guess_limits
from qastone_site.models import Heartbeat

WORKER = "worker"


@shared_task(name="qastone_site.tasks.purge_guesses")
def purge_guesses() -> None:
    guess_limits.purge_guesses()


@shared_task(name="qastone_site.tasks.heartbeat")
def heartbeat() -> None:
    """Sent by beat, run by a worker: a recent row shows that both run."""
    Heartbeat.objects.update_or_create(name=WORKER, defaults={"at": timezone.now()})
