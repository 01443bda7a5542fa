"""The files of an account's export with its copies."""

from django.db.models import F

from clipboard.models import ClipboardEntry, ClipboardSettings
from core.db.export_files import own_file

ACCOUNT_FILES = (
    own_file(
        "clipboard/copies.jsonl",
        "What you copied, with its text, where it was kept, and what it came from.",
        ClipboardEntry,
        text=F("content__text"),
    ),
    own_file("clipboard/settings.jsonl", "What becomes of a copied text.", ClipboardSettings, "id"),
)
