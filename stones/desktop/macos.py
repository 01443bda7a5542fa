"""The clipboard of macOS: pyperclip's text, and the types by which programs mark what nobody should keep.

The types are those of nspasteboard.org; AppleScript's JavaScript reads them, which every Mac has.
"""

import os

from stones.desktop.clipboards import ClipboardSilent
from stones.desktop.plain import Plain
from stones.desktop.programs import ask

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


class MacOS(Plain):
    place = "the pasteboard"

    def is_marked(self) -> bool:
        answer = ask(("osascript", "-l", "JavaScript", "-e", _TYPES), os.environ)
        if answer.status:
            # Not knowing is no permission.
            raise ClipboardSilent
        return not MARKS.isdisjoint(answer.out.decode(errors="replace").splitlines())
