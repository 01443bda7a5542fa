"""What can be done with copies: record them, make stones of them, pin and delete them, say what is wanted done."""

from stones.services.clipboard.keeping import delete_entry, pin, purge_expired_copies
from stones.services.clipboard.making import make_stone
from stones.services.clipboard.marking import mark_unmarked
from stones.services.clipboard.preferences import clipboard_settings, save_clipboard_settings
from stones.services.clipboard.recording import Copied, record_copy

__all__ = [
    "Copied",
    "clipboard_settings",
    "delete_entry",
    "make_stone",
    "mark_unmarked",
    "pin",
    "purge_expired_copies",
    "record_copy",
    "save_clipboard_settings",
]
