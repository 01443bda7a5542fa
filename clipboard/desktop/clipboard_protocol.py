"""The calls that every desktop's clipboard answers, whichever system it belongs to."""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol

# How long a program is waited for that says nothing: the one that copied may hang, and must not take us with it.
TIMEOUT_SECONDS = 2.0


class ClipboardMissing(Exception):
    """There is no desktop, or no program to ask its clipboard by; the text says what to install."""


class ClipboardTimeout(Exception):
    """The program that holds the clipboard does not answer."""


class ClipboardGone(Exception):
    """The desktop itself has ended."""


class ContentState(Enum):
    TEXT = auto()
    EMPTY = auto()
    # An image, files, a text in an encoding that nobody knows.
    OTHER = auto()
    # The program that copied it marks it as not to be recorded.
    MARKED = auto()
    TOO_LARGE = auto()


@dataclass(frozen=True)
class ClipboardContent:
    """What a clipboard holds. Two copies of the same text are equal: a clipboard has no memory of its own."""

    state: ContentState
    # Of what is marked it is there to be known again without its mark; of what is too large it is the beginning.
    text: str = field(default="", repr=False)
    # Of what is no text: its first format.
    format: str = ""


class Clipboard(Protocol):
    """A clipboard. `read` and `write` raise ClipboardTimeout and ClipboardGone."""

    # Where it is: one watcher at a time watches it.
    place: str

    def read(self, limit: int) -> ClipboardContent:
        """What it holds; a text of more than `limit` bytes is not read to its end."""
        ...

    def write(self, text: str) -> None: ...

    def source(self) -> str:
        """The program whose window has the focus, as it names itself; "" where nobody can tell."""
        ...


def decode_content(
    found: bytes, limit: int, *, encoding: str = "utf-8", is_marked: bool = False
) -> ClipboardContent:
    """What the bytes of a text come to. `found` may have been cut off after more than `limit` bytes."""
    if is_marked:
        return ClipboardContent(ContentState.MARKED, found[:limit].decode(encoding, errors="replace"))
    if len(found) > limit:
        return ClipboardContent(ContentState.TOO_LARGE, found[:200].decode(encoding, errors="replace"))
    try:
        text = found.decode(encoding)
    except UnicodeDecodeError:
        return ClipboardContent(ContentState.OTHER, format="a text that is not UTF-8")
    return ClipboardContent(ContentState.TEXT, text) if text.strip() else ClipboardContent(ContentState.EMPTY)
