"""Run one server while any process uses it, then stop it. A script that imports the stdlib alone.

Users of the server hold a shared flock on the clients' lock, which the kernel releases when they die. The watchdog
tries to lock it exclusively; when that succeeds there are no users, and new ones wait until the server is down.
SIGTERM stops at once, SIGHUP ends the idle time.
"""

import argparse
import fcntl
import os
import select
import signal
import subprocess
import sys
import time

POLL_SECONDS = 0.5
LOCK_SECONDS = 5.0
STOP_SECONDS = (20.0, 5.0)  # until the harder signal, until SIGKILL


class Watchdog:
    def __init__(
        self, clients: int, command: list[str], idle_seconds: float, stop_signals: list[int]
    ) -> None:
        self.clients = clients
        self.command = command
        self.idle_seconds = idle_seconds
        self.stop_signals = stop_signals
        self.stopping = False
        self.last_used = time.monotonic()
        self.wake, self.waker = os.pipe()

    def listen(self) -> None:
        os.set_blocking(self.waker, False)
        signal.set_wakeup_fd(self.waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, self._expire_now)

    def _stop(self, *_: object) -> None:
        self.stopping = True

    def _expire_now(self, *_: object) -> None:
        self.last_used = float("-inf")

    def run(self) -> int:
        arguments = [str(os.getpid()) if part == "{watchdog}" else part for part in self.command]
        server = subprocess.Popen(arguments, stdin=subprocess.DEVNULL)  # noqa: S603 - our starter's
        while server.poll() is None:
            if self.stopping or self._nobody_for_long():
                self._end(server)
                return 0
            if select.select([self.wake], [], [], POLL_SECONDS)[0]:
                os.read(self.wake, 512)
        return server.returncode

    def _nobody_for_long(self) -> bool:
        """On True we keep the clients' lock, so that nobody uses a server that is about to stop."""
        try:
            fcntl.flock(self.clients, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.last_used = time.monotonic()
            return False
        if time.monotonic() - self.last_used >= self.idle_seconds:
            return True
        fcntl.flock(self.clients, fcntl.LOCK_UN)
        return False

    def _end(self, server: "subprocess.Popen[bytes]") -> None:
        for number, seconds in zip(self.stop_signals, STOP_SECONDS, strict=False):
            server.send_signal(number)
            try:
                server.wait(seconds)
            except subprocess.TimeoutExpired:
                continue
            return
        server.kill()
        server.wait()


def take_lock(path: str) -> int:
    """Take the watchdog's lock. It retries, as a client that tests the lock holds it for an instant."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                sys.exit(f"another watchdog holds {path}")
            time.sleep(0.01)
        else:
            os.ftruncate(descriptor, 0)
            os.write(descriptor, str(os.getpid()).encode())
            return descriptor


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lock", required=True)
    parser.add_argument("--clients", required=True)
    parser.add_argument("--idle-seconds", type=float, required=True)
    parser.add_argument("--stop-signals", required=True, help="numbers with commas, the softest first")
    parser.add_argument("command", nargs="+", help="{watchdog} in it becomes our pid")
    options = parser.parse_args(arguments)
    # The parent returns only once the child has the lock, so that our starter finds it held.
    ready, ready_signal = os.pipe()
    if os.fork():  # our starter waits for this process only: it has no zombie to reap later
        os.close(ready_signal)
        return 0 if os.read(ready, 1) else 1
    os.setsid()
    take_lock(options.lock)
    clients = os.open(options.clients, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    signals = [int(number) for number in options.stop_signals.split(",")]
    watchdog = Watchdog(clients, options.command, options.idle_seconds, signals)
    watchdog.listen()
    os.write(ready_signal, b"+")
    os.close(ready_signal)
    return watchdog.run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
