"""An agent follows its inbox by the sequence: nothing is skipped, nothing comes twice."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from pytest_django import DjangoAssertNumQueries

from inbox.models import Agent, Delivery, Inbox
from inbox.queries.deliveries import DeliveryFilter
from inbox.rendering.inbox_lines import delivery_line
from inbox.services import fetch
from inbox.tests.factories import deliver, inbox_of, new_agent, send
from stones.tests.factories import new_account

SENDERS, EACH = 4, 15


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


@pytest.fixture
def koda(account: User) -> Agent:
    return new_agent(account, "koda")


def numbers(deliveries: list[Delivery]) -> list[int | None]:
    return [each.sequence for each in deliveries]


def test_page_by_page(koda: Agent) -> None:
    for _ in range(5):
        deliver(koda)
    first = fetch(agent=koda, limit=2)
    assert (numbers(first.deliveries), first.next_after, first.more, first.unread) == ([1, 2], 2, True, 5)
    rest = fetch(agent=koda, after=first.next_after, limit=3)
    assert (numbers(rest.deliveries), rest.next_after, rest.more) == ([3, 4, 5], 5, False)
    none = fetch(agent=koda, after=rest.next_after)
    assert (none.deliveries, none.next_after, none.more) == ([], 5, False)


def test_what_was_fetched_is_delivered(koda: Agent) -> None:
    deliver(koda)
    deliver(koda)
    assert [each.state for each in fetch(agent=koda, limit=1).deliveries] == ["delivered"]
    assert list(Delivery.objects.order_by("pk").values_list("state", flat=True)) == ["delivered", "queued"]


def test_a_person_who_looks_marks_nothing(koda: Agent) -> None:
    deliver(koda)
    assert [each.state for each in fetch(agent=koda, mark=False).deliveries] == ["queued"]
    assert Delivery.objects.get().state == "queued"


@pytest.mark.parametrize("many", [1, 3])
def test_queries(koda: Agent, many: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(many):
        deliver(koda)
    # Rows, their bodies, the mark, the number of unread ones.
    with django_assert_num_queries(4):
        fetched = fetch(agent=koda)
        assert all(row.message.account.username == "ann" for row in fetched.deliveries)
    with django_assert_num_queries(2) as queries:
        rows = fetch(agent=koda, bodies=False).deliveries
        assert all(delivery_line(row).startswith("#") for row in rows)
    assert not any('"inbox_message"."body"' in query["sql"] for query in queries.captured_queries)


def test_a_filter_does_not_hold_the_cursor_up(koda: Agent) -> None:
    for priority in ("low", "high", "low", "high"):
        deliver(koda, priority=priority)
    filters = DeliveryFilter(priority="high")
    first = fetch(agent=koda, limit=1, filters=filters)
    assert (numbers(first.deliveries), first.more) == ([2], True)
    assert numbers(fetch(agent=koda, after=first.next_after, filters=filters).deliveries) == [4]


@pytest.mark.parametrize(("limit", "rows"), [(-1, 1), (0, 1), (1, 1), (10_000, 3)])
def test_limits(koda: Agent, limit: int, rows: int) -> None:
    for _ in range(3):
        deliver(koda)
    assert len(fetch(agent=koda, limit=limit).deliveries) == rows


def test_bodies_have_a_budget(koda: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("word " * 300, "short", "word " * 300, "short"):
        deliver(koda, text)
    monkeypatch.setattr("inbox.services.fetch_messages.MAX_BODY_TOKENS", 100)
    first = fetch(agent=koda)
    assert (numbers(first.deliveries), first.next_after, first.more) == ([1], 1, True)
    assert first.deliveries[0].message.body == "word " * 300
    second = fetch(agent=koda, after=1)
    assert (numbers(second.deliveries), second.more) == ([2], True)
    assert numbers(fetch(agent=koda, latest=True).deliveries) == [4]
    assert numbers(fetch(agent=koda, bodies=False).deliveries) == [1, 2, 3, 4]


def in_thread(work: Callable[[], None]) -> Callable[[], None]:
    """Run it with a database connection of its own, which is closed in the end."""

    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    return run


@pytest.mark.django_db(transaction=True)
def test_who_follows_while_others_write_misses_nothing() -> None:
    reader = new_agent(new_account("ann"), "koda")
    # Each sends to both inboxes, named in one or the other order: the locks must not wait for each other.
    other = new_agent(reader.account, "prax")
    senders = [new_agent(reader.account) for _ in range(SENDERS)]
    received: list[tuple[int | None, str]] = []
    finished = threading.Event()

    def write(sender: Agent) -> None:
        for number in range(EACH):
            names = ("koda", "prax") if number % 2 else ("prax", "koda")
            send(sender, *names, payload=f"{sender.name} {number}")

    def follow() -> None:
        after, is_last = 0, False
        while not is_last:
            is_last = finished.is_set()
            fetched = fetch(agent=reader, after=after, limit=7)
            received.extend((row.sequence, row.message.body) for row in fetched.deliveries)
            after, is_last = fetched.next_after, is_last and not fetched.more

    with ThreadPoolExecutor(SENDERS + 1) as pool:
        follower = pool.submit(in_thread(follow))
        writers = [pool.submit(in_thread(partial(write, sender))) for sender in senders]
        for writer in writers:
            writer.result()
        finished.set()
        follower.result()
    assert [number for number, _ in received] == list(range(1, SENDERS * EACH + 1))
    assert received == inbox_of(reader)
    by_sender = {
        name: [body for _, body in received if body.startswith(f"{name} ")] for name in map(str, senders)
    }
    assert by_sender == {name: [f"{name} {number}" for number in range(EACH)] for name in by_sender}
    assert len(inbox_of(other)) == SENDERS * EACH


@pytest.mark.django_db(transaction=True)
def test_the_first_messages_to_a_new_inbox_at_once() -> None:
    account = new_account("ann")
    names = [new_agent(account, name).name for name in ("koda", "prax", "cairn")]
    senders = [new_agent(account) for _ in range(4)]
    start = threading.Barrier(len(senders))

    def write(sender: Agent, shift: int) -> None:
        start.wait(10)
        send(sender, *names[shift:], *names[:shift])

    with ThreadPoolExecutor(len(senders)) as pool:
        for done in [
            pool.submit(in_thread(partial(write, sender, n % 3))) for n, sender in enumerate(senders)
        ]:
            done.result()
    assert set(Inbox.objects.values_list("last_sequence", flat=True)) == {4}


@pytest.mark.django_db(transaction=True)
def test_a_later_number_waits_for_an_earlier_one() -> None:
    """The reason for the lock: number 2 cannot be committed before number 1."""
    koda = new_agent(new_account("ann"), "koda")
    second = threading.Event()

    def write() -> None:
        send(koda, "koda", payload="second")
        second.set()

    send(koda, "koda", payload="zero")
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            send(koda, "koda", payload="first")
            later = pool.submit(in_thread(write))
            assert not second.wait(0.5)
        later.result(10)
    assert inbox_of(koda) == [(1, "zero"), (2, "first"), (3, "second")]


@pytest.mark.django_db(transaction=True)
def test_listeners_hear_of_it_when_it_is_committed() -> None:
    koda = new_agent(new_account("ann"), "koda")
    parameters = connection.get_connection_params()
    parameters = {
        name: parameters[name]
        for name in ("host", "port", "user", "password", "dbname")
        if parameters.get(name)
    }
    with psycopg.connect(**parameters, autocommit=True) as listening:
        listening.execute("LISTEN inbox")
        with transaction.atomic():
            send(koda, "koda")
            assert list(listening.notifies(timeout=0.2)) == []
        heard = list(listening.notifies(timeout=20, stop_after=1))
    assert [each.payload for each in heard] == [str(koda.pk)]
