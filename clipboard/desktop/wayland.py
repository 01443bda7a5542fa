"""The clipboard of a Wayland desktop, by wl-clipboard.

The compositor has to offer ext-data-control or wlr-data-control (KDE, Sway, Hyprland, GNOME from 47 on); where it
does not, wl-paste can read the clipboard only while it has the focus, and no watcher can work.
"""

import os
from collections.abc import Mapping

from clipboard.desktop.clipboard_protocol import ClipboardContent, ClipboardGone, ContentState, decode_content
from clipboard.desktop.run_program import run_program, write_to_program
from clipboard.desktop.x11 import MARK, TEXTS

PROGRAMS = ("wl-paste", "wl-copy")


class Wayland:
    """One compositor's."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self.environment = dict(os.environ if environment is None else environment)
        self.place = f"Wayland display {self.environment['WAYLAND_DISPLAY']}"

    def read(self, limit: int) -> ClipboardContent:
        formats = self._formats()
        is_marked = MARK in formats
        name = next((name for name in TEXTS if name in formats), None)
        if name is None:
            if is_marked:
                return ClipboardContent(ContentState.MARKED)
            return (
                ClipboardContent(ContentState.OTHER, format=formats[0])
                if formats
                else ClipboardContent(ContentState.EMPTY)
            )
        answer = run_program(("wl-paste", "--no-newline", "--type", name), self.environment, limit=limit)
        if answer.status and len(answer.out) <= limit:
            return ClipboardContent(ContentState.EMPTY)
        return decode_content(answer.out, limit, encoding=TEXTS[name], is_marked=is_marked)

    def _formats(self) -> list[str]:
        answer = run_program(("wl-paste", "--list-types"), self.environment)
        if "connect to a Wayland server" in answer.err:
            raise ClipboardGone(answer.err.strip().splitlines()[0])
        return answer.out.decode(errors="replace").split("\n")[:-1] if answer.status == 0 else []

    def write(self, text: str) -> None:
        write_to_program(("wl-copy",), self.environment, text)

    def source(self) -> str:
        return ""
