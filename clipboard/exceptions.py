"""What can go wrong with copies, in words for whoever meets it."""

from core.rest.exceptions import ProductError


class ClipboardError(ProductError):
    """The base of this app's errors."""

    code = "clipboard_error"


class CopyNotFound(ClipboardError):
    """There is no such copy, or its time has run out, or it belongs to somebody else."""

    code = "copy_not_found"


class ClipboardPaused(ClipboardError):
    """The account's setting `is_paused`: nothing is recorded."""

    code = "clipboard_paused"


class SecretCopied(ClipboardError):
    """A copied text looks like a secret; `kinds` says of what kinds, never where or which."""

    code = "secret_copied"


class TextNotStored(ClipboardError):
    """What is asked for needs the text of a copy, and the account kept no texts when it was made."""

    code = "text_not_stored"


class StoneNotMade(ClipboardError):
    """A copy is recorded, but no stone could be made of it; the text says why."""

    code = "stone_not_made"


class InvalidClipboardSettings(ClipboardError):
    """`errors` lists for each field what is wrong with it."""

    code = "invalid_settings"
