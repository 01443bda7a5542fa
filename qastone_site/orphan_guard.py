"""Outlive the supervisor by some seconds: if it was killed, end what it left. A script that imports the stdlib alone.

Our standard input is a pipe that only the supervisor holds, so it ends with the supervisor. After a regular stop
there is no record any more, and nothing to do.
"""

import json
import os
import signal
import sys
import time
from contextlib import suppress

PATIENCE_SECONDS = 5.0


def leaders(record: str) -> list[int]:
    """The groups of the record that are still there."""
    try:
        with open(record) as lines:
            pids = [int(pid) for pid, _ in json.load(lines)]
    except (FileNotFoundError, ValueError):
        return []
    return [pid for pid in pids if _is_group(pid)]


def _is_group(pid: int) -> bool:
    try:
        os.killpg(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's by now
        return False
    return True


def send(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, number)


def main(record: str) -> None:
    sys.stdin.buffer.read()
    if sys.platform != "linux":  # there the kernel has sent each its signal already
        send(leaders(record), signal.SIGTERM)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while leaders(record) and time.monotonic() < deadline:
        time.sleep(0.1)
    send(leaders(record), signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1])
