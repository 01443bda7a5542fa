"""The clipboard of X11, by xclip: the CLIPBOARD selection (ICCCM 2), whose owner lists its formats as TARGETS."""

import os
import re
from collections.abc import Mapping

from clipboard.desktop.clipboard_protocol import (
    ClipboardContent,
    ClipboardGone,
    ClipboardTimeout,
    ContentState,
    decode_content,
)
from clipboard.desktop.run_program import run_program, write_to_program

PROGRAMS = ("xclip",)
# KeePassXC, 1Password, KDE's wallet and others offer it beside the text; its value ("secret") is no part of the rule.
MARK = "x-kde-passwordManagerHint"
TEXTS = {
    "UTF8_STRING": "utf-8",
    "text/plain;charset=utf-8": "utf-8",
    "text/plain;charset=UTF-8": "utf-8",
    "text/plain": "utf-8",
    "STRING": "latin-1",
}
_SELECTION = ("xclip", "-selection", "clipboard")
_WINDOW = re.compile(r"0x[0-9a-f]+")
_CLASS = re.compile(r'"([^"]*)"\s*$')


class X11:
    """One display."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self.environment = dict(os.environ if environment is None else environment)
        self.place = f"X11 display {self.environment['DISPLAY']}"

    def read(self, limit: int) -> ClipboardContent:
        formats = self._formats()
        is_marked = MARK in formats
        name = next((name for name in TEXTS if name in formats), None)
        if name is None:
            if is_marked:
                return ClipboardContent(ContentState.MARKED)
            others = [each for each in formats if "/" in each] or formats
            return (
                ClipboardContent(ContentState.OTHER, format=others[0])
                if others
                else ClipboardContent(ContentState.EMPTY)
            )
        answer = run_program((*_SELECTION, "-o", "-t", name), self.environment, limit=limit)
        # Between the two questions the owner may have gone.
        if answer.status and len(answer.out) <= limit:
            return ClipboardContent(ContentState.EMPTY)
        return decode_content(answer.out, limit, encoding=TEXTS[name], is_marked=is_marked)

    def _formats(self) -> list[str]:
        answer = run_program((*_SELECTION, "-o", "-t", "TARGETS"), self.environment)
        if "open display" in answer.err:
            raise ClipboardGone(answer.err.strip())
        return answer.out.decode(errors="replace").split() if answer.status == 0 else []

    def write(self, text: str) -> None:
        write_to_program((*_SELECTION, "-in"), self.environment, text)

    def source(self) -> str:
        """By xprop, where it is installed and a window manager says which window is active (EWMH)."""
        try:
            active = run_program(("xprop", "-root", "_NET_ACTIVE_WINDOW"), self.environment)
            window = _WINDOW.search(active.out.decode(errors="replace"))
            if window is None or active.status:
                return ""
            named = run_program(("xprop", "-id", window[0], "WM_CLASS"), self.environment)
        except (OSError, ClipboardTimeout):
            return ""
        found = _CLASS.search(named.out.decode(errors="replace"))
        return found[1][:200] if found else ""
