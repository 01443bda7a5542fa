"""The site's own background task."""

from celery import shared_task
from django.utils import timezone

from qastone_site.models import Heartbeat

WORKER = "worker"


@shared_task(name="qastone_site.tasks.heartbeat")
def heartbeat() -> None:
    """Leave a sign of life: sent by beat, written by a worker."""
    Heartbeat.objects.update_or_create(name=WORKER, defaults={"at": timezone.now()})
