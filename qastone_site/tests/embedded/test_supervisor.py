"""The supervisor with small programs in the place of web, worker and beat."""

import errno
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest

from qastone_site.supervisor import GivenUpError, SiteProgram, Supervisor, end_recorded

from .conftest import ROOT, eventually, is_gone

pytestmark = pytest.mark.slow

# A quiet program, one with a child of its own, and one that does not listen to SIGTERM.
SITE = """
import signal, sys
from pathlib import Path
from qastone_site.supervisor import SiteProgram, Supervisor
from qastone_site.tests.embedded.test_supervisor import shell
sh = lambda name, text, **more: SiteProgram(name, shell(text), **more)
folder = Path(sys.argv[1])
supervisor = Supervisor(
    [
        sh("quiet", "exec sleep 100"),
        sh("parent", "sleep 101 & exec sleep 102"),
        sh("deaf", "trap '' TERM; while :; do sleep 0.1; done", stop=((signal.SIGTERM, 0.5),)),
    ],
    [], folder=folder, logs=folder, record=folder / "children", say=print,
)
for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, lambda *_: supervisor.ask_to_stop())
supervisor.start()
print("ready", flush=True)
supervisor.run()
supervisor.stop()
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [sys.executable, "-c", SITE, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    yield process
    process.kill()
    process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_no_process_is_left(site: "subprocess.Popen[str]", number: signal.Signals) -> None:
    assert eventually(lambda: len(family(site)) >= 6)  # three, a child, a sleep of the deaf one, the guard
    members = family(site)
    site.send_signal(number)
    site.wait(5)
    assert eventually(lambda: all(is_gone(member) for member in members), seconds=10)


def test_what_outlived_supervisor_and_guard_is_ended_by_the_next_start(tmp_path: Path) -> None:
    left = subprocess.Popen(["sleep", "100"], start_new_session=True)
    record = tmp_path / "children"
    record.write_text(json.dumps([[left.pid, psutil.Process(left.pid).create_time()]]))
    assert end_recorded(record) == 1
    assert not psutil.pid_exists(left.pid)
    left.wait()
    assert not record.exists()


def shell(text: str) -> Callable[[], None]:
    """What a program runs: a shell in its place."""
    return partial(os.execv, "/bin/sh", ["/bin/sh", "-c", text])


def family(process: "subprocess.Popen[str]") -> list[psutil.Process]:
    return psutil.Process(process.pid).children(recursive=True)


def supervise(folder: Path, *programs: SiteProgram) -> tuple[Supervisor, list[str]]:
    messages: list[str] = []
    record = folder / "children"
    return Supervisor(programs, [], folder=folder, logs=folder, record=record, say=messages.append), messages


def test_a_crashed_program_is_started_again(tmp_path: Path) -> None:
    script = f"echo run >> {tmp_path}/runs; [ $(wc -l < {tmp_path}/runs) -gt 1 ] || exit 3; exec sleep 100"
    supervisor, messages = supervise(tmp_path, SiteProgram("web", shell(script)))
    supervisor.start()

    def ran_twice() -> bool:
        supervisor.restart_ended()
        return (tmp_path / "runs").exists() and len((tmp_path / "runs").read_text().split()) == 2

    try:
        assert eventually(ran_twice)
    finally:
        supervisor.stop()
    assert messages == [f"web has ended (exit code 3); again in 0.5 s; see {tmp_path}/web.log"]


def test_a_deferred_program_waits_until_the_others_are_up(tmp_path: Path) -> None:
    first, second = (
        SiteProgram(name, shell(f"touch {tmp_path}/{name}; exec sleep 100"), is_deferred=is_deferred)
        for name, is_deferred in (("web", False), ("worker", True))
    )
    supervisor, _ = supervise(tmp_path, first, second)
    supervisor.start()
    try:
        assert eventually((tmp_path / "web").exists)
        supervisor.restart_ended()
        assert len(json.loads((tmp_path / "children").read_text())) == 1
        for _ in range(2):  # the second time nothing is left to start
            supervisor.start_deferred()
            assert len(json.loads((tmp_path / "children").read_text())) == 2
        assert eventually((tmp_path / "worker").exists)
    finally:
        supervisor.stop()


def test_a_program_that_always_fails_ends_the_run_with_its_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qastone_site.supervisor.MAX_FAILURES", 2)
    supervisor, _ = supervise(tmp_path, SiteProgram("web", shell("echo no such module; exit 1")))
    supervisor.start()
    with pytest.raises(GivenUpError, match=r"web has failed 2 times in a row[\s\S]*no such module"):
        supervisor.run()
    supervisor.stop()


def test_a_second_stop_kills_at_once(tmp_path: Path) -> None:
    deaf = SiteProgram(
        "web", shell("trap '' TERM; while :; do sleep 0.1; done"), stop=((signal.SIGTERM, 60),)
    )
    supervisor, _ = supervise(tmp_path, deaf)
    supervisor.start()
    time.sleep(0.3)
    signal.signal(signal.SIGALRM, lambda *_: supervisor.ask_to_stop())
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    begun = time.monotonic()
    supervisor.stop()
    assert time.monotonic() - begun < 10


def test_a_reused_pid_in_the_record_is_left_alone(tmp_path: Path) -> None:
    mine = psutil.Process()
    (tmp_path / "children").write_text(
        json.dumps([[os.getpid(), mine.create_time() - 100], [999_999_999, 1.0]])
    )
    assert end_recorded(tmp_path / "children") == 0


def test_what_is_ended_has_let_its_port_go(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        held = subprocess.Popen(["/bin/sleep", "100"], pass_fds=[listener.fileno()], start_new_session=True)
    created = psutil.Process(held.pid).create_time()
    (tmp_path / "children").write_text(json.dumps([[held.pid, created]]))
    assert end_recorded(tmp_path / "children") == 1
    socket.create_server(("127.0.0.1", port)).close()
    held.wait()


@pytest.mark.parametrize("text", ["", "[[1, ", "null"])
def test_a_broken_record_is_no_record(tmp_path: Path, text: str) -> None:
    (tmp_path / "children").write_text(text)
    assert end_recorded(tmp_path / "children") == 0


def test_a_full_disk_ends_no_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    supervisor, messages = supervise(tmp_path, SiteProgram("web", shell("exec sleep 100")))
    monkeypatch.setattr(Path, "write_text", full)
    try:
        supervisor.start()
        supervisor.restart_ended()
    finally:
        supervisor.stop()
    assert messages[0] == "the record of processes could not be written: No space left on device"
