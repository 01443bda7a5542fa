"""The clipboard of X11, by xclip: the CLIPBOARD selection (ICCCM 2), whose owner lists its formats as TARGETS."""

import os
import re
from collections.abc import Mapping

from clipboard.desktop.clipboard_protocol import ClipboardContent, ClipboardGone, ClipboardTimeout
from clipboard.desktop.run_program import run_program, write_to_program
from clipboard.desktop.text_formats import read_text

PROGRAMS = ("xclip",)
_SELECTION = ("xclip", "-selection", "clipboard")
_WINDOW = re.compile(r"0x[0-9a-f]+")
_CLASS = re.compile(r'"([^"]*)"\s*$')


class X11:
    """One display."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self.environment = dict(os.environ if environment is None else environment)
        self.place = f"X11 display {self.environment['DISPLAY']}"

    def read(self, limit: int) -> ClipboardContent:
        return read_text(
            self._formats(),
            lambda name: run_program((*_SELECTION, "-o", "-t", name), self.environment, limit=limit),
            limit,
        )

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
