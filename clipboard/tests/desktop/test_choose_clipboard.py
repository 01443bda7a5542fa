"""Which clipboard there is, and what is said where there is none."""

import os
from pathlib import Path

import pytest

from clipboard.desktop.choose_clipboard import choose_clipboard
from clipboard.desktop.clipboard_protocol import ClipboardMissing
from clipboard.desktop.watcher_lock import acquire_lock
from clipboard.desktop.wayland import Wayland
from clipboard.desktop.x11 import X11


@pytest.fixture
def programs(tmp_path: Path) -> str:
    """A PATH with the programs of both kinds of desktop."""
    for name in ("xclip", "wl-paste", "wl-copy"):
        (tmp_path / name).touch(mode=0o755)
    return str(tmp_path)


def test_x11(programs: str) -> None:
    chosen = choose_clipboard(environment={"PATH": programs, "DISPLAY": ":7"})
    assert isinstance(chosen, X11)
    assert chosen.place == "X11 display :7"


def test_wayland_before_x11(programs: str) -> None:
    environment = {"PATH": programs, "DISPLAY": ":7", "WAYLAND_DISPLAY": "wayland-0"}
    chosen = choose_clipboard(environment=environment)
    assert isinstance(chosen, Wayland)
    assert chosen.place == "Wayland display wayland-0"


@pytest.mark.parametrize(
    ("display", "message"),
    [
        ("DISPLAY", r"no xclip \(apt-get install xclip\).*--unmarked"),
        ("WAYLAND_DISPLAY", r"no wl-paste and no wl-copy \(apt-get install wl-clipboard\).*--unmarked"),
    ],
    ids=["X11", "Wayland"],
)
def test_without_its_program_it_says_what_to_install(tmp_path: Path, display: str, message: str) -> None:
    with pytest.raises(ClipboardMissing, match=message):
        choose_clipboard(environment={"PATH": str(tmp_path), display: ":7"})


def test_without_a_desktop(programs: str) -> None:
    with pytest.raises(ClipboardMissing, match="neither DISPLAY nor WAYLAND_DISPLAY"):
        choose_clipboard(unmarked=True, environment={"PATH": programs})


def test_one_watcher_a_clipboard_and_account(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    first = acquire_lock(folder, "X11 display :7", "ann")
    assert first is not None
    assert acquire_lock(folder, "X11 display :7", "ann") is None
    for other in [("X11 display :8", "ann"), ("X11 display :7", "mallory")]:
        descriptor = acquire_lock(folder, *other)
        assert descriptor is not None
        os.close(descriptor)
    os.close(first)
    again = acquire_lock(folder, "X11 display :7", "ann")
    assert again is not None
    os.close(again)
