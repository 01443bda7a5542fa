"""The HTML of a long text, cached for an hour: no longer, as the text may be deleted meanwhile."""

import hashlib
from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from core.pages.models import RenderedText

VERSION = "1"
"""Increase with every change of the rendering."""
MIN_CHARACTERS = 10_000
"""A shorter text costs hardly more to render than to look up."""
MAX_AGE = timedelta(hours=1)
MAX_ROWS = 500


def render_cached(make: Callable[[], SafeString], text: str, *settings: object) -> SafeString:
    """`make` must return safe HTML and depend on the text and these settings only."""
    if len(text) < MIN_CHARACTERS:
        return make()
    key = hashlib.sha256(repr((VERSION, settings, text)).encode()).hexdigest()
    rows = RenderedText.objects.filter(sha256=key, made_at__gt=timezone.now() - MAX_AGE)
    if (html := rows.values_list("html", flat=True).first()) is None:
        html = make()
        RenderedText.objects.bulk_create(
            [RenderedText(sha256=key, html=html)],
            update_conflicts=True,
            unique_fields=["sha256"],
            update_fields=["html", "made_at"],
        )
    return mark_safe(html)  # noqa: S308 - made above, or kept as it was made


def purge_rendered() -> int:
    """Delete what is older than MAX_AGE, and all but the newest MAX_ROWS; returns how many."""
    fresh = RenderedText.objects.filter(made_at__gt=timezone.now() - MAX_AGE).order_by("-made_at")[:MAX_ROWS]
    deleted, _ = RenderedText.objects.exclude(sha256__in=fresh.values("sha256")).delete()
    return deleted
