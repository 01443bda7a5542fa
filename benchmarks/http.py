"""Requests a second over real HTTP: storing a stone and reading LOD-0, beside bare Django views in the same run.

A site of its own (database, broker, web process) in a folder that goes away afterwards. The clients are threads of
this process with one kept connection each; measures take turns, so that a machine that drifts hits all alike.
"""

import http.client
import json
import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from qastone_site.embedded.postgres import Postgres
from qastone_site.embedded.valkey import Valkey

ROOT = Path(__file__).resolve().parent.parent
CONTENT = (ROOT / "qastone_site" / "demo" / "task-retry-uploads.md").read_text()
START_SECONDS = 60.0


@dataclass(frozen=True)
class Call:
    """One request: method, path, and what makes its body and headers anew each time."""

    method: str
    path: str
    body: Callable[[], str | None] = lambda: None
    headers: Callable[[], dict[str, str]] = dict


@dataclass
class Tally:
    """The seconds of each answered request, and how many failed."""

    seconds: list[float] = field(default_factory=list)
    failed: int = 0
    elapsed: float = 0.0

    def figures(self) -> dict[str, float]:
        ordered = sorted(self.seconds)
        return {
            "requests_per_second": round(len(ordered) / self.elapsed, 1),
            "median_ms": round(statistics.median(ordered) * 1000, 1),
            "p95_ms": round(ordered[int(len(ordered) * 0.95)] * 1000, 1),
            "failed": self.failed,
        }


def measure(*, seconds: float, rounds: int, clients: int) -> dict[str, object]:
    """All four measures in turns of `seconds / rounds` each. Returns the JSON line's object."""
    with tempfile.TemporaryDirectory(prefix="qastone-bench-") as folder, site(Path(folder)) as (port, token):
        calls = _calls(port, token)
        tallies = {name: Tally() for name in calls}
        for _ in range(rounds):
            for name, call in calls.items():
                _run(call, tallies[name], port=port, seconds=seconds / rounds, clients=clients)
    measured = {name: tally.figures() for name, tally in tallies.items()}
    return {
        "benchmark": "http",
        "clients": clients,
        "seconds_each": seconds,
        **measured,
        "store_to_bare_insert": _ratio(measured, "store_stone", "bare_insert"),
        "read_to_bare_select": _ratio(measured, "read_lod0", "bare_select"),
    }


def _ratio(measured: dict[str, dict[str, float]], ours: str, bare: str) -> float:
    return round(measured[ours]["requests_per_second"] / measured[bare]["requests_per_second"], 2)


def _calls(port: int, token: str) -> dict[str, Call]:
    auth = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def body() -> str:
        return json.dumps({"content": f"{secrets.token_hex(8)} {CONTENT}", "generate_lods": False})

    store = Call("POST", "/api/format-qastone", body, lambda: auth)
    stored = json.loads(_once(port, store))
    return {
        "bare_select": Call("GET", "/bench/select"),
        "read_lod0": Call("GET", f"/api/stone/{stored['border_hash']}/lod/0", headers=lambda: auth),
        "bare_insert": Call("POST", "/bench/insert", body, lambda: {"Bench-Key": secrets.token_hex(16)}),
        "store_stone": store,
    }


def _once(port: int, call: Call) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(call.method, call.path, call.body(), call.headers())
    answer = connection.getresponse()
    text = answer.read()
    if answer.status >= 300:
        raise RuntimeError(f"{call.method} {call.path} answered {answer.status}: {text[:300]!r}")
    return text


def _run(call: Call, tally: Tally, *, port: int, seconds: float, clients: int) -> None:
    begin = time.perf_counter()
    until = begin + seconds
    threads = [threading.Thread(target=_client, args=(call, tally, port, until)) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tally.elapsed += time.perf_counter() - begin


def _client(call: Call, tally: Tally, port: int, until: float) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    while (begin := time.perf_counter()) < until:
        connection.request(call.method, call.path, call.body(), call.headers())
        answer = connection.getresponse()
        answer.read()
        if answer.status < 300:
            tally.seconds.append(time.perf_counter() - begin)
        else:
            tally.failed += 1


@contextmanager
def site(folder: Path) -> Iterator[tuple[int, str]]:
    """A fresh site with one web process. Yields its port and an agent's token."""
    folder.chmod(0o755)  # the database's own user must get in when root starts it
    environment = os.environ | {
        "QASTONE_VAR": str(folder / "var"),
        "DJANGO_SETTINGS_MODULE": "benchmarks.http_settings",
        "LOG_LEVEL": "ERROR",
    }
    for name in ("DATABASE_URL", "CELERY_BROKER_URL"):
        environment.pop(name, None)
    with _servers(folder / "var"):
        _manage(environment, "migrate", "--verbosity", "0")
        _manage(environment, "seed_demo")
        _manage(environment, "shell", "-c", _HEARTBEAT)
        token = json.loads(_manage(environment, "create_agent", "bench", "--json"))["token"]
        port = _free_port()
        command = [sys.executable, "-m", "uvicorn", "qastone_site.asgi:application", "--port", str(port)]
        web = subprocess.Popen([*command, "--log-level", "warning"], cwd=ROOT, env=environment)
        try:
            _wait_for(port)
            yield port, token
        finally:
            web.terminate()
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


def _manage(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment, check=True, text=True, stdout=subprocess.PIPE
    ).stdout


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _wait_for(port: int) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        try:
            _once(port, Call("GET", "/health"))
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"the web process did not answer within {START_SECONDS:.0f} s")
