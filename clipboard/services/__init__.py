"""What can be done with copies: record them, make stones of them, pin and delete them, change the settings."""

from clipboard.services.clipboard_preferences import clipboard_settings, save_clipboard_settings
from clipboard.services.copy_retention import delete_entries, delete_entry, pin, purge_expired_copies
from clipboard.services.record_copies import CopyResult, record_copy
from clipboard.services.stone_from_copy import make_stone
from clipboard.services.write_fingerprints import fingerprint_missing_contents

__all__ = [
    "CopyResult",
    "clipboard_settings",
    "delete_entries",
    "delete_entry",
    "fingerprint_missing_contents",
    "make_stone",
    "pin",
    "purge_expired_copies",
    "record_copy",
    "save_clipboard_settings",
]
