"""What is run apart gives its result, or its error, and leaves nothing behind."""

import multiprocessing
import os
import signal
import sys
import time

import pytest

from qastone_site.run_apart import ProcessLost, run_apart

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it runs in the process itself")


class Left(Exception):
    """Raised by a signal's handler."""


def fail() -> None:
    raise ValueError("no such seed")


def be_killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_its_result_comes_from_another_process() -> None:
    assert run_apart(os.getpid) != os.getpid()
    assert run_apart(lambda: {"code": "12"}) == {"code": "12"}


def test_its_error_is_raised_here_with_its_place() -> None:
    with pytest.raises(ValueError, match="no such seed") as caught:
        run_apart(fail)
    assert "in fail" in caught.value.__notes__[0]


def test_a_process_that_is_killed_is_named() -> None:
    with pytest.raises(ProcessLost, match="ended with -9"):
        run_apart(be_killed)


def test_whoever_leaves_ends_it() -> None:
    def leave(*_: object) -> None:
        raise Left

    signal.signal(signal.SIGALRM, leave)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    begun = time.monotonic()
    with pytest.raises(Left):
        run_apart(lambda: time.sleep(60))
    assert time.monotonic() - begun < 20
    assert multiprocessing.active_children() == []
