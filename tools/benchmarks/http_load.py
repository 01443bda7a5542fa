"""Clients over real HTTP: threads of this process with one persistent connection each, and their measurements."""

import http.client
import statistics
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class HttpCall:
    """One request; `body` and `headers` are called anew for each sending."""

    method: str
    path: str
    body: Callable[[], str | None] = lambda: None
    headers: Callable[[], dict[str, str]] = dict


@dataclass
class LoadTally:
    """Seconds and body of each answered request, and how many requests failed."""

    seconds: list[float] = field(default_factory=list)
    answers: list[bytes] = field(default_factory=list)
    failed: int = 0
    elapsed: float = 0.0

    def figures(self) -> dict[str, float]:
        if not self.seconds:
            raise RuntimeError(f"Nothing was answered; {self.failed} requests failed.")
        ordered = sorted(self.seconds)
        return {
            "requests_per_second": round(len(ordered) / self.elapsed, 1),
            "median_ms": round(statistics.median(ordered) * 1000, 1),
            "p95_ms": round(ordered[int(len(ordered) * 0.95)] * 1000, 1),
            "p99_ms": round(ordered[int(len(ordered) * 0.99)] * 1000, 1),
            "failed": self.failed,
        }


def call_once(port: int, call: HttpCall) -> bytes:
    """The body of the answer. Raises RuntimeError for a status of 300 or more, OSError without an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(call.method, call.path, call.body(), call.headers())
    answer = connection.getresponse()
    text = answer.read()
    if answer.status >= 300:
        raise RuntimeError(f"{call.method} {call.path} answered {answer.status}: {text[:300]!r}")
    return text


def run(calls: Sequence[HttpCall], tally: LoadTally, *, port: int, seconds: float) -> None:
    """Repeat each of the calls for so many seconds, each in a client of its own."""
    begin = time.perf_counter()
    until = begin + seconds
    threads = [threading.Thread(target=_client, args=(call, tally, port, until)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tally.elapsed += time.perf_counter() - begin


def _client(call: HttpCall, tally: LoadTally, port: int, until: float) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    while (begin := time.perf_counter()) < until:
        try:
            connection.request(call.method, call.path, call.body(), call.headers())
            answer = connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            tally.failed += 1
            connection.close()  # the next request opens it again
            continue
        if answer.status < 300:
            tally.answers.append(text)
            tally.seconds.append(time.perf_counter() - begin)
        else:
            tally.failed += 1
