"""Celery tasks of the pages."""

from celery import shared_task

from core.pages.render_cache import purge_rendered
from core.pages.undo_deletion import purge_deleted


@shared_task(name="core.pages.tasks.purge_rendered")
def purge() -> int:
    """Delete cached HTML."""
    return purge_rendered()


@shared_task(name="core.pages.tasks.purge_deleted")
def purge_deletions() -> int:
    """Delete what people deleted on pages and can bring back no more."""
    return purge_deleted()
