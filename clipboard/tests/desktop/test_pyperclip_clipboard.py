"""pyperclip alone: what is there where marks cannot be read, and a call of it that hangs."""

import threading
import time

import pytest

from clipboard.desktop.clipboard_protocol import ClipboardContent, ClipboardTimeout, ContentState
from clipboard.desktop.pyperclip_clipboard import PyperclipClipboard
from clipboard.desktop.timeout_call import TimeoutCall
from clipboard.tests.desktop.displays import Desktop


@pytest.fixture
def clipboard(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> PyperclipClipboard:
    """pyperclip looks into the environment of this process."""
    monkeypatch.setenv("DISPLAY", desktop.name)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return PyperclipClipboard()


def test_reading(desktop: Desktop, clipboard: PyperclipClipboard) -> None:
    assert clipboard.read(100) == ClipboardContent(ContentState.EMPTY)
    desktop.copy("Hi – 🙂\n")
    assert clipboard.read(100) == ClipboardContent(ContentState.TEXT, "Hi – 🙂\n")
    desktop.copy("a" * 101)
    assert clipboard.read(100) == ClipboardContent(ContentState.TOO_LARGE, "a" * 101)


@pytest.mark.long
def test_a_holder_that_hangs(desktop: Desktop, clipboard: PyperclipClipboard) -> None:
    owner = desktop.own({"UTF8_STRING": "Hi"}, manner="always")
    with pytest.raises(ClipboardTimeout):
        clipboard.read(100)
    owner.kill()
    owner.wait()
    # The program that was waiting for it was ended.
    assert clipboard.read(100) == ClipboardContent(ContentState.EMPTY)
    desktop.copy("Hi")
    assert clipboard.read(100) == ClipboardContent(ContentState.TEXT, "Hi")


@pytest.mark.long
def test_a_call_that_hangs_is_made_once() -> None:
    calls, go_on = [], threading.Event()

    def hang() -> str:
        calls.append(time.monotonic())
        go_on.wait()
        return "late"

    patiently = TimeoutCall(hang)
    for _ in range(2):
        with pytest.raises(ClipboardTimeout):
            patiently()
    go_on.set()
    assert patiently() == "late"
    assert len(calls) == 1


def test_what_a_call_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        TimeoutCall(lambda: 1 // 0)()
