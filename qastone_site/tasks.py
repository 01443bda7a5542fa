"""The site's own background tasks. The job's service is imported for its handler, which a worker runs."""

from celery import shared_task
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

import audit.services
from audit.models import AuditEntry
from core.db.purge_rows import purge_rows, retention_cutoff
from qastone_site.accounts import erase_account as erase_account
from qastone_site.accounts import guess_limits
from qastone_site.models import Heartbeat

WORKER = "worker"


@shared_task(name="qastone_site.tasks.purge_guesses")
def purge_guesses() -> None:
    guess_limits.purge_guesses()


@shared_task(name="qastone_site.tasks.purge_sessions")
def purge_sessions() -> int:
    """Delete the browser sessions that have ended: nobody is signed in by them."""
    return purge_rows(Session.objects.filter(expire_date__lt=timezone.now()))


@shared_task(name="qastone_site.tasks.purge_audit")
def purge_audit() -> int:
    """Delete what is older than AUDIT_DAYS; this is written down where there was any."""
    before = retention_cutoff(settings.AUDIT_DAYS)
    if before is None or not AuditEntry.objects.filter(at__lt=before).exists():
        return 0
    return audit.services.purge_audit(before=before)


@shared_task(name="qastone_site.tasks.heartbeat")
def heartbeat() -> None:
    """Sent by beat, run by a worker: a recent row shows that both run."""
    Heartbeat.objects.update_or_create(name=WORKER, defaults={"at": timezone.now()})
