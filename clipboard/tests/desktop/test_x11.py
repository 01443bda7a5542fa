"""The clipboard of a real X display, read and written beside other programs."""

import time

import pytest

from clipboard.desktop.clipboard_protocol import (
    ClipboardContent,
    ClipboardGone,
    ClipboardTimeout,
    ContentState,
)
from clipboard.desktop.text_formats import MARK
from clipboard.desktop.x11 import X11
from clipboard.tests.desktop.displays import Desktop, eventually, needs_desktop, started_desktop

LIMIT = 1_000_000


@pytest.fixture
def clipboard(desktop: Desktop) -> X11:
    return X11(desktop.environment)


def test_nothing(clipboard: X11) -> None:
    assert clipboard.read(LIMIT) == ClipboardContent(ContentState.EMPTY)


@pytest.mark.parametrize("text", ["Hello", "§QASTONE§ – ─ 漢字 🙂\r\n\tand so on\n"], ids=["plain", "signs"])
def test_a_text_character_for_character(desktop: Desktop, clipboard: X11, text: str) -> None:
    desktop.copy(text)
    assert clipboard.read(LIMIT) == ClipboardContent(ContentState.TEXT, text)


def test_white_space_is_nothing(desktop: Desktop, clipboard: X11) -> None:
    desktop.copy(" \n\t")
    assert clipboard.read(LIMIT) == ClipboardContent(ContentState.EMPTY)


def test_an_image(desktop: Desktop, clipboard: X11) -> None:
    desktop.copy_image()
    assert clipboard.read(LIMIT) == ClipboardContent(ContentState.OTHER, format="image/png")


def test_a_text_beside_an_image_is_a_text(desktop: Desktop, clipboard: X11) -> None:
    desktop.own({"image/png": "…", "text/html": "<b>Hi</b>", "UTF8_STRING": "Hi"})
    assert clipboard.read(LIMIT) == ClipboardContent(ContentState.TEXT, "Hi")


def test_an_old_program_offers_latin_1_alone(desktop: Desktop, clipboard: X11) -> None:
    desktop.copy("plain", target="STRING")
    assert clipboard.read(LIMIT) == ClipboardContent(ContentState.TEXT, "plain")


def test_what_is_marked_as_secret(desktop: Desktop, clipboard: X11) -> None:
    desktop.own({"UTF8_STRING": "correct horse 9", MARK: "secret"})
    held = clipboard.read(LIMIT)
    assert held == ClipboardContent(ContentState.MARKED, "correct horse 9")
    assert "horse" not in repr(held)


def test_a_mark_without_a_text(desktop: Desktop, clipboard: X11) -> None:
    desktop.copy("secret", target=MARK)
    assert clipboard.read(LIMIT) == ClipboardContent(ContentState.MARKED)


def test_a_text_that_fills_the_limit_and_one_byte_more(desktop: Desktop, clipboard: X11) -> None:
    # Of this size X11 hands it over in pieces (ICCCM, INCR).
    text = "0123456789" * (LIMIT // 10)
    desktop.copy(text)
    assert clipboard.read(LIMIT) == ClipboardContent(ContentState.TEXT, text)
    desktop.copy(text + "a")
    assert clipboard.read(LIMIT) == ClipboardContent(ContentState.TOO_LARGE, text[:200])


@pytest.mark.long
@pytest.mark.parametrize("silent", ["always", "texts"])
def test_a_holder_that_hangs_is_waited_for_two_seconds(desktop: Desktop, clipboard: X11, silent: str) -> None:
    owner = desktop.own({"UTF8_STRING": "Hi"}, manner=silent)
    begun = time.monotonic()
    with pytest.raises(ClipboardTimeout):
        clipboard.read(LIMIT)
    assert 1.9 < time.monotonic() - begun < 20
    owner.kill()
    owner.wait()
    assert clipboard.read(LIMIT) == ClipboardContent(ContentState.EMPTY)


@pytest.mark.parametrize("text", ["Hi – 🙂\n", "0123456789" * 100_000], ids=["short", "long"])
def test_what_we_write_others_read(desktop: Desktop, clipboard: X11, text: str) -> None:
    desktop.copy("before")
    clipboard.write(text)
    assert eventually(lambda: desktop.paste() == text)
    assert clipboard.read(LIMIT) == ClipboardContent(ContentState.TEXT, text)


def test_no_window_manager_says_which_window_is_active(clipboard: X11) -> None:
    assert clipboard.source() == ""


def test_the_active_window_names_its_program(desktop: Desktop, clipboard: X11) -> None:
    needs_desktop("xprop")
    owner = desktop.own({"UTF8_STRING": "Hi"}, manner="active")
    assert clipboard.source() == "Firefox"
    owner.kill()
    owner.wait()
    assert eventually(lambda: clipboard.source() == "")


def test_a_desktop_that_has_ended() -> None:
    with started_desktop() as ended:
        clipboard = X11(ended.environment)
        assert clipboard.read(LIMIT) == ClipboardContent(ContentState.EMPTY)
    with pytest.raises(ClipboardGone, match="open display"):
        clipboard.read(LIMIT)
