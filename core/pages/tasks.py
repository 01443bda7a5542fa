"""The background task of pages."""

from celery import shared_task

from core.pages.render_cache import purge_rendered


@shared_task(name="core.pages.tasks.purge_rendered")
def purge() -> int:
    """Forget what was rendered an hour ago."""
    return purge_rendered()
