"""A clipboard by pyperclip alone: text goes in, text comes out, and nobody can tell what was marked as secret."""

from collections.abc import Callable

import pyperclip

from stones.desktop.clipboards import ClipboardMissing, ClipboardSilent, Held, State, held_text
from stones.desktop.patience import Patiently


class Plain:
    """Whatever pyperclip finds: xsel, Klipper, Qt, pbcopy, Windows."""

    place = "the desktop's clipboard"

    def __init__(self) -> None:
        copy, paste = pyperclip.determine_clipboard()
        if not copy or not paste:
            raise ClipboardMissing("pyperclip knows no way to the clipboard of this system.")
        self.copy: Callable[[str], None] = copy
        self.paste: Patiently[str | None] = Patiently(paste)

    def read(self, limit: int) -> Held:
        is_marked = self.is_marked()
        try:
            text = self.paste() or ""
        except pyperclip.PyperclipException as error:
            # Windows: another program has the clipboard open just now.
            raise ClipboardSilent from error
        except UnicodeDecodeError:
            return Held(State.OTHER, format="a text that is not UTF-8")
        return held_text(text.encode(errors="replace"), limit, is_marked=is_marked)

    def is_marked(self) -> bool:
        return False

    def write(self, text: str) -> None:
        Patiently(lambda: self.copy(text))()

    def source(self) -> str:
        return ""
