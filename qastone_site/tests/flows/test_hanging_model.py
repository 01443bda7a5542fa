"""A whole site whose model's server accepts every call and never answers, or falls silent in mid-answer."""

import http.client
import json
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from pytest_httpserver import HTTPServer

from core.http.tests.local_server import LocalServer
from core.llm.wire_doubles import CHAT, hang, stream
from qastone_site.tests.embedded.conftest import eventually, new_folder
from qastone_site.tests.faults.clients import Api
from qastone_site.tests.whole_sites import Site

pytestmark = [pytest.mark.slow, pytest.mark.long]

ASKERS = 20
RUNNING = 4
"""Of one account at the same time (answering.models.MAX_RUNNING)."""
SOON = 20.0
HALF = '{"answer": "The last frost came'


class Watcher(threading.Thread):
    """Asks, and reads the stream that its question is answered with."""

    def __init__(self, url: str, token: str) -> None:
        super().__init__(daemon=True)
        self.url, self.token = url, token
        self.events: list[tuple[str, Any]] = []
        self.status = 0
        self.is_over = False

    def run(self) -> None:
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=120)
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        body = json.dumps({"query": "When was the last frost?"})
        connection.request("POST", "/api/brain/query", body, headers | {"Accept": "text/event-stream"})
        response = connection.getresponse()
        self.status = response.status
        name = ""
        for raw in response:
            field, _, value = raw.decode().strip().partition(": ")
            if field == "event":
                name = value
            elif field == "data":
                self.events.append((name, json.loads(value)))
        self.is_over = True
        connection.close()

    def saw(self, name: str) -> bool:
        return any(each == name for each, _ in self.events)


@pytest.fixture
def model() -> Iterator[HTTPServer]:
    with LocalServer() as server:
        yield server


@pytest.fixture
def site(model: HTTPServer) -> Iterator[Site]:
    environment = {"LLM_BASE_URL": model.url_for("/v1"), "LLM_API_KEY": "none", "LLM_MODEL": "small"}
    with new_folder() as var:
        started = Site(var, WEB_PROCESSES="1", WEB_THREADS="4", LLM_TIMEOUT_SECONDS="60", **environment)
        try:
            yield started
        finally:
            if started.process.poll() is None:
                started.stop()


def test_twenty_askers_hold_nobody_up(site: Site, model: HTTPServer) -> None:
    model.expect_request(CHAT).respond_with_handler(hang)
    token = str(json.loads(site.command("create_agent", "koda", "--json"))["token"])
    api = Api(site.url, token)
    watchers = [Watcher(site.url, token) for _ in range(ASKERS)]
    for each in watchers:
        each.start()
    assert eventually(lambda: all(each.saw("answer") for each in watchers), 60)
    for _ in range(40):
        began = time.monotonic()
        assert api.call("GET", "/api/brain/tags")[0] == 200
        assert time.monotonic() - began < SOON
    assert eventually(lambda: sum(each.saw("waiting") for each in watchers) >= ASKERS - RUNNING, 60)
    assert {data["for"] for each in watchers for name, data in each.events if name == "waiting"} == {"turn"}

    for each in watchers:
        assert api.call("POST", each.events[0][1]["stop"])[0] == 200
    assert eventually(lambda: all(each.is_over for each in watchers), SOON)
    assert {each.events[-1][1]["state"] for each in watchers} == {"stopped"}


def test_one_that_falls_silent_is_stopped_and_another_is_written(site: Site, model: HTTPServer) -> None:
    model.expect_request(CHAT).respond_with_handler(stream(HALF, finish=None))
    token = str(json.loads(site.command("create_agent", "koda", "--json"))["token"])
    watcher = Watcher(site.url, token)
    watcher.start()
    assert eventually(lambda: watcher.saw("piece"), 60)
    assert dict(watcher.events)["piece"]["text"] in "The last frost came"
    model.clear()
    whole = [HALF, ' in May.", "metadata": ', '{"hasSources": false}}']
    model.expect_request(CHAT).respond_with_handler(stream(*whole))

    Api(site.url, token).call("POST", watcher.events[0][1]["stop"])
    assert eventually(lambda: watcher.is_over, SOON)
    status, body = Api(site.url, token, timeout=70).call("POST", "/api/brain/query", {"query": "frost?"})
    assert (status, body["mode"]) == (200, "model")
    assert "The last frost came in May." in body["answer"]


def test_ctrl_c_ends_it_all_the_same(site: Site, model: HTTPServer) -> None:
    model.expect_request(CHAT).respond_with_handler(hang)
    token = str(json.loads(site.command("create_agent", "koda", "--json"))["token"])
    watcher = Watcher(site.url, token)
    watcher.start()
    assert eventually(lambda: watcher.saw("answer"), 60)
    site.stop()
    assert eventually(lambda: watcher.is_over, SOON)
