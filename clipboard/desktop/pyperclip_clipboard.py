"""A clipboard by pyperclip alone: text goes in, text comes out, and nobody can tell what was marked as secret."""

from collections.abc import Callable

import pyperclip

from clipboard.desktop.clipboard_protocol import (
    ClipboardContent,
    ClipboardMissing,
    ClipboardTimeout,
    ContentState,
    decode_content,
)
from clipboard.desktop.timeout_call import TimeoutCall


class PyperclipClipboard:
    """Whatever pyperclip finds: xsel, Klipper, Qt, pbcopy, Windows."""

    place = "the desktop's clipboard"

    def __init__(self) -> None:
        copy, paste = pyperclip.determine_clipboard()
        if not copy or not paste:
            raise ClipboardMissing("pyperclip knows no way to the clipboard of this system.")
        self.copy: Callable[[str], None] = copy
        self.paste: TimeoutCall[str | None] = TimeoutCall(paste)

    def read(self, limit: int) -> ClipboardContent:
        is_marked = self.is_marked()
        try:
            text = self.paste() or ""
        except pyperclip.PyperclipException as error:
            # Windows: another program has the clipboard open just now.
            raise ClipboardTimeout from error
        except UnicodeDecodeError:
            return ClipboardContent(ContentState.OTHER, format="a text that is not UTF-8")
        return decode_content(text.encode(errors="replace"), limit, is_marked=is_marked)

    def is_marked(self) -> bool:
        return False

    def write(self, text: str) -> None:
        TimeoutCall(lambda: self.copy(text))()

    def source(self) -> str:
        return ""
