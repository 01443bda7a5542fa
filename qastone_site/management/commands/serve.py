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

from commands.lines import manage_line
from qastone_site import serving
from qastone_site.accounts.services import SetupClosed, new_setup_code
from qastone_site.embedded.locks import try_exclusive
from qastone_site.embedded.paths import make_private
from qastone_site.embedded.server import Server, ServerError
from qastone_site.supervisor import GivenUpError, Supervisor, end_recorded

READY_SECONDS = 60.0
RELEASE_SECONDS = 10.0


class Stopped(Exception):
    """SIGTERM, SIGINT or SIGHUP arrived before everything ran."""


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
        os.umask(0o077)  # what the site keeps is its owner's alone
        make_private(settings.QASTONE_VAR)
        self.supervisor: Supervisor | None = None
        self.ending = False
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._asked_to_stop)
        self._be_the_only_one()
        servers = serving.embedded_servers()
        try:
            with self._released_in_the_end(servers):
                self._serve(servers, **options)
        except Stopped:
            self._say("stopped")
        except OperationalError as error:
            raise CommandError(f"The database does not answer: {error}") from error
        except (ServerError, GivenUpError, serving.PortTakenError) as error:
            raise CommandError(str(error)) from error

    def _be_the_only_one(self) -> None:
        """The lock is the kernel's, so a killed earlier run is no hindrance; its file says where we are."""
        self.place = settings.QASTONE_VAR / "run" / "serve"
        if (taken := try_exclusive(self.place)) is None:
            raise CommandError(f"It runs already: {self.place.read_text().strip() or 'just starting'}")
        self.lock = taken
        os.ftruncate(taken, 0)
        if left := end_recorded(self.place.with_suffix(".children")):
            self._say(f"ended {left} processes that an earlier run had left behind.")

    def _serve(self, servers: list[Server], **options: Any) -> None:
        begun = time.monotonic()
        listener = serving.listen(options["host"], options["port"])
        url = serving.address(listener)
        os.pwrite(self.lock, f"{url}/ (process {os.getpid()})".encode(), 0)
        for server in servers:
            self._say(f"starting {server.name.capitalize()}")
            server.ensure()
            server.start()
        code = self._prepare(**options)
        serving.share_metrics()
        supervisor = Supervisor(
            serving.programs(listener),
            servers,
            folder=settings.BASE_DIR,
            logs=settings.QASTONE_VAR / "log",
            record=self.place.with_suffix(".children"),
            say=self._say,
        )
        self.supervisor = supervisor
        try:
            self._say("starting web, worker and beat")
            supervisor.start()
            self._wait(supervisor, url)
            if not supervisor.stopping:
                self._announce(url, code, time.monotonic() - begun, chosen=options["port"] is None)
            supervisor.run()
        finally:
            self._say("stopping")
            supervisor.stop()
            listener.close()

    def _prepare(self, **options: Any) -> str | None:
        """From this one process: two that migrate at once would meet in CREATE EXTENSION."""
        self._say("migrating the database")
        call_command("migrate", interactive=False, verbosity=0)
        if not options["no_demo"]:
            self._say("seeding the demonstration")
            call_command("seed_demo", verbosity=0, stderr=io.StringIO())
        if not options["no_quickstart"]:
            self._install()
        self._say("collecting static files")
        serving.collect_static()
        try:
            return new_setup_code()
        except SetupClosed:
            return None
        finally:
            connections.close_all()

    def _install(self) -> None:
        try:
            call_command("install_quickstart", stderr=io.StringIO())
        except CommandError as error:  # edited here: a site starts with what it has
            self._say(f"the quickstart stays as it was: {error}")

    def _wait(self, supervisor: Supervisor, url: str) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not (supervisor.stopping or serving.answers(url)):
            supervisor.look()
            if time.monotonic() > deadline:
                raise GivenUpError(f"The web process does not answer; see {settings.QASTONE_VAR / 'log'}")
            time.sleep(0.1)

    def _announce(self, url: str, code: str | None, seconds: float, *, chosen: bool) -> None:
        if chosen and not url.endswith(f":{serving.FIRST_PORT}"):
            self._say(f"port {serving.FIRST_PORT} is taken, so another one was chosen")
        lines = ["", f"  QA.Stone is ready ({seconds:.1f} s):  {url}/"]
        if code is not None:
            lines.append(f"  Set-up code, good for one use:  {code}   at {url}{reverse('setup')}")
            lines.append(f"  A new code:  {manage_line(settings.BASE_DIR, 'setup_code')}")
        lines += [f"  Logs: {settings.QASTONE_VAR / 'log'}   Stop: Ctrl-C", ""]
        self.stdout.write("\n".join(lines))
        self.stdout.flush()

    @contextlib.contextmanager
    def _released_in_the_end(self, servers: list[Server]) -> Iterator[None]:
        try:
            yield
        finally:
            connections.close_all()
            for server in servers:
                server.release()
            deadline = time.monotonic() + RELEASE_SECONDS
            while (kept := [s for s in servers if s.is_kept()]) and time.monotonic() < deadline:
                time.sleep(0.05)
            for server in kept:
                self._say(f"{server.name.capitalize()} stays up for another process that uses it.")
            os.ftruncate(self.lock, 0)

    def _asked_to_stop(self, number: int, frame: FrameType | None) -> None:
        if self.supervisor is not None:
            self.supervisor.ask_to_stop()
        elif not self.ending:  # a second signal must not interrupt the clean-up
            self.ending = True
            raise Stopped

    def _say(self, what: str) -> None:
        self.stderr.write(f"qastone: {what}", style_func=str)
