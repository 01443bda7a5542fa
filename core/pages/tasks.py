"""Celery task of the pages."""

from celery import shared_task

from core.pages.render_cache import purge_rendered


@shared_task(name="core.pages.tasks.purge_rendered")
def purge() -> int:
    """Delete cached HTML."""
    return purge_rendered()
