"""A desktop for tests: an X server without a screen, and other programs that copy and paste on it.

Without Xvfb and xclip such a test is skipped, or fails if REQUIRE_DESKTOP=1.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

PACKAGES = {"Xvfb": "xvfb", "xclip": "xclip", "xprop": "x11-utils"}
OWNER = Path(__file__).with_name("x11_selection_owner.py")
SECONDS = 30.0


class Desktop:
    """One display. What programs of the test hold its clipboard ends with it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.environment = {"PATH": os.environ["PATH"], "DISPLAY": name}
        self.owners: list[subprocess.Popen[str]] = []

    def copy(self, text: str, *, target: str = "UTF8_STRING") -> None:
        """As another program does; the text is there when this returns."""
        self._copy(text.encode(), target)

    def copy_image(self) -> None:
        self._copy(b"\x89PNG\r\n\x1a\n", "image/png")

    def _copy(self, content: bytes, target: str) -> None:
        subprocess.run(
            ["xclip", "-selection", "clipboard", "-t", target],
            input=content,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )
        # xclip ends a moment before its other half holds the selection.
        assert eventually(lambda: self._formats() == ["TARGETS", target])
        if target in ("UTF8_STRING", "STRING"):
            assert eventually(lambda: self.paste(target) == content.decode())

    def _formats(self) -> list[str]:
        return self.paste("TARGETS").split()

    def paste(self, target: str = "UTF8_STRING") -> str:
        """As another program does; "" where there is nothing of that format."""
        done = subprocess.run(
            ["xclip", "-selection", "clipboard", "-o", "-t", target],
            env=self.environment,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        return done.stdout.decode()

    def own(self, offered: Mapping[str, str], *, manner: str = "") -> "subprocess.Popen[str]":
        """A program that offers its texts in several formats at once, as xclip cannot.

        `manner`: "always" it hangs; "texts": it lists its formats and then hangs; "active": its window has the focus.
        """
        owner = subprocess.Popen(
            [sys.executable, str(OWNER), manner],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.owners.append(owner)
        assert owner.stdin
        assert owner.stdout
        owner.stdin.write(json.dumps(dict(offered)))
        owner.stdin.close()
        assert owner.stdout.readline() == "holds it\n"
        return owner

    def clear(self) -> None:
        """Nobody holds the clipboard."""
        self.own({}).kill()
        for owner in self.owners:
            owner.kill()
            owner.wait()
            assert owner.stdout
            owner.stdout.close()
        self.owners.clear()


def needs_desktop(*programs: str) -> None:
    """Skip the test where one of the programs is missing; fail where they have to be there."""
    missing = [name for name in programs if shutil.which(name) is None]
    if not missing:
        return
    if os.environ.get("REQUIRE_DESKTOP") == "1":
        pytest.fail(f"REQUIRE_DESKTOP=1, but there is no {' and no '.join(missing)}")
    packages = " ".join(PACKAGES[name] for name in missing)
    pytest.skip(f"needs {' and '.join(missing)} (apt-get install {packages})")


@contextmanager
def started_desktop(size: str = "1280x900x24") -> Iterator[Desktop]:
    """An X server on the first free display."""
    needs_desktop("Xvfb", "xclip")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-noreset", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as number_pipe:
            number = number_pipe.readline().strip()
        assert number, "Xvfb does not start"
        desktop = Desktop(f":{number}")
        yield desktop
        desktop.clear()
    finally:
        server.terminate()
        server.wait()


def eventually(check: Callable[[], bool], seconds: float = SECONDS) -> bool:
    until = time.monotonic() + seconds
    while not check():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True
