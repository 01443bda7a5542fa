"""Responses that are held until an answer is written: the real Django behind them, real notifications, no server."""

import asyncio
import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, cast

import pytest
from a2wsgi import WSGIMiddleware
from django.db import connections
from django.utils import timezone

from answering.models import QUEUE, AnswerPiece, AnswerState, WrittenAnswer
from answering.services import draft_pieces
from answering.services.notify_watchers import notify_watchers
from answering.services.request_answer import stop_answer
from answering.tests.finish_answers import finish_answers
from brain.models import Turn
from core.jobs.models import Job
from core.llm.model_doubles import FakeChat, use_models
from core.rest.held_responses import AGAIN_HEADER, HOLD_HEADER
from inbox.models import Agent
from inbox.services import issue_token
from inbox.tests.factories import new_agent
from qastone_site import held_responses
from qastone_site.held_responses import HeldResponses
from qastone_site.notifications import Listener
from qastone_site.tests.run_coroutine import run_coroutine
from qastone_site.tests.test_long_poll import in_thread, until
from qastone_site.wsgi import application as wsgi

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 2
MANY = 200 if os.environ.get("TEST_ALL") else 40
SOON = 12.0
QUERY = "/api/brain/query"
SAID: dict[str, Any] = {"answer": "It came in May.", "metadata": {"hasSources": False}}
STREAM = (b"accept", b"text/event-stream")


@pytest.fixture(autouse=True)
def _no_connection_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connections["default"].settings_dict, "CONN_MAX_AGE", 0)


@pytest.fixture(autouse=True)
def model() -> Iterator[FakeChat]:
    chat = FakeChat([SAID] * 4)
    with use_models(chat=chat):
        yield chat


@dataclass
class Client:
    """What it asked, what it got, and how it leaves."""

    agent: Agent
    token: str
    more_headers: tuple[tuple[bytes, bytes], ...] = ()
    left: asyncio.Event = field(default_factory=asyncio.Event)
    messages: list[Any] = field(default_factory=list)

    @property
    def status(self) -> int:
        return int(self.messages[0]["status"])

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.messages[0]["headers"])

    @property
    def body(self) -> str:
        return b"".join(message.get("body", b"") for message in self.messages[1:]).decode()

    @property
    def events(self) -> list[tuple[str, Any]]:
        found = []
        for block in self.body.split("\n\n"):
            fields = dict(
                line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":")
            )
            if fields:
                found.append((fields["event"], json.loads(fields["data"])))
        return found

    async def ask(
        self, app: Any, path: str = QUERY, query: str = "", *, body: Any = None, method: str = "POST"
    ) -> "Client":
        raw = b"" if method == "GET" else json.dumps(body or {"query": "When was the last frost?"}).encode()
        headers = [(b"host", b"testserver"), (b"authorization", f"Bearer {self.token}".encode())]
        headers += [(b"content-type", b"application/json"), (b"content-length", str(len(raw)).encode())]
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": headers + list(self.more_headers),
        }
        begun = False

        async def receive() -> Any:
            nonlocal begun
            if not begun:
                begun = True
                return {"type": "http.request", "body": raw, "more_body": False}
            await self.left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            self.messages.append(message)

        await app(scope, receive, send)
        return self


def new_client(*headers: tuple[bytes, bytes], agent: Agent | None = None) -> Client:
    agent = agent or new_agent()
    return Client(agent, issue_token(agent=agent, scopes=["brain:ask"]).text, headers)


@asynccontextmanager
async def held() -> Any:
    inner: Any = WSGIMiddleware(cast(Any, wsgi), workers=THREADS)
    listener = Listener()
    listener.start()
    app = HeldResponses(inner, listener)
    try:
        yield app
    finally:
        await listener.stop()
        inner.executor.shutdown()


def run(test: Callable[[], Any]) -> None:
    run_coroutine(test)


def the_answer() -> WrittenAnswer:
    return WrittenAnswer.objects.get()


def add_piece(text: str, seq: int, attempt: int = 1) -> None:
    answer = the_answer()
    WrittenAnswer.objects.filter(pk=answer.pk).update(state=AnswerState.WRITING, attempt=attempt)
    AnswerPiece.objects.create(answer=answer, attempt=attempt, seq=seq, text=text)
    notify_watchers(answer.pk)


def test_the_answer_comes_in_the_response() -> None:
    mine = new_client()

    async def test() -> None:
        async with held() as app:
            request = asyncio.create_task(mine.ask(app))
            await until(lambda: WrittenAnswer.objects.exists())
            assert mine.messages == []
            assert await in_thread(finish_answers) == 1
            await asyncio.wait_for(request, SOON)

    run(test)
    assert (mine.status, HOLD_HEADER.lower().encode() in mine.headers) == (200, False)
    body = json.loads(mine.body)
    assert SAID["answer"] in body["answer"]
    assert body["turn_id"] == Turn.objects.get().pk
    assert mine.headers[b"content-type"] == b"application/json"


def test_after_the_wait_it_is_said_where_it_will_be() -> None:
    mine = new_client()

    async def test() -> None:
        async with held() as app:
            await asyncio.wait_for(mine.ask(app, query="wait=0.3"), SOON)
            assert app.held == 0

    run(test)
    answer = the_answer()
    assert mine.status == 202
    assert mine.headers[b"location"] == f"{QUERY}/{answer.pk}".encode()
    assert json.loads(mine.body)["id"] == answer.pk


def test_who_waits_later_gets_the_same() -> None:
    mine = new_client()
    later = new_client(agent=mine.agent)

    async def test() -> None:
        async with held() as app:
            await asyncio.wait_for(mine.ask(app, query="wait=0"), SOON)
            path = mine.headers[b"location"].decode()
            request = asyncio.create_task(later.ask(app, path, "wait=20", method="GET"))
            await until(lambda: app.held == 1)
            await in_thread(finish_answers)
            await asyncio.wait_for(request, SOON)

    run(test)
    assert later.status == 200
    assert SAID["answer"] in later.body


def test_a_stream_has_each_piece_and_the_checked_answer() -> None:
    mine = new_client(STREAM)

    async def test() -> None:
        async with held() as app:
            request = asyncio.create_task(mine.ask(app))
            await until(lambda: WrittenAnswer.objects.exists())
            await in_thread(lambda: add_piece("It ca", 1))
            await until(lambda: len(mine.events) == 2)
            await in_thread(lambda: add_piece("me <b>", 2))
            await until(lambda: len(mine.events) == 3)
            await in_thread(lambda: add_piece("No: it", 1, attempt=2))
            await until(lambda: len(mine.events) == 5)
            await in_thread(finish_answers)
            await asyncio.wait_for(request, SOON)

    run(test)
    assert (mine.status, mine.headers[b"content-type"]) == (200, b"text/event-stream")
    assert b"content-length" not in mine.headers
    names = [name for name, _ in mine.events]
    assert names[:5] == ["answer", "piece", "piece", "restart", "piece"]
    assert [data["text"] for name, data in mine.events[:5] if name == "piece"] == [
        "It ca",
        "me <b>",
        "No: it",
    ]
    last_name, last = mine.events[-1]
    assert (last_name, last["state"]) == ("done", "done")
    assert SAID["answer"] in last["answer"]["answer"]
    assert mine.messages[-1]["more_body"] is False


def test_a_stream_goes_on_where_it_was_cut() -> None:
    mine = new_client()
    again = new_client(STREAM, (b"last-event-id", b"1.1"), agent=mine.agent)

    async def test() -> None:
        async with held() as app:
            await asyncio.wait_for(mine.ask(app, query="wait=0"), SOON)
            await in_thread(lambda: add_piece("one", 1))
            await in_thread(lambda: add_piece("two", 2))
            path = json.loads(mine.body)["events"]
            request = asyncio.create_task(again.ask(app, path, method="GET"))
            await until(lambda: len(again.events) == 1)
            again.left.set()
            await asyncio.wait_for(request, SOON)
            assert app.held == 0

    run(test)
    assert again.events == [("piece", {"text": "two"})]


def test_without_a_worker_the_stream_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_responses, "POLL_SECONDS", 0.1)
    monkeypatch.setattr("answering.queries.find_answers.PATIENCE", timedelta(seconds=0.2))
    mine = new_client(STREAM)

    async def test() -> None:
        async with held() as app:
            request = asyncio.create_task(mine.ask(app))
            await until(lambda: len(mine.events) == 2)
            await asyncio.sleep(1.5)  # and only once
            await in_thread(lambda: stop_answer(the_answer()))
            await asyncio.wait_for(request, SOON)

    run(test)
    assert [name for name, _ in mine.events] == ["answer", "waiting", "done"]
    assert mine.events[1][1]["for"] == "worker"
    assert mine.events[2][1]["state"] == "stopped"
    assert mine.events[2][1]["error"]["code"] == "answer_stopped"


def test_a_heartbeat_while_nothing_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_responses, "POLL_SECONDS", 0.1)
    monkeypatch.setattr(held_responses, "HEARTBEAT_SECONDS", 0.2)
    mine = new_client(STREAM)

    async def test() -> None:
        async with held() as app:
            request = asyncio.create_task(mine.ask(app))
            await until(lambda: ": still there\n\n" in mine.body)
            mine.left.set()
            await asyncio.wait_for(request, SOON)

    run(test)


def test_a_token_that_is_revoked_meanwhile_gets_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_responses, "POLL_SECONDS", 0.1)
    whole, stream = new_client(), new_client(STREAM)

    def revoke() -> None:
        for agent in (whole.agent, stream.agent):
            agent.tokens.update(revoked=timezone.now())

    async def test() -> None:
        async with held() as app:
            requests = [asyncio.create_task(each.ask(app)) for each in (whole, stream)]
            await until(lambda: WrittenAnswer.objects.count() == 2)
            await until(lambda: len(stream.events) == 1)
            await in_thread(revoke)
            await asyncio.wait_for(asyncio.gather(*requests), SOON)

    run(test)
    assert whole.status == 401
    assert stream.events[-1][0] == "done"
    assert stream.events[-1][1]["error"]["code"] == "authentication_failed"


def test_many_are_held_without_a_thread() -> None:
    account = new_agent()
    clients = [new_client(agent=account) for _ in range(MANY)]
    first, other = new_client(agent=account), new_client(agent=account)
    before = set(threading.enumerate())

    async def test() -> None:
        async with held() as app:
            await asyncio.wait_for(first.ask(app, query="wait=0"), SOON)
            path = first.headers[b"location"].decode()
            requests = [asyncio.create_task(each.ask(app, path, "wait=50", method="GET")) for each in clients]
            await until(lambda: app.held == MANY, 120)
            own = [each for each in threading.enumerate() if "WSGI" in each.name and each not in before]
            assert len(own) <= THREADS
            await asyncio.wait_for(other.ask(app, "/health", method="GET"), 60)
            assert other.status == 200
            await in_thread(finish_answers)
            await asyncio.wait_for(asyncio.gather(*requests), 120)

    run(test)
    assert {each.status for each in clients} == {200}


def test_stopping_the_site_lets_everybody_go() -> None:
    whole, stream = new_client(), new_client(STREAM)

    async def test() -> None:
        async with held() as app:
            requests = [asyncio.create_task(each.ask(app)) for each in (whole, stream)]
            await until(lambda: WrittenAnswer.objects.count() == 2)
            await until(lambda: len(stream.events) == 1)
            app.listener.release_all()
            await asyncio.wait_for(asyncio.gather(*requests), SOON)

    run(test)
    assert whole.status == 202
    assert [name for name, _ in stream.events] == ["answer"]
    assert stream.messages[-1]["more_body"] is False


@pytest.mark.usefixtures("noon")
def test_the_looks_count_as_no_calls(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_responses, "POLL_SECONDS", 0.05)
    settings.API_CALLS_PER_MINUTE = 3
    mine = new_client()
    forged = new_client((AGAIN_HEADER.lower().encode(), b"1"), agent=mine.agent)
    statuses = []

    async def test() -> None:
        async with held() as app:
            await asyncio.wait_for(mine.ask(app, query="wait=1"), SOON)
            for _ in range(settings.API_CALLS_PER_MINUTE):
                forged.messages.clear()
                await forged.ask(app, query="wait=0")
                statuses.append(forged.status)

    run(test)
    assert mine.status == 202
    assert statuses == [202, 202, 429]


def test_the_pieces_of_a_real_draft_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft_pieces, "FLUSH_SECONDS", 0.0)
    monkeypatch.setattr(held_responses, "PAUSE_SECONDS", 0.0)
    hold = threading.Event()
    mine = new_client(STREAM)

    async def test() -> None:
        async with held() as app:
            request = asyncio.create_task(mine.ask(app))
            await until(lambda: Job.objects.filter(queue=QUEUE).exists())
            add = draft_pieces.DraftPieces.add

            def add_slowly(self: Any, text: str) -> None:
                add(self, text)
                hold.wait(0.3)

            monkeypatch.setattr(draft_pieces.DraftPieces, "add", add_slowly)
            await in_thread(finish_answers)
            await asyncio.wait_for(request, SOON)

    run(test)
    shown = "".join(data["text"] for name, data in mine.events if name == "piece")
    assert SAID["answer"].startswith(shown)
    assert len(shown) > 3
