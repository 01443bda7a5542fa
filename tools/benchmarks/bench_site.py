"""A temporary site for a benchmark: database, broker and web processes in a folder of their own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from qastone_site.embedded.embedded_postgres import Postgres
from qastone_site.embedded.embedded_valkey import Valkey
from qastone_site.site_programs import listen
from tools.benchmarks.http_load import HttpCall, call_once

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60.0


@dataclass(frozen=True)
class BenchSite:
    """A site that answers on `port`."""

    port: int
    environment: Mapping[str, str]

    def agent(self, name: str) -> str:
        """The token of a new agent."""
        made = manage(self.environment, "create_agent", name, "--json")
        return str(json.loads(made)["token"])


@contextmanager
def site(folder: Path, processes: int = 1) -> Iterator[BenchSite]:
    """A new site with so many web processes. Raises TimeoutError when it does not answer."""
    folder.chmod(0o755)  # the database's own user must get in when root starts it
    environment = os.environ | {
        "QASTONE_VAR": str(folder / "var"),
        "DJANGO_SETTINGS_MODULE": "tools.benchmarks.http_settings",
        "LOG_LEVEL": "ERROR",
    }
    for name in ("DATABASE_URL", "CELERY_BROKER_URL"):
        environment.pop(name, None)
    with _servers(folder / "var"):
        manage(environment, "migrate", "--verbosity", "0")
        manage(environment, "seed_demo")
        manage(environment, "shell", "-c", _HEARTBEAT)
        with listen("127.0.0.1", 0) as listener:
            port = listener.getsockname()[1]
            command = [sys.executable, "-m", "uvicorn", "qastone_site.asgi:application"]
            command += ["--fd", str(listener.fileno()), "--log-level", "warning", "--lifespan", "on"]
            command.append("--no-proxy-headers")
            webs = [
                subprocess.Popen(command, cwd=ROOT, env=environment, pass_fds=[listener.fileno()])
                for _ in range(processes)
            ]
            try:
                _wait_for(port)
                yield BenchSite(port, environment)
            finally:
                for web in webs:
                    web.terminate()
                for web in webs:
                    web.wait(timeout=20)


@contextmanager
def _servers(var: Path) -> Iterator[None]:
    servers = (Postgres(var), Valkey(var))
    try:
        for server in servers:
            server.ensure()
        yield
    finally:
        for server in servers:
            server.stop()


_HEARTBEAT = """
from django.utils import timezone
from qastone_site.models import Heartbeat
Heartbeat.objects.create(name="bench", at=timezone.now())
"""


def manage(environment: Mapping[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment, check=True, text=True, stdout=subprocess.PIPE
    ).stdout


def _wait_for(port: int) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        try:
            call_once(port, HttpCall("GET", "/health"))
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"the web process did not answer within {START_SECONDS:.0f} s")
