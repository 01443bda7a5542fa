"""Clients of a whole site that log every call and retry it under the same idempotency key."""

import hashlib
import http.client
import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from qastone_site.tests.faults.history import History, Row

PAUSE = 0.2
BETWEEN_MESSAGES = 0.0 if os.environ.get("TEST_ALL") else 0.15
"""Seconds from an answer to the sender's next message: without them three senders take all of two cores."""

# A load's keys are its own.
_series = count(1)


class Unanswered(Exception):
    """Whether the call took effect is not known."""


class Api:
    """One agent's calls; a connection of its own for each, as the site may be gone between two."""

    def __init__(self, url: str, token: str, timeout: float = 15.0) -> None:
        self.host = urlsplit(url).netloc
        self.token = token
        self.timeout = timeout

    def call(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, Any]:
        """Status and JSON. Raises Unanswered for what never came back whole, and for a server's error."""
        sent = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            **(headers or {}),
        }
        connection = http.client.HTTPConnection(self.host, timeout=self.timeout)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), sent)
            response = connection.getresponse()
            text = response.read()
            answer = json.loads(text) if text else None
        except (OSError, http.client.HTTPException, json.JSONDecodeError) as error:
            raise Unanswered(repr(error)) from error
        finally:
            connection.close()
        if response.status >= 500:
            raise Unanswered(f"{response.status}: {answer}")
        return response.status, answer


def text_of(key: str) -> str:
    """A message of 2 kB that no other key has."""
    return f"{key}: the upload client gives up at the first error. ".ljust(2_000, "x") + "ü\r\n§/QASTONE§\r\n"


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Load:
    """Agents that write to each other, and a reader of each inbox, until `ended` is set."""

    def __init__(self, url: str, tokens: Mapping[str, str], history: History) -> None:
        self.apis = {name: Api(url, token) for name, token in tokens.items()}
        self.history = history
        self.series = next(_series)
        self.ended = threading.Event()
        self.acknowledged = 0
        # Whose inboxes were seen to hold something.
        self.read: set[str] = set()
        self.unanswered = 0
        self.between_messages = BETWEEN_MESSAGES

    @contextmanager
    def dense(self) -> Iterator[None]:
        """Without pauses: a fault then falls into some call."""
        self.between_messages = 0.0
        time.sleep(PAUSE)
        try:
            yield
        finally:
            self.between_messages = BETWEEN_MESSAGES

    @contextmanager
    def running(self) -> Iterator["Load"]:
        jobs: list[Callable[[], None]] = []
        names = list(self.apis)
        for number, name in enumerate(names):
            to = names[(number + 1) % len(names)]
            jobs += [lambda name=name, to=to: self._send(name, to), lambda name=name: self._read(name)]  # type: ignore[misc]
        threads = [threading.Thread(target=job) for job in jobs]
        for thread in threads:
            thread.start()
        try:
            yield self
        finally:
            self.ended.set()
            for thread in threads:
                thread.join()

    def _send(self, name: str, to: str) -> None:
        for number in count(1):
            if self.ended.is_set():
                return
            self._send_one(name, to, f"{name}-{self.series}-{number}")
            self.ended.wait(self.between_messages)

    def _send_one(self, name: str, to: str, key: str) -> None:
        """Ask until it is answered; what the end cuts short stays unanswered."""
        text = text_of(key)
        details = {"to": to, "key": key, "sha256": sha256(text)}
        body, headers = {"recipient": to, "payload": text}, {"Idempotency-Key": key}
        while True:
            self.history.add(name, "invoke", "send", **details)
            try:
                status, answer = self.apis[name].call("POST", "/mcp/inbox/send", body, headers)
            except Unanswered:
                self.unanswered += 1
                self.history.add(name, "info", "send", **details)
            else:
                if status == 201:
                    self.acknowledged += 1
                    self.history.add(name, "ok", "send", **details, tracking_id=answer["tracking_id"])
                else:
                    self.history.add(name, "fail", "send", **details, answer=answer)
                return
            if self.ended.wait(PAUSE):
                return

    def _read(self, name: str) -> None:
        after = 0
        while not self.ended.wait(PAUSE):
            try:
                rows, after = page(self.apis[name], after)
            except Unanswered:
                continue
            if rows:
                self.read.add(name)
            self.history.add(
                f"reader {self.series} of {name}", "ok", "page", of=name, rows=[row._asdict() for row in rows]
            )

    def inboxes(self) -> dict[str, list[Row]]:
        """Every inbox, whole."""
        return {name: whole(api) for name, api in self.apis.items()}


def page(api: Api, after: Any) -> tuple[list[Row], Any]:
    """What came after a cursor, and the next cursor."""
    status, answer = api.call("GET", f"/mcp/inbox/messages?limit=100&after={after}")
    assert status == 200, answer
    rows = [Row(row["sequence"], row["tracking_id"], sha256(row["payload"])) for row in answer["messages"]]
    return rows, answer["next_after"]


def whole(api: Api) -> list[Row]:
    found: list[Row] = []
    after: Any = 0
    while True:
        rows, after = page(api, after)
        if not rows:
            return found
        found += rows


def until(check: Callable[[], bool], seconds: float) -> float:
    """How long it took until it held. Raises TimeoutError."""
    begun = time.monotonic()
    while not check():
        if time.monotonic() - begun > seconds:
            raise TimeoutError(f"not within {seconds} s")
        time.sleep(PAUSE)
    return time.monotonic() - begun
