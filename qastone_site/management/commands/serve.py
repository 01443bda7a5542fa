"""Run the whole site on one machine: embedded servers, web, worker, beat. `script/server` calls it."""

import contextlib
import io
import os
import signal
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connections
from django.urls import reverse

from core.cli.shell_lines import manage_command_line
from qastone_site import site_programs
from qastone_site.accounts.first_setup import SetupClosed, new_setup_code
from qastone_site.embedded.embedded_server import EmbeddedServer, EmbeddedServerError
from qastone_site.embedded.file_locks import try_exclusive
from qastone_site.embedded.server_paths import make_private
from qastone_site.supervisor import GivenUpError, Supervisor, end_recorded
from qastone_site.timed_steps import timed_step

READY_SECONDS = 60.0
RELEASE_SECONDS = 10.0


class StopRequested(Exception):
    """SIGTERM, SIGINT or SIGHUP arrived before everything was started."""


class Command(BaseCommand):
    help = "Run the whole site on this machine until Ctrl-C: database, broker, web, worker, beat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, help="the port; without it, the first free one from 8000 on")
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
            self._print("stopped")
        except OperationalError as error:
            raise CommandError(f"The database does not answer: {error}") from error
        except (EmbeddedServerError, GivenUpError, site_programs.PortTakenError) as error:
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
            self._print(f"ended {left} processes that an earlier run had left behind.")

    def _serve(self, servers: list[EmbeddedServer], **options: Any) -> None:
        started = time.monotonic()
        listener = site_programs.listen(options["host"], options["port"])
        url = site_programs.address(listener)
        os.pwrite(self.lock, f"{url}/ (process {os.getpid()})".encode(), 0)
        for server in servers:
            with timed_step(f"starting {server.name.capitalize()}", self._print):
                server.ensure()
                server.start()
        code = self._prepare(**options)
        site_programs.share_metrics()
        site_programs.record_start_time()
        supervisor = Supervisor(
            site_programs.programs(listener),
            servers,
            folder=settings.BASE_DIR,
            logs=settings.QASTONE_VAR / "log",
            record=self.place.with_suffix(".children"),
            say=self._print,
        )
        self.supervisor = supervisor
        try:
            with timed_step("starting the web server", self._print):
                supervisor.start()
                self._wait(supervisor, url)
            if not supervisor.stopping:
                supervisor.start_deferred()
                self._announce(url, code, time.monotonic() - started, chosen=options["port"] is None)
            supervisor.run()
        finally:
            self._print("stopping")
            supervisor.stop()
            listener.close()

    def _prepare(self, **options: Any) -> str | None:
        """In this one process: two that migrate at once would conflict in CREATE EXTENSION. Returns the set-up code,
        None once the site is set up.
        """
        with timed_step("migrating the database", self._print):
            call_command("migrate", interactive=False, verbosity=0)
        if not options["no_demo"]:
            with timed_step("seeding the demonstration", self._print):
                call_command("seed_demo", verbosity=0, stderr=io.StringIO())
        if not options["no_quickstart"]:
            with timed_step("installing the collection about QA.Stone", self._print):
                self._install()
        with timed_step("collecting static files", self._print):
            site_programs.collect_static()
        try:
            return new_setup_code()
        except SetupClosed:
            return None
        finally:
            connections.close_all()

    def _install(self) -> None:
        try:
            call_command("install_quickstart", stderr=io.StringIO())
        except CommandError as error:  # entries were edited here: the site starts with those
            self._print(f"the quickstart stays as it was: {error}")

    def _wait(self, supervisor: Supervisor, url: str) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not (supervisor.stopping or site_programs.answers(url)):
            supervisor.look()
            if time.monotonic() > deadline:
                raise GivenUpError(f"The web process does not answer; see {settings.QASTONE_VAR / 'log'}")
            time.sleep(0.1)

    def _announce(self, url: str, code: str | None, seconds: float, *, chosen: bool) -> None:
        if chosen and not url.endswith(f":{site_programs.FIRST_PORT}"):
            self._print(f"port {site_programs.FIRST_PORT} is taken, so another one was chosen")
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
            connections.close_all()
            for server in servers:
                server.release()
            deadline = time.monotonic() + RELEASE_SECONDS
            while (running := [s for s in servers if s.is_running()]) and time.monotonic() < deadline:
                time.sleep(0.05)
            for server in running:
                self._print(f"{server.name.capitalize()} stays up for another process that uses it.")
            os.ftruncate(self.lock, 0)

    def _on_stop_signal(self, number: int, frame: FrameType | None) -> None:
        if self.supervisor is not None:
            self.supervisor.ask_to_stop()
        elif not self.ending:  # a second signal must not interrupt the clean-up
            self.ending = True
            raise StopRequested

    def _print(self, what: str) -> None:
        self.stderr.write(f"qastone: {what}", style_func=str)
