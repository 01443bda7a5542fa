"""Calls in a process of its own, forked and, as on macOS, started anew."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psutil
import pytest
from django.core.management import CommandError

from qastone_site import child_processes, site_programs, supervisor
from qastone_site.child_processes import ChildEndedError, call_in_child
from qastone_site.prepare_site import prepare
from qastone_site.supervisor import SiteProgram, Supervisor

from .conftest import ROOT, eventually

pytestmark = pytest.mark.slow


@pytest.fixture(params=["fork", "spawn"])
def method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How processes are started."""
    processes = multiprocessing.get_context(request.param)
    for module in (child_processes, supervisor):
        monkeypatch.setattr(module, "PROCESSES", processes)


def fail() -> None:
    raise CommandError("There is no such table.")


@pytest.mark.usefixtures("method")
def test_its_result_comes_back() -> None:
    assert call_in_child(os.getpid, name="test") not in (0, os.getpid())


@pytest.mark.usefixtures("method")
def test_its_error_is_raised_with_where_it_arose() -> None:
    with pytest.raises(CommandError, match="no such table") as error:
        call_in_child(fail, name="test")
    assert "in fail" in error.value.__notes__[0]


def test_a_killed_one_is_an_error() -> None:
    with pytest.raises(ChildEndedError, match=r"test has ended \(signal SIGKILL\); start it again"):
        call_in_child(partial(signal.raise_signal, signal.SIGKILL), name="test")


def test_it_ends_with_the_call() -> None:
    def stop(*_: object) -> None:
        raise InterruptedError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(InterruptedError):
            call_in_child(partial(time.sleep, 60), name="test")
    finally:
        signal.signal(signal.SIGALRM, before)
    assert not [child for child in psutil.Process().children() if "test" in " ".join(child.cmdline())]


def test_a_signal_while_it_is_started_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise InterruptedError

    def start(start_child: Callable[[], None]) -> None:
        start_child()
        signal.raise_signal(signal.SIGALRM)

    monkeypatch.setattr(child_processes, "start_unsignalled", start)
    before = signal.signal(signal.SIGALRM, stop)
    try:
        with pytest.raises(InterruptedError):
            call_in_child(partial(time.sleep, 60), name="test")
    finally:
        signal.signal(signal.SIGALRM, before)
    assert not [child for child in psutil.Process().children() if "test" in " ".join(child.cmdline())]


FRESH = """
import pickle, sys
pickle.load(sys.stdin.buffer)
assert "qastone_site.accounts" not in sys.modules
"""


def test_what_is_spawned_can_be_loaded_before_django_is_set_up() -> None:
    with site_programs.listen("127.0.0.1", 0) as listener:
        runs = [program.run for program in site_programs.programs(listener) if program.name == "beat"]
    called = pickle.dumps([partial(prepare, has_demo=True, has_quickstart=True), *runs])
    environment = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "qastone_site.settings"}
    done = subprocess.run(
        [sys.executable, "-c", FRESH], input=called, cwd=ROOT, env=environment, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_it_holds_nothing_that_is_ours_alone() -> None:
    ours, theirs = os.pipe()
    try:
        with pytest.raises(OSError, match="Bad file descriptor"):
            call_in_child(partial(os.fstat, theirs), name="test", held=[theirs])
        assert os.fstat(theirs)
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.mark.usefixtures("method")
def test_a_program_has_a_log_a_title_and_a_group_of_its_own(tmp_path: Path) -> None:
    program = SiteProgram("web", partial(print_and_wait, "hello"))
    tested = Supervisor(
        [program], [], folder=tmp_path, logs=tmp_path, record=tmp_path / "children", say=print
    )
    tested.start()
    try:
        assert eventually(
            lambda: (tmp_path / "web.log").exists() and "]" in (tmp_path / "web.log").read_text()
        )
        (child,) = tested.children
        assert child.process is not None
        assert child.process.pid is not None
        assert os.getpgid(child.process.pid) == child.process.pid
        # Whatever it does is not done by the command that started it.
        assert (tmp_path / "web.log").read_text() == "hello, ['qastone: web']"
        assert " ".join(psutil.Process(child.process.pid).cmdline()).strip() == "qastone: web"
    finally:
        tested.stop()
    assert child.process.exitcode == -signal.SIGTERM


def print_and_wait(text: str) -> None:
    os.write(1, f"{text}, {sys.argv}".encode())
    time.sleep(60)
