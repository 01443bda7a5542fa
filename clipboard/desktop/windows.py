"""The clipboard of Windows: pyperclip's text, and the formats by which programs mark what is not to be recorded.

learn.microsoft.com, "Clipboard Formats", Cloud Clipboard and Clipboard History Formats: the presence of the first, a
zero in the last; "Clipboard Viewer Ignore" is the older custom.
"""

import sys

PRESENT = ("ExcludeClipboardContentFromMonitorProcessing", "Clipboard Viewer Ignore")
ZERO = "CanIncludeInClipboardHistory"

if sys.platform == "win32":
    import ctypes
    from ctypes import POINTER, WinDLL, c_uint32, c_void_p, cast

    from clipboard.desktop.clipboard_protocol import ClipboardTimeout
    from clipboard.desktop.pyperclip_clipboard import PyperclipClipboard

    class Windows(PyperclipClipboard):
        place = "the Windows clipboard"

        def is_marked(self) -> bool:
            user32 = WinDLL("user32")
            numbers = {name: user32.RegisterClipboardFormatW(name) for name in (*PRESENT, ZERO)}
            has = {name for name, number in numbers.items() if user32.IsClipboardFormatAvailable(number)}
            return not has.isdisjoint(PRESENT) or (ZERO in has and _number(user32, numbers[ZERO]) == 0)

    def _number(user32: ctypes.WinDLL, format_number: int) -> int:
        """The DWORD that the clipboard holds in a format."""
        kernel32 = WinDLL("kernel32")
        user32.GetClipboardData.restype = kernel32.GlobalLock.restype = c_void_p
        kernel32.GlobalLock.argtypes = kernel32.GlobalUnlock.argtypes = [c_void_p]
        if not user32.OpenClipboard(None):
            raise ClipboardTimeout
        try:
            handle = user32.GetClipboardData(format_number)
            address = kernel32.GlobalLock(handle) if handle else None
            if not address:
                return 0
            found = int(cast(address, POINTER(c_uint32))[0])
            kernel32.GlobalUnlock(handle)
            return found
        finally:
            user32.CloseClipboard()
