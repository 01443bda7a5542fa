"""The clipboard of macOS: pyperclip's text, and the types by which programs mark what is not to be recorded.

The types are those of nspasteboard.org; AppleScript's JavaScript reads them, which every Mac has.
"""

import os

from clipboard.desktop.clipboard_protocol import ClipboardTimeout
from clipboard.desktop.pyperclip_clipboard import PyperclipClipboard
from clipboard.desktop.run_program import run_program

PROGRAMS = ("osascript", "pbpaste", "pbcopy")
MARKS = frozenset(
    [
        "org.nspasteboard.ConcealedType",
        "org.nspasteboard.TransientType",
        "com.agilebits.onepassword",
        "de.petermaurer.TransientPasteboardType",
        "com.typeit4me.clipping",
        "Pasteboard generator type",
    ]
)
_TYPES = 'ObjC.import("AppKit"); (ObjC.deepUnwrap($.NSPasteboard.generalPasteboard.types) || []).join("\\n")'


class MacOS(PyperclipClipboard):
    place = "the pasteboard"

    def is_marked(self) -> bool:
        answer = run_program(("osascript", "-l", "JavaScript", "-e", _TYPES), os.environ)
        if answer.status:
            # Not knowing is no permission.
            raise ClipboardTimeout
        return not MARKS.isdisjoint(answer.out.decode(errors="replace").splitlines())
