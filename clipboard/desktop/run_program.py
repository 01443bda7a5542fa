"""Programs that read the clipboard (xclip, wl-paste …), run with a limit of time and of size.

pyperclip asks them, too, but waits for ever (its issue 265, xclip's 48) and lets the one that keeps the clipboard hold
our standard output open after our end (its issues 116 and 247): a pipe behind us would never end.
"""

import os
import selectors
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from clipboard.desktop.clipboard_protocol import TIMEOUT_SECONDS, ClipboardTimeout

CHUNK = 1 << 16


@dataclass(frozen=True)
class ProgramOutput:
    """What a program said. `out` is longer than the limit where there was more."""

    status: int
    out: bytes
    err: str


def run_program(
    program: Sequence[str], environment: Mapping[str, str], *, limit: int = CHUNK
) -> ProgramOutput:
    """Run a program and read at most a little more than `limit` bytes of it. Raises ClipboardTimeout."""
    # A session of its own: Ctrl-C in the terminal is for us alone.
    process = subprocess.Popen(  # noqa: S603  # a name of ours, no shell
        program,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert process.stdout
        assert process.stderr
        out = _read_output(process.stdout, limit)
        if len(out) > limit:
            process.kill()
        status = process.wait(TIMEOUT_SECONDS)
        return ProgramOutput(status, out, process.stderr.read(CHUNK).decode(errors="replace"))
    except subprocess.TimeoutExpired as error:
        raise ClipboardTimeout from error
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdout, process.stderr):
            stream and stream.close()


def write_to_program(program: Sequence[str], environment: Mapping[str, str], text: str) -> None:
    """Hand a text to a program that goes on in the background. Raises ClipboardTimeout."""
    try:
        subprocess.run(  # noqa: S603
            program,
            env=environment,
            input=text.encode(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            timeout=TIMEOUT_SECONDS,
            check=True,
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        raise ClipboardTimeout from error


def _read_output(stream: IO[bytes], limit: int) -> bytes:
    """All of it, or more than `limit` bytes. Patience begins anew with every byte."""
    found = bytearray()
    with selectors.DefaultSelector() as waiting:
        waiting.register(stream, selectors.EVENT_READ)
        while len(found) <= limit:
            until = time.monotonic() + TIMEOUT_SECONDS
            if not waiting.select(max(until - time.monotonic(), 0)):
                raise ClipboardTimeout
            if not (chunk := os.read(stream.fileno(), CHUNK)):
                break
            found += chunk
    return bytes(found)
