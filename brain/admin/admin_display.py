"""Display shared by several of the brain's admin pages."""

from django.db.models import Exists, OuterRef
from django.utils.html import format_html
from django.utils.safestring import SafeString

from brain.models import Chunk
from core.pages.render_markdown import render

PREVIEW_CHARACTERS = 4_000

WITHOUT_VECTOR = Exists(Chunk.objects.filter(note=OuterRef("pk"), embedding=None))
"""For a note: some chunk has no vector."""


def render_preview(text: str) -> SafeString:
    remaining = len(text) - PREVIEW_CHARACTERS
    suffix = f"… and {remaining:,} characters" if remaining > 0 else ""
    return format_html("<div>{}</div><p>{}</p>", render(text[:PREVIEW_CHARACTERS]), suffix)
