"""What several of the brain's pages in the admin show alike."""

from django.db.models import Exists, OuterRef
from django.utils.html import format_html
from django.utils.safestring import SafeString

from brain.models import Chunk
from pages.rendering import render

SHOWN_CHARACTERS = 4_000

WITHOUT_VECTOR = Exists(Chunk.objects.filter(note=OuterRef("pk"), embedding=None))
"""Of a note."""


def rendered(text: str) -> SafeString:
    """The beginning of a Markdown text."""
    more = len(text) - SHOWN_CHARACTERS
    told = f"… and {more:,} characters" if more > 0 else ""
    return format_html("<div>{}</div><p>{}</p>", render(text[:SHOWN_CHARACTERS]), told)
