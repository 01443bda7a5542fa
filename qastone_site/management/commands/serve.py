"""Run the whole site on one machine: embedded servers, web, worker, beat. `script/server` calls it."""

import contextlib
import os
import signal
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from functools import partial
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.base import BaseCommand
from django.urls import reverse

from core.cli.shell_lines import manage_command_line
from qastone_site import site_programs
from qastone_site.child_processes import ChildEndedError, call_in_child, forks
from qastone_site.embedded.embedded_server import EmbeddedServer, EmbeddedServerError
from qastone_site.embedded.file_locks import try_exclusive
from qastone_site.embedded.server_paths import make_private
from qastone_site.prepare_site import prepare, say
from qastone_site.shared_metrics import forget_metrics
from qastone_site.supervisor import GivenUpError, Supervisor, end_recorded
from qastone_site.timed_steps import timed_step

READY_SECONDS = 60.0
RELEASE_SECONDS = 10.0


def port_number(text: str) -> int:
    """Raises ArgumentTypeError for what no program can listen on."""
    if not (text.isascii() and text.isdigit() and int(text) <= 65_535):
        raise ArgumentTypeError(f"{text[:20]} is no port: 0 to 65535, 0 for any that is free")
    return int(text)


class StopRequested(Exception):
    """SIGTERM, SIGINT or SIGHUP arrived before everything was started."""


class Command(BaseCommand):
    help = "Run the whole site on this machine until Ctrl-C: database, broker, web, worker, beat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument(
            "--port", type=port_number, help="the port; without it, the first free one from 8000 on"
        )
        parser.add_argument("--no-demo", action="store_true", help="leave the demonstration out")
        parser.add_argument(
            "--no-quickstart", action="store_true", help="leave the collection about QA.Stone out"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        os.umask(0o077)  # the site's files are for its owner alone
        make_private(settings.QASTONE_VAR)
        self.supervisor: Supervisor | None = None
        self.ending = False
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._on_stop_signal)
        self.acquire_lock()
        servers = site_programs.embedded_servers()
        try:
            with self._released_in_the_end(servers):
                self._serve(servers, **options)
        except StopRequested:
            say("stopped")
        except (ChildEndedError, EmbeddedServerError, GivenUpError, site_programs.PortTakenError) as error:
            raise CommandError(str(error)) from error

    def acquire_lock(self) -> None:
        """Raises CommandError where the site runs already. The kernel releases the lock of a killed run; the file
        holds the site's address.
        """
        self.place = settings.QASTONE_VAR / "run" / "serve"
        if (lock := try_exclusive(self.place)) is None:
            raise CommandError(f"It runs already: {self.place.read_text().strip() or 'just starting'}")
        self.lock = lock
        os.ftruncate(lock, 0)
        if left := end_recorded(self.place.with_suffix(".children")):
            say(f"ended {left} process{'es' * (left > 1)} that an earlier run had left behind.")

    def _serve(self, servers: list[EmbeddedServer], **options: Any) -> None:
        started = time.monotonic()
        listener = site_programs.listen(options["host"], options["port"])
        url = site_programs.address(listener)
        os.pwrite(self.lock, f"{url}/ (process {os.getpid()})".encode(), 0)
        for server in servers:
            with timed_step(f"starting {server.name.capitalize()}", say):
                server.ensure()
                server.start()
        forget_metrics()
        preparing = partial(
            prepare, has_demo=not options["no_demo"], has_quickstart=not options["no_quickstart"]
        )
        load = site_programs.load_shared if forks() else lambda: None
        code = call_in_child(preparing, name="prepare", held=[self.lock], meanwhile=load)
        site_programs.record_start_time()
        supervisor = Supervisor(
            site_programs.programs(listener),
            servers,
            folder=settings.BASE_DIR,
            logs=settings.QASTONE_VAR / "log",
            record=self.place.with_suffix(".children"),
            say=say,
            held=[self.lock],
        )
        self.supervisor = supervisor
        try:
            supervisor.start()
            say("starting the web server")
            self._wait(supervisor, url)
            if not supervisor.stopping:
                supervisor.start_deferred()
                self._announce(url, code, time.monotonic() - started, chosen=options["port"] is None)
            supervisor.run()
        finally:
            say("stopping")
            supervisor.stop()
            listener.close()

    def _wait(self, supervisor: Supervisor, url: str) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not (supervisor.stopping or site_programs.answers(url)):
            supervisor.restart_ended()
            if time.monotonic() > deadline:
                raise GivenUpError(f"The web process does not answer; see {settings.QASTONE_VAR / 'log'}")
            time.sleep(0.1)

    def _announce(self, url: str, code: str | None, seconds: float, *, chosen: bool) -> None:
        if chosen and not url.endswith(f":{site_programs.FIRST_PORT}"):
            say(f"port {site_programs.FIRST_PORT} is taken, so another one was chosen")
        lines = ["", f"  QA.Stone is ready ({seconds:.1f} s):  {url}/"]
        if code is not None:
            lines.append(f"  Set-up code, good for one use:  {code}   at {url}{reverse('setup')}")
            lines.append(f"  A new code:  {manage_command_line(settings.BASE_DIR, 'setup_code')}")
        lines += [f"  Logs: {settings.QASTONE_VAR / 'log'}   Stop: Ctrl-C", ""]
        self.stdout.write("\n".join(lines))
        self.stdout.flush()

    @contextlib.contextmanager
    def _released_in_the_end(self, servers: list[EmbeddedServer]) -> Iterator[None]:
        try:
            yield
        finally:
            for server in servers:
                server.release()
            deadline = time.monotonic() + RELEASE_SECONDS
            while (running := [s for s in servers if s.is_running()]) and time.monotonic() < deadline:
                time.sleep(0.05)
            for server in running:
                say(f"{server.name.capitalize()} stays up for another process that uses it.")
            os.ftruncate(self.lock, 0)

    def _on_stop_signal(self, number: int, frame: FrameType | None) -> None:
        if self.supervisor is not None:
            self.supervisor.ask_to_stop()
        elif not self.ending:  # a second signal must not interrupt the clean-up
            self.ending = True
            raise StopRequested
