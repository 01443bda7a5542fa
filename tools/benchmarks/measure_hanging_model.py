"""What askers whose model never answers cost the others: a page's p95 beside theirs and without them, in one run.

A whole site as `manage.py serve` runs it, with one web process; the model's server accepts every call and is silent.
"""

import http.client
import json
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.parse import urlsplit

import psutil

from core.http.tests.local_server import LocalServer
from core.llm.wire_doubles import CHAT, hang
from qastone_site.tests.whole_sites import Site

PATHS = ("/api/brain/tags", "/mcp/inbox/updates?wait=0", "/api/quickstart/collections")
START_SECONDS = 3.0


def measure(*, askers: int, calls: int, rounds: int) -> dict[str, Any]:
    """Milliseconds (p50, p95) of reads while nobody asks, and while `askers` wait for a model that hangs; their ratio,
    and the CPU seconds of the web process a call. Rounds of both take turns.
    """
    idle: list[float] = []
    beside: list[float] = []
    cpu = {"idle": 0.0, "beside": 0.0}
    with LocalServer() as model, _site(model.url_for("/v1")) as site:
        model.expect_request(CHAT).respond_with_handler(hang)
        token = str(json.loads(site.command("create_agent", "bench", "--json"))["token"])
        [web] = site.processes("qastone: web")[:1]
        _read(site.url, token, calls)  # warm
        for _ in range(rounds):
            cpu["idle"] += _timed(web, lambda: idle.extend(_read(site.url, token, calls)))
            with _asking(site.url, token, askers):
                cpu["beside"] += _timed(web, lambda: beside.extend(_read(site.url, token, calls)))
    found = {name: _milliseconds(times) for name, times in (("idle", idle), ("beside_askers", beside))}
    ratio = found["beside_askers"]["p95"] / found["idle"]["p95"]
    per_call = {name: round(1000 * seconds / (calls * rounds), 2) for name, seconds in cpu.items()}
    return {"askers": askers, **found, "p95_ratio": round(ratio, 2), "web_cpu_ms_a_call": per_call}


@contextmanager
def _site(model_url: str) -> Iterator[Site]:
    with tempfile.TemporaryDirectory(prefix="qastone-bench-") as folder:
        Path(folder).chmod(0o755)
        named = {"LLM_BASE_URL": model_url, "LLM_API_KEY": "none", "LLM_MODEL": "silent"}
        site = _BenchSite(Path(folder) / "var", WEB_PROCESSES="1", **named)
        try:
            yield site
        finally:
            site.stop()


class _BenchSite(Site):
    is_prepared = False


def _read(url: str, token: str, calls: int) -> list[float]:
    """Seconds of each of so many reads, one after the other."""
    times = []
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    for number in range(calls):
        began = time.perf_counter()
        connection.request("GET", PATHS[number % len(PATHS)], headers={"Authorization": f"Bearer {token}"})
        response = connection.getresponse()
        response.read()
        assert response.status in (200, 204), response.status
        times.append(time.perf_counter() - began)
    connection.close()
    return times


@contextmanager
def _asking(url: str, token: str, askers: int) -> Iterator[None]:
    """So many questions wait for their answers inside the block; then they are stopped."""
    threads = [threading.Thread(target=_ask, args=(url, token), daemon=True) for _ in range(askers)]
    for thread in threads:
        thread.start()
    time.sleep(START_SECONDS)
    assert all(thread.is_alive() for thread in threads), "an asker was answered"
    yield
    for answer_url in _stops:
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        connection.request("POST", answer_url, headers={"Authorization": f"Bearer {token}"})
        connection.getresponse().read()
        connection.close()
    for thread in threads:
        thread.join(60)
    _stops.clear()


_stops: list[str] = []


def _ask(url: str, token: str) -> None:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=120)
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Accept": "text/event-stream",
    }
    connection.request("POST", "/api/brain/query", json.dumps({"query": "Which port?"}), headers)
    response = connection.getresponse()
    is_first = True
    while line := response.readline():
        if is_first and line.startswith(b"data: "):
            is_first = False
            _stops.append(json.loads(line[6:])["stop"])
    connection.close()


def _timed(process: psutil.Process, work: Any) -> float:
    """CPU seconds of a process meanwhile."""
    before = sum(process.cpu_times()[:2])
    work()
    return float(sum(process.cpu_times()[:2]) - before)


def _milliseconds(times: list[float]) -> dict[str, float]:
    cuts = quantiles(times, n=20)
    return {"p50": round(1000 * cuts[9], 1), "p95": round(1000 * cuts[18], 1)}
