"""Waiting for updates: the real Django behind it, real notifications of PostgreSQL, no server between."""

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

import pytest
from a2wsgi import WSGIMiddleware
from django.db import connection, connections

from inbox.api.update_views import WAIT_HEADER as HEADER_OF_THE_VIEW
from inbox.models import Agent
from inbox.services import issue_token, revoke_token
from inbox.tests.factories import deliver, new_agent
from qastone_site.long_poll import WAIT_HEADER, LongPoll
from qastone_site.tests.run_coroutine import run_coroutine as run_alone
from qastone_site.wsgi import application as wsgi

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 2
EACH = 20 if os.environ.get("TEST_ALL") else 4
"""Callers of one agent."""
# Longer than any answer takes on a busy machine, shorter than any wait.
SOON = 12.0
PATH = "/mcp/inbox/updates"


@pytest.fixture(autouse=True)
def _no_connection_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connections["default"].settings_dict, "CONN_MAX_AGE", 0)


@dataclass
class Caller:
    """A client: what it got, and how it leaves."""

    agent: Agent
    token: str
    query: str = "after=0&wait=25"
    method: str = "GET"
    left: asyncio.Event = field(default_factory=asyncio.Event)
    messages: list[Any] = field(default_factory=list)
    _begun: bool = False

    @property
    def status(self) -> int:
        return int(self.messages[0]["status"])

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.messages[0]["headers"])

    @property
    def body(self) -> str:
        return b"".join(message.get("body", b"") for message in self.messages[1:]).decode()

    async def ask(self, app: Any) -> "Caller":
        headers = [(b"host", b"testserver"), (b"authorization", f"Bearer {self.token}".encode())]
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": self.method,
            "path": PATH,
            "query_string": self.query.encode(),
            "headers": headers,
        }
        await app(scope, self._receive, self._send)
        return self

    async def _receive(self) -> Any:
        if not self._begun:
            self._begun = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.messages.append(message)


def caller(agent: Agent | None = None, query: str = "after=0&wait=25", method: str = "GET") -> Caller:
    agent = agent or new_agent()
    return Caller(agent, issue_token(agent=agent, scopes=["inbox:read"]).text, query, method)


@asynccontextmanager
async def polling(between: Callable[[], Awaitable[None]] | None = None) -> Any:
    """The application as the site runs it; `between` happens after Django's first answer."""
    inner: Any = WSGIMiddleware(cast(Any, wsgi), workers=THREADS)
    todo = [between] if between else []

    async def django(scope: Any, receive: Any, send: Any) -> None:
        await inner(scope, receive, send)
        if todo:
            await todo.pop()()

    app = LongPoll(django)
    await app.start()
    await until(lambda: listeners() == 1)
    try:
        yield app
    finally:
        await app.stop()
        inner.executor.shutdown()


def listeners() -> int:
    """How many connections listen to this database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND state = 'idle' AND query IN ('LISTEN inbox', 'SELECT 1') AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


async def in_thread(call: Callable[[], Any]) -> Any:
    """Use the database as a thread does, and leave no connection behind."""

    def called() -> Any:
        try:
            return call()
        finally:
            connections.close_all()

    return await asyncio.to_thread(called)


async def until(condition: Callable[[], bool], seconds: float = SOON) -> None:
    async with asyncio.timeout(seconds):
        while not await in_thread(condition):
            await asyncio.sleep(0.02)


def run(test: Coroutine[Any, Any, None]) -> None:
    async def main() -> None:
        await test

    run_alone(main)


def waiting(app: LongPoll) -> int:
    return app.listener.settled


def test_both_sides_name_the_header_alike() -> None:
    assert HEADER_OF_THE_VIEW.lower().encode() == WAIT_HEADER


def test_existing_messages_are_answered_at_once() -> None:
    agent = new_agent()
    deliver(agent, "Hello.")
    mine = caller(agent)

    async def test() -> None:
        async with polling() as app:
            await asyncio.wait_for(mine.ask(app), SOON)

    run(test())
    assert mine.status == 200
    assert "Hello." in mine.body
    assert WAIT_HEADER not in mine.headers


def test_a_new_message_ends_the_wait() -> None:
    mine = caller()

    async def test() -> None:
        async with polling() as app:
            request = asyncio.create_task(mine.ask(app))
            await until(lambda: waiting(app) == 1)
            assert mine.messages == []
            await in_thread(lambda: deliver(mine.agent, "Hello."))
            await asyncio.wait_for(request, SOON)

    run(test())
    assert (mine.status, WAIT_HEADER in mine.headers) == (200, False)
    assert "Hello." in mine.body
    assert [message["type"] for message in mine.messages].count("http.response.start") == 1


def test_a_revoked_token_waits_no_longer() -> None:
    mine = caller()

    async def test() -> None:
        async with polling() as app:
            request = asyncio.create_task(mine.ask(app))
            await until(lambda: waiting(app) == 1)
            await in_thread(lambda: revoke_token(token=mine.agent.tokens.get()))
            await asyncio.wait_for(request, SOON)

    run(test())
    assert mine.status == 401


@pytest.mark.usefixtures("noon")
def test_a_wait_is_one_call(settings: Any) -> None:
    settings.API_CALLS_PER_MINUTE = 1
    mine = caller(query="after=0&wait=0.3")

    async def test() -> None:
        async with polling() as app:
            await asyncio.wait_for(mine.ask(app), SOON)

    run(test())
    assert mine.status == 204


def test_when_nothing_comes() -> None:
    mine = caller(query="after=0&wait=0.3")

    async def test() -> None:
        async with polling() as app:
            await asyncio.wait_for(mine.ask(app), SOON)
            assert len(app.listener) == 0

    run(test())
    assert (mine.status, mine.body) == (204, "")
    assert WAIT_HEADER not in mine.headers


def test_another_s_message_wakes_nobody() -> None:
    mine, theirs = caller(), new_agent()

    async def test() -> None:
        async with polling() as app:
            request = asyncio.create_task(mine.ask(app))
            await until(lambda: waiting(app) == 1)
            await in_thread(lambda: deliver(theirs))
            await asyncio.sleep(0.3)
            assert not request.done()
            mine.left.set()
            await asyncio.wait_for(request, SOON)

    run(test())


def test_a_message_before_the_wait_begins_is_not_missed() -> None:
    mine = caller()

    async def between() -> None:
        await in_thread(lambda: deliver(mine.agent, "Between."))
        await asyncio.sleep(0.3)

    async def test() -> None:
        async with polling(between) as app:
            await asyncio.wait_for(mine.ask(app), SOON)

    run(test())
    assert mine.status == 200
    assert "Between." in mine.body


def test_many_wait_without_a_thread_and_each_is_woken_for_its_own() -> None:
    callers = [caller(agent) for agent in [new_agent() for _ in range(10)] for _ in range(EACH)]
    first = callers[0].agent

    # Another test's site may not have ended all of its own yet.
    before = set(threading.enumerate())

    async def test() -> None:
        async with polling() as app:
            request = [asyncio.create_task(each.ask(app)) for each in callers]
            await until(lambda: waiting(app) == len(callers), 120)
            # The pool's threads are as idle as ever: another call is answered meanwhile.
            own = [each for each in threading.enumerate() if "WSGI" in each.name and each not in before]
            assert len(own) <= THREADS
            other = await asyncio.wait_for(caller_of_nothing.ask(app), SOON)
            assert other.status == 204
            await in_thread(lambda: deliver(first, "Only you."))
            await asyncio.wait_for(asyncio.gather(*request[:EACH]), SOON)
            assert waiting(app) == len(callers) - EACH
            for agent in {each.agent for each in callers[EACH:]}:
                await in_thread(partial(deliver, agent, "You, too."))
            await asyncio.wait_for(asyncio.gather(*request), 60)

    caller_of_nothing = caller(query="wait=0")
    run(test())
    assert {each.status for each in callers} == {200}
    assert all("Only you." in each.body for each in callers[:EACH])
    assert all("You, too." in each.body for each in callers[EACH:])


def end_listener() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
            "AND query = 'LISTEN inbox' AND pid <> pg_backend_pid()"
        )
        assert cursor.fetchall() == [(True,)]


def test_a_lost_connection_heals() -> None:
    before, after = caller(), caller()

    async def test() -> None:
        async with polling() as app:
            request = asyncio.create_task(before.ask(app))
            await until(lambda: waiting(app) == 1)
            await in_thread(end_listener)
            # All waiters are woken: a notification may have been lost.
            await asyncio.wait_for(request, SOON)
            await until(lambda: listeners() == 1)
            request = asyncio.create_task(after.ask(app))
            await until(lambda: waiting(app) == 1)
            await in_thread(lambda: deliver(after.agent, "Again."))
            await asyncio.wait_for(request, SOON)

    run(test())
    assert (before.status, after.status) == (204, 200)


def test_messages_during_a_lost_connection_are_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    # Long enough for a busy machine to commit in.
    monkeypatch.setattr("qastone_site.notifications.FIRST_PAUSE", 2.0)
    mine = caller()

    def end_and_deliver() -> None:
        end_listener()
        deliver(mine.agent, "Unheard.")

    async def test() -> None:
        async with polling() as app:
            request = asyncio.create_task(mine.ask(app))
            await until(lambda: waiting(app) == 1)
            await in_thread(end_and_deliver)
            await asyncio.wait_for(request, SOON)

    run(test())
    assert "Unheard." in mine.body


def test_who_leaves_is_waited_for_no_longer() -> None:
    mine = caller()

    async def test() -> None:
        async with polling() as app:
            request = asyncio.create_task(mine.ask(app))
            await until(lambda: waiting(app) == 1)
            mine.left.set()
            await asyncio.wait_for(request, SOON)
            assert len(app.listener) == 0

    run(test())
    assert mine.messages == []


def test_stopping_lets_everybody_go() -> None:
    mine = caller()

    async def test() -> None:
        async with polling() as app:
            request = asyncio.create_task(mine.ask(app))
            await until(lambda: waiting(app) == 1)
            await app.stop()
            await asyncio.wait_for(request, SOON)
            with suppress(TimeoutError):
                await until(lambda: listeners() == 0)

    run(test())
    assert mine.status == 204


@pytest.mark.parametrize(
    ("query", "method", "status"), [("wait=26", "GET", 400), ("wait=x", "GET", 400), ("", "POST", 405)]
)
def test_other_answers_pass_as_they_are(query: str, method: str, status: int) -> None:
    mine = caller(query=query, method=method)

    async def test() -> None:
        async with polling() as app:
            await asyncio.wait_for(mine.ask(app), SOON)

    run(test())
    assert mine.status == status
    assert mine.headers[b"content-type"] == b"application/problem+json"


def test_without_a_token_nobody_waits() -> None:
    mine = caller()
    mine.token = "qas_nothing"

    async def test() -> None:
        async with polling() as app:
            await asyncio.wait_for(mine.ask(app), SOON)

    run(test())
    assert mine.status == 401
