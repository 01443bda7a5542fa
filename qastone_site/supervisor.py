"""Supervise the programs of a site on one machine: start, restart with growing pauses, stop, leave none behind.

They are forked from this process and share what it has loaded. Each leads its own process group and has the kernel
signal it when we die; a guard (orphan_guard.py) ends those that stay. If both of us are killed, the record file names
what is left, for the next start.
"""

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path

import psutil

from qastone_site.child_processes import PROCESSES, begin, how_ended, inherited, start_unsignalled
from qastone_site.embedded.embedded_server import LOG_BYTES, EmbeddedServer, EmbeddedServerError
from qastone_site.embedded.server_paths import open_log

POLL_SECONDS = 0.2
STEADY_SECONDS = 60.0  # a child that ran as long as this has recovered: its failures no longer count
MAX_FAILURES = 5
KILLED_SECONDS = 5.0
TAIL_LINES = 15
GUARD = Path(__file__).with_name("orphan_guard.py")


class GivenUpError(RuntimeError):
    """A program or server of the site keeps failing; the message ends with its last output."""


@dataclass(frozen=True)
class SiteProgram:
    """One child. `stop`: signals in order, each with the seconds to wait after it; SIGKILL comes after the last.

    `run` is called in the child and can be pickled. `is_deferred`: it starts when the others are up
    (`Supervisor.start_deferred`), and takes no time from their start.
    """

    name: str
    run: Callable[[], object]
    stop: tuple[tuple[signal.Signals, float], ...] = ((signal.SIGTERM, 8.0),)
    orphan_signal: signal.Signals = signal.SIGTERM
    is_deferred: bool = False
    closed: tuple[int, ...] = ()
    """Descriptors of the supervisor's that it has no use for."""


@dataclass
class _Child:
    program: SiteProgram
    process: BaseProcess | None = None
    started: float = 0.0
    failures: int = 0
    not_before: float = field(default=0.0)


class Supervisor:
    """Run it in the main thread and let no other one run: `run` returns after `ask_to_stop` (a signal handler may
    call it).
    """

    def __init__(
        self,
        programs: Sequence[SiteProgram],
        servers: Sequence[EmbeddedServer],
        *,
        folder: Path,
        logs: Path,
        record: Path,
        say: Callable[[str], None],
        held: Sequence[int] = (),
    ) -> None:
        """`held`: descriptors that no child may hold."""
        self.children = [_Child(program) for program in programs]
        self.servers = servers
        self.folder = folder
        self.logs = logs
        self.record = record
        self.say = say
        self.held = held
        self.stopping = False

    def ask_to_stop(self) -> None:
        self.stopping = True

    def start(self) -> None:
        self.guard = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-I", "-S", str(GUARD), str(self.record)],
            stdin=subprocess.PIPE,
            start_new_session=True,
        )
        for child in self.children:
            if child.program.is_deferred:
                child.not_before = math.inf
            else:
                self._spawn(child)

    def start_deferred(self) -> None:
        for child in self.children:
            if child.not_before == math.inf:
                child.not_before = 0.0
                self._spawn(child)

    def run(self) -> None:
        """Watch until asked to stop. Raises GivenUpError when restarting does not help."""
        while not self.stopping:
            self.restart_ended()
            time.sleep(POLL_SECONDS)

    def restart_ended(self) -> None:
        for server in self.servers:
            if not server.is_running():
                self.say(f"{server.name} has ended; starting it again")
                try:
                    server.start()
                except EmbeddedServerError as error:
                    raise GivenUpError(str(error)) from error
        for child in self.children:
            if child.process is None:
                if time.monotonic() >= child.not_before:
                    self._spawn(child)
            elif (code := child.process.exitcode) is not None:
                self._ended(child, code)

    def _ended(self, child: _Child, code: int) -> None:
        assert child.process is not None
        _kill_group(child.process)  # a dead worker's pool may live on
        child.process = None
        if time.monotonic() - child.started > STEADY_SECONDS:
            child.failures = 0
        child.failures += 1
        name, log = child.program.name, self._log(child.program.name)
        if child.failures >= MAX_FAILURES:
            raise GivenUpError(
                f"{name} has failed {child.failures} times in a row. {log} ends with:\n{_tail(log)}"
            )
        pause = 2.0 ** (child.failures - 1) / 2
        child.not_before = time.monotonic() + pause
        self.say(f"{name} has ended ({how_ended(code)}); again in {pause:g} s; see {log}")

    def _spawn(self, child: _Child) -> None:
        program = child.program
        log = self._log(program.name)
        if log.exists() and log.stat().st_size > LOG_BYTES:
            log.rename(log.with_suffix(".log.1"))
        assert self.guard.stdin is not None
        held = inherited([*self.held, *program.closed, self.guard.stdin.fileno()])
        arguments = (program, self.folder, log, os.getpid(), held)
        child.process = PROCESSES.Process(target=_run, args=arguments, name=program.name)
        start_unsignalled(child.process.start)
        child.started = time.monotonic()
        self._write_record()

    def stop(self) -> None:
        """End every child by the signals of its `stop`. Returns when all have ended; `ask_to_stop` meanwhile kills."""
        self.stopping = False
        started_at = time.monotonic()
        steps = dict.fromkeys((child.program.name for child in self.children), 0)
        while running := [each for each in self.children if each.process and each.process.exitcode is None]:
            for child in running:
                due = _signals_due(child.program, time.monotonic() - started_at)
                for number in [signal.SIGKILL] if self.stopping else due[steps[child.program.name] :]:
                    _send(child, number)
                steps[child.program.name] = len(due)
            time.sleep(0.05)
        for child in self.children:
            if child.process is not None:
                _kill_group(child.process)
        self.record.unlink(missing_ok=True)
        self.guard.communicate()  # closes its input, which ends it

    def _write_record(self) -> None:
        """Where the disk is full the last one stays: processes that it lacks have a guard of their own."""
        lines = []
        for child in self.children:
            if child.process is not None:
                with suppress(psutil.Error):
                    lines.append([child.process.pid, psutil.Process(child.process.pid).create_time()])
        partial = self.record.with_suffix(".new")
        try:
            partial.write_text(json.dumps(lines))
            partial.replace(self.record)
        except OSError as error:
            self.say(f"the record of processes could not be written: {error.strerror}")

    def _log(self, name: str) -> Path:
        return self.logs / f"{name}.log"


def _run(program: SiteProgram, folder: Path, log: Path, parent: int, held: Sequence[int]) -> None:
    """In the child."""
    os.setsid()
    with open_log(log) as output:
        for descriptor in (1, 2):
            os.dup2(output.fileno(), descriptor)
    sys.argv = [f"qastone: {program.name}"]  # not the command that its parent is
    begin(program.name, parent=parent, orphan_signal=program.orphan_signal, held=held)
    os.umask(0o077)
    os.chdir(folder)
    program.run()


def end_recorded(record: Path) -> int:
    """Kill what a killed supervisor left behind; returns how many. A reused pid has another creation time."""
    try:
        lines = [(int(pid), float(created)) for pid, created in json.loads(record.read_text())]
    except (FileNotFoundError, ValueError, TypeError):  # none, cut off, or not ours
        return 0
    ended = []
    for pid, created in lines:
        with suppress(psutil.NoSuchProcess, ProcessLookupError, PermissionError):
            process = psutil.Process(pid)
            if process.create_time() == created:
                os.killpg(pid, signal.SIGKILL)
                ended.append(process)
    psutil.wait_procs(ended, timeout=KILLED_SECONDS)  # until then they may hold the port
    record.unlink(missing_ok=True)
    return len(ended)


def _signals_due(program: SiteProgram, seconds: float) -> list[signal.Signals]:
    """The signals that are due `seconds` after the stop began, in order."""
    due, at = [], 0.0
    for number, patience in program.stop:
        if seconds >= at:
            due.append(number)
        at += patience
    return [*due, signal.SIGKILL] if seconds >= at else due


def _send(child: _Child, number: signal.Signals) -> None:
    """Signal the leader, which stops its own children. It cannot pass SIGKILL on, so that is sent to the group."""
    assert child.process is not None
    if number == signal.SIGKILL:
        _kill_group(child.process)
    else:
        _signal_leader(child.process, number)


def _signal_leader(process: BaseProcess, number: signal.Signals) -> None:
    assert process.pid is not None
    if process.exitcode is None:  # then the pid is still its own
        os.kill(process.pid, number)


def _kill_group(process: BaseProcess) -> None:
    assert process.pid is not None
    _signal_leader(process, signal.SIGKILL)  # it leads no group yet if it has just been forked
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _tail(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-TAIL_LINES:])
