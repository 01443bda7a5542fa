"""The programs that `manage.py serve` runs: web processes, workers and beat."""

import gc
import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from functools import partial
from importlib import import_module

from celery import Celery
from django.conf import settings

from qastone_site.embedded import server_paths
from qastone_site.embedded.embedded_postgres import Postgres
from qastone_site.embedded.embedded_server import EmbeddedServer
from qastone_site.embedded.embedded_valkey import Valkey
from qastone_site.environment import SITE_STARTED
from qastone_site.supervisor import SiteProgram

# Threads, as each mostly waits for a receiver.
WEBHOOK_THREADS = 10
# Of the worker that writes answers: each waits for a model.
ANSWER_THREADS = 8
FIRST_PORT = 8000
NEXT_PORTS = 20
# Of all programs together. Not the site itself: it reads which static files there are.
SHARED_MODULES = (
    "qastone_site.urls",
    "qastone_site.held_responses",
    "qastone_site.long_poll",
    "qastone_site.mcp_server.mcp_http",
    "a2wsgi",
    "uvicorn",
    "celery.apps.worker",
    "celery.bin.celery",
)


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

    The supervisor holds it and the web processes have it from there, so that their restart loses neither port nor
    waiting clients. Raises PortTakenError.
    """
    for candidate in [port] if port is not None else [*range(FIRST_PORT, FIRST_PORT + NEXT_PORTS), 0]:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Inherited by what it accepts; asyncio sets it where a socket names its protocol, and without it each answer
        # in two packets would wait 40 ms for the client's acknowledgement.
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


def load_shared() -> None:
    """Load what the programs need before they are forked."""
    middleware = (path.rpartition(".")[0] for path in settings.MIDDLEWARE)
    for module in (*SHARED_MODULES, *middleware):
        import_module(module)
    _celery_app().loader.import_default_modules()
    gc.collect()
    gc.freeze()  # collections would write into pages that are shared


def programs(listener: socket.socket) -> list[SiteProgram]:
    worker = ["worker", "--without-gossip", "--without-mingle"]
    concurrency = str(min(2, os.cpu_count() or 1))
    webhooks = ["--pool", "threads", "--concurrency", str(WEBHOOK_THREADS), "--hostname", "webhooks@%h"]
    answers = ["--pool", "threads", "--concurrency", str(ANSWER_THREADS), "--hostname", "answers@%h"]
    names = ["web", *(f"web-{number}" for number in range(2, settings.WEB_PROCESSES + 1))]
    return [
        # All of them accept from the one socket: a free one takes the next request.
        *(SiteProgram(name, partial(run_web, listener)) for name in names),
        _worker("worker", [*worker, "--queues", "celery", "--concurrency", concurrency], listener),
        _worker("webhooks", [*worker, "--queues", "webhooks", *webhooks], listener),
        _worker("answers", [*worker, "--queues", "answers", *answers], listener),
        SiteProgram(
            "beat",
            partial(run_celery, ["beat"]),
            is_deferred=True,
            closed=(listener.fileno(),),
        ),
    ]


def _worker(name: str, arguments: list[str], listener: socket.socket) -> SiteProgram:
    # SIGTERM lets tasks finish. SIGQUIT hands them back: the row is the job, another worker claims it.
    patience = ((signal.SIGTERM, 4.0), (signal.SIGQUIT, 3.0))
    run = partial(run_celery, arguments)
    return SiteProgram(
        name,
        run,
        stop=patience,
        orphan_signal=signal.SIGQUIT,
        is_deferred=True,
        closed=(listener.fileno(),),
    )


def run_web(listener: socket.socket) -> None:
    import uvicorn

    config = uvicorn.Config(
        "qastone_site.asgi:application",
        lifespan="on",
        access_log=False,
        log_config=None,  # the site's own
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    server.run(sockets=[listener])
    if not server.started:
        sys.exit("the web server did not start")


def run_celery(arguments: list[str]) -> None:
    sys.argv = ["celery", *arguments]  # the worker's title in `ps`
    sys.exit(_celery_app().start(arguments))


def _celery_app() -> Celery:
    # `serve` has run the checks, which would load every view and serializer again.
    os.environ["CELERY_SKIP_CHECKS"] = "true"
    from qastone_site.celery import app  # settles Celery's settings, which nothing else here needs

    return app


def record_start_time() -> None:
    """Let all processes that start from now on know that the site is starting: its workers come behind its pages."""
    os.environ[SITE_STARTED] = str(time.time())


def answers(url: str) -> bool:
    """Whether the web process answers its probe."""
    try:
        with urllib.request.urlopen(f"{url}/health", timeout=2) as response:  # noqa: S310 - our own address
            return bool(response.status == 200)
    except (urllib.error.URLError, TimeoutError, ConnectionError):
        return False
