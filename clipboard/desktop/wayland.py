"""The clipboard of a Wayland desktop, by wl-clipboard.

The compositor has to offer ext-data-control or wlr-data-control (KDE, Sway, Hyprland, GNOME from 47 on); where it
does not, wl-paste can read the clipboard only while it has the focus, and no watcher can work.
"""

import os
from collections.abc import Mapping

from clipboard.desktop.clipboard_protocol import ClipboardContent, ClipboardGone
from clipboard.desktop.run_program import run_program, write_to_program
from clipboard.desktop.text_formats import read_text

PROGRAMS = ("wl-paste", "wl-copy")


class Wayland:
    """One compositor's."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self.environment = dict(os.environ if environment is None else environment)
        self.place = f"Wayland display {self.environment['WAYLAND_DISPLAY']}"

    def read(self, limit: int) -> ClipboardContent:
        return read_text(
            self._formats(),
            lambda name: run_program(
                ("wl-paste", "--no-newline", "--type", name), self.environment, limit=limit
            ),
            limit,
        )

    def _formats(self) -> list[str]:
        answer = run_program(("wl-paste", "--list-types"), self.environment)
        if "connect to a Wayland server" in answer.err:
            raise ClipboardGone(answer.err.strip().splitlines()[0])
        return answer.out.decode(errors="replace").split("\n")[:-1] if answer.status == 0 else []

    def write(self, text: str) -> None:
        write_to_program(("wl-copy",), self.environment, text)

    def source(self) -> str:
        return ""
