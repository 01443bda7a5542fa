"""Which clipboard this desktop has, and what is missing where it cannot be watched."""

import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence

from clipboard.desktop import macos, wayland, x11
from clipboard.desktop.clipboard_protocol import Clipboard, ClipboardMissing
from clipboard.desktop.macos import MacOS
from clipboard.desktop.pyperclip_clipboard import PyperclipClipboard
from clipboard.desktop.wayland import Wayland
from clipboard.desktop.x11 import X11

if sys.platform == "win32":
    from clipboard.desktop.windows import Windows

UNMARKED = "Without it nobody can tell what a password manager has marked as secret. To watch all the same: --unmarked"


def choose_clipboard(*, unmarked: bool = False, environment: Mapping[str, str] | None = None) -> Clipboard:
    """The clipboard of the desktop that the environment names.

    `unmarked`: one whose marks cannot be read will do, where there is no other. Raises ClipboardMissing.
    """
    environment = os.environ if environment is None else environment
    if sys.platform == "win32":
        return Windows()
    if sys.platform == "darwin":
        return _require_programs(
            macos.PROGRAMS, "macOS brings it along", MacOS, environment, unmarked=unmarked
        )
    if environment.get("WAYLAND_DISPLAY"):
        return _require_programs(
            wayland.PROGRAMS,
            "apt-get install wl-clipboard",
            lambda: Wayland(environment),
            environment,
            unmarked=unmarked,
        )
    if environment.get("DISPLAY"):
        return _require_programs(
            x11.PROGRAMS, "apt-get install xclip", lambda: X11(environment), environment, unmarked=unmarked
        )
    raise ClipboardMissing(
        "There is no desktop here: neither DISPLAY nor WAYLAND_DISPLAY is set. Run it where you copy, against the "
        "same database."
    )


def _require_programs(
    programs: Sequence[str],
    cure: str,
    make: Callable[[], Clipboard],
    environment: Mapping[str, str],
    *,
    unmarked: bool,
) -> Clipboard:
    missing = [name for name in programs if shutil.which(name, path=environment.get("PATH")) is None]
    if not missing:
        return make()
    if unmarked:
        return PyperclipClipboard()
    raise ClipboardMissing(f"There is no {' and no '.join(missing)} ({cure}). {UNMARKED}")
