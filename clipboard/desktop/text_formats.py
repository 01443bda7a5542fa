"""Which of the formats that a clipboard offers is read: those of X11 and of Wayland have the same names."""

from collections.abc import Callable, Sequence

from clipboard.desktop.clipboard_protocol import ClipboardContent, ContentState, decode_content
from clipboard.desktop.run_program import ProgramOutput

# KeePassXC, 1Password, KDE's wallet and others offer it beside the text; its value ("secret") is no part of the rule.
MARK = "x-kde-passwordManagerHint"
TEXTS = {
    "UTF8_STRING": "utf-8",
    "text/plain;charset=utf-8": "utf-8",
    "text/plain;charset=UTF-8": "utf-8",
    "text/plain": "utf-8",
    "STRING": "latin-1",
}


def read_text(
    formats: Sequence[str], read_format: Callable[[str], ProgramOutput], limit: int
) -> ClipboardContent:
    """What a clipboard with these formats holds. `read_format` reads one of them, a little more than `limit` bytes."""
    name = next((name for name in TEXTS if name in formats), None)
    if name is None:
        if MARK in formats:
            return ClipboardContent(ContentState.MARKED)
        others = [each for each in formats if "/" in each] or formats
        return (
            ClipboardContent(ContentState.OTHER, format=others[0])
            if others
            else ClipboardContent(ContentState.EMPTY)
        )
    answer = read_format(name)
    # Between the two questions the owner may have gone.
    if answer.status and len(answer.out) <= limit:
        return ClipboardContent(ContentState.EMPTY)
    return decode_content(answer.out, limit, encoding=TEXTS[name], is_marked=MARK in formats)
