"""The programs that `manage.py serve` runs, web processes, workers and beat, and their preparation."""

import hashlib
import os
import shutil
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command

from qastone_site.embedded import server_paths
from qastone_site.embedded.embedded_postgres import Postgres
from qastone_site.embedded.embedded_server import EmbeddedServer
from qastone_site.embedded.embedded_valkey import Valkey
from qastone_site.environment import SITE_STARTED
from qastone_site.static_files import made_by
from qastone_site.supervisor import SiteProgram

# Threads, as each mostly waits for a receiver.
WEBHOOK_THREADS = 10
# Of the worker that writes answers: each waits for a model.
ANSWER_THREADS = 8
FIRST_PORT = 8000
NEXT_PORTS = 20


class PortTakenError(RuntimeError):
    """No port is free, or the one that was asked for is in use."""


def embedded_servers() -> list[EmbeddedServer]:
    """The embedded servers that no environment variable has replaced."""
    servers: list[EmbeddedServer] = []
    if settings.DATABASES["default"]["ENGINE"] == "qastone_site.db.embedded":
        servers.append(Postgres(settings.QASTONE_VAR))
    if server_paths.valkey_url(settings.QASTONE_VAR) == settings.CELERY_BROKER_URL:
        servers.append(Valkey(settings.QASTONE_VAR))
    return servers


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket: on `port`, or on the first free one from 8000 upwards.

    The supervisor holds it and passes it to the web processes, so that their restart loses neither port nor waiting
    clients. Raises PortTakenError.
    """
    for candidate in [port] if port is not None else [*range(FIRST_PORT, FIRST_PORT + NEXT_PORTS), 0]:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Inherited by what it accepts; uvicorn takes a socket by its number for a Unix one and leaves this out, and
        # each answer in two packets would wait 40 ms for the client's acknowledgement.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(2048)
        except OSError as error:
            listener.close()
            if port is not None:
                raise PortTakenError(f"Cannot listen on {host} port {port}: {error.strerror}.") from error
            reason = error
        else:
            return listener
    raise PortTakenError(f"Cannot listen on {host}: {reason.strerror}.") from reason


def address(listener: socket.socket) -> str:
    """Its URL for a browser on this machine."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - read, not bound
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def programs(listener: socket.socket) -> list[SiteProgram]:
    # `serve` has run the checks, which load every view and serializer: a third of what a worker would load and keep.
    celery = [sys.executable, "-m", "celery", "-A", "qastone_site", "--skip-checks"]
    web = [sys.executable, "-m", "uvicorn", "qastone_site.asgi:application", "--fd", str(listener.fileno())]
    web += ["--lifespan", "on", "--no-access-log", "--no-proxy-headers", "--timeout-graceful-shutdown", "5"]
    worker = [*celery, "worker", "--loglevel", "INFO", "--without-gossip", "--without-mingle"]
    concurrency = str(min(2, os.cpu_count() or 1))
    webhooks = ["--pool", "threads", "--concurrency", str(WEBHOOK_THREADS), "--hostname", "webhooks@%h"]
    answers = ["--pool", "threads", "--concurrency", str(ANSWER_THREADS), "--hostname", "answers@%h"]
    names = ["web", *(f"web-{number}" for number in range(2, settings.WEB_PROCESSES + 1))]
    return [
        # All of them accept from the one socket: a free one takes the next request.
        *(SiteProgram(name, web, descriptors=(listener.fileno(),)) for name in names),
        _worker("worker", [*worker, "--queues", "celery", "--concurrency", concurrency]),
        _worker("webhooks", [*worker, "--queues", "webhooks", *webhooks]),
        _worker("answers", [*worker, "--queues", "answers", *answers]),
        SiteProgram("beat", [*celery, "beat", "--loglevel", "INFO"], is_deferred=True),
    ]


def _worker(name: str, command: list[str]) -> SiteProgram:
    # SIGTERM lets tasks finish. SIGQUIT hands them back: the row is the job, another worker claims it.
    patience = ((signal.SIGTERM, 4.0), (signal.SIGQUIT, 3.0))
    return SiteProgram(name, command, stop=patience, orphan_signal=signal.SIGQUIT, is_deferred=True)


def record_start_time() -> None:
    """Let all processes that start from now on know that the site is starting: its workers come behind its pages."""
    os.environ[SITE_STARTED] = str(time.time())


def share_metrics() -> None:
    """Let all processes that start from now on share their counters, so that any of them can answer /metrics."""
    folder = settings.QASTONE_VAR / "run" / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def collect_static() -> bool:
    """Collect the static files if one of them has changed. Returns whether it did."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    fingerprint = _fingerprint()
    if stamp.exists() and stamp.read_text() == fingerprint:
        return False
    # With clear=True: otherwise it keeps a file that is newer than the changed one.
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    stamp.write_text(fingerprint)
    return True


def _fingerprint() -> str:
    # With the storage and the minifier: another one makes other files.
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode() + made_by().encode())
    for finder in finders.get_finders():
        for name, storage in finder.list([]):
            found = os.stat(storage.path(name))
            digest.update(f"{name} {found.st_mtime_ns} {found.st_size}\n".encode())
    return digest.hexdigest()


def answers(url: str) -> bool:
    """Whether the web process answers its probe."""
    try:
        with urllib.request.urlopen(f"{url}/health", timeout=2) as response:  # noqa: S310 - our own address
            return bool(response.status == 200)
    except (urllib.error.URLError, TimeoutError, ConnectionError):
        return False
