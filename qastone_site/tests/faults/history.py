"""What clients saw: every call and its answer, as they happened, one JSON line each, like Jepsen."""

import json
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

Kind = Literal["invoke", "ok", "fail", "info"]


@dataclass(frozen=True)
class Event:
    """`info`: nobody knows whether the call took effect, as its answer never came."""

    at: float
    """Seconds, monotonic, the same clock for all clients."""
    client: str
    kind: Kind
    call: str
    """send: {to, sha256, key}, ok with {tracking_id}. page: {of, after}, ok with {rows}."""
    value: dict[str, Any]


class Row(NamedTuple):
    """A message as an inbox lists it."""

    sequence: int
    tracking_id: str
    sha256: str


class History:
    """The log that all clients write to. What is in it is on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("a")
        self._lock = threading.Lock()

    def add(self, client: str, kind: Kind, call: str, **value: Any) -> None:
        with self._lock:
            event = Event(time.monotonic(), client, kind, call, value)
            self._file.write(json.dumps(asdict(event)) + "\n")
            self._file.flush()

    def close(self) -> None:
        self._file.close()


def read_history(path: Path) -> list[Event]:
    return [Event(**json.loads(line)) for line in path.read_text().splitlines()]
