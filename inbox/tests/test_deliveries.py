"""Queries of inboxes and threads, and what each caller may see."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from inbox.exceptions import MessageNotFound
from inbox.models import Agent, AgentKind
from inbox.queries.deliveries import (
    DeliveryFilter,
    account_deliveries,
    agent_deliveries,
    dead_letters,
    find_sent_message,
    find_visible_message,
    sent_by,
    thread_messages,
    unread_count,
)
from inbox.services import acknowledge, archive, mark_read, set_contact_policy
from inbox.services.manage_agents import site_agent
from inbox.tests.factories import deliver, new_agent, send
from stones.tests.factories import new_account


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


@pytest.fixture
def koda(account: User) -> Agent:
    return new_agent(account, "koda")


@pytest.fixture
def prax(account: User) -> Agent:
    """Of another account, which anybody may write to."""
    other = new_account("bob")
    set_contact_policy(account=other, policy="open")
    return new_agent(other, "prax")


def found(agent: Agent, **filters: object) -> list[int | None]:
    return [row.sequence for row in agent_deliveries(agent, DeliveryFilter(**filters)).order_by("sequence")]  # type: ignore[arg-type]  # each test names its own


def test_tabs(koda: Agent) -> None:
    for _ in range(4):
        deliver(koda, needs_answer=True)
    deliver(koda)
    mark_read(agent=koda, message="#2")
    acknowledge(agent=koda, message="#3")
    archive(agent=koda, message="#4")
    assert found(koda) == [1, 2, 3, 4, 5]
    assert found(koda, tab="unread") == [1, 5]
    assert found(koda, tab="needs_me") == [1, 2]
    assert found(koda, tab="open") == [1, 2, 5]
    assert found(koda, tab="done") == [3, 4]
    assert unread_count(koda) == unread_count(koda.account) == 2


def test_who_has_answered_is_needed_no_more(koda: Agent) -> None:
    deliver(koda, needs_answer=True)
    other = new_agent(koda.account, "cairn")
    send(koda, "koda", "cairn", needs_answer=True)
    send(koda, in_reply_to="#1")
    send(other, in_reply_to="#1")
    assert found(koda, tab="needs_me") == [2]
    assert found(other, tab="needs_me") == []


def test_what_its_person_has_answered_an_agent_need_not(koda: Agent) -> None:
    deliver(koda, needs_answer=True)
    person = site_agent(koda.account, AgentKind.PERSON)
    send(person, in_reply_to=koda.deliveries.get().message_id)
    assert found(koda, tab="needs_me") == []


def test_an_unknown_tab() -> None:
    with pytest.raises(ValueError, match="trash"):
        DeliveryFilter(tab="trash")


def test_words(koda: Agent) -> None:
    deliver(koda, "The exporter writes every night.", subject="Backups")
    deliver(koda, {"task": "Rotate the key"})
    deliver(new_agent(koda.account), "The exporter of somebody else.")
    for words, rows in [
        ("exporter", [1]),
        ("writing", [1]),
        ("backup", [1]),
        ("rotate key", [2]),
        ('"key rotate"', []),
        ("exporter -night", []),
        ("is it ready?", []),
        ("'; -- (", []),
        ("\x00exporter", [1]),
        (" ", [1, 2]),
    ]:
        assert found(koda, q=words) == rows, words


def test_filters(koda: Agent, prax: Agent) -> None:
    set_contact_policy(account=koda.account, policy="open")
    send(prax, "koda@ann", priority="high", message_type="task")
    thread = deliver(koda, sender=koda).message.thread
    assert found(koda, sender="prax") == found(koda, sender="prax@bob") == [1]
    assert found(koda, sender="koda@bob") == found(koda, sender="nobody") == []
    assert found(koda, priority="high") == found(koda, message_type="task") == [1]
    assert found(koda, thread=thread) == [2]
    assert found(koda, since=timezone.now() + timedelta(seconds=1)) == []
    assert found(koda, since=timezone.now() - timedelta(minutes=1), sender="koda") == [2]


def test_of_an_account(koda: Agent, prax: Agent) -> None:
    deliver(koda)
    deliver(new_agent(koda.account))
    deliver(prax)
    send(prax, "prax", "ghost")
    assert {row.account for row in account_deliveries(koda.account)} == {koda.account}
    assert account_deliveries(koda.account).count() == account_deliveries(prax.account).count() == 2


@pytest.mark.parametrize("many", [1, 3])
def test_a_list_is_one_query(
    koda: Agent, many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(many):
        deliver(koda)
    with django_assert_num_queries(1):
        rows = list(agent_deliveries(koda))
        assert len([row.message.account.username for row in rows]) == many
    with django_assert_num_queries(1):
        assert len([row.agent and row.agent.name for row in account_deliveries(koda.account)]) == many


def test_messages_that_an_agent_may_see(koda: Agent, prax: Agent) -> None:
    message = send(koda, "prax@bob", "ghost").message
    assert (
        find_visible_message(koda, message.pk)
        == find_visible_message(prax, "#1")
        == find_visible_message(prax, message.pk)
        == message
    )
    assert find_sent_message(koda, message.pk) == message
    assert [each.recipient for each in find_sent_message(koda, message.pk).deliveries.all()] == [
        "prax@bob",
        "ghost",
    ]
    with pytest.raises(MessageNotFound):
        find_sent_message(prax, message.pk)
    with pytest.raises(MessageNotFound):
        find_visible_message(koda, "#1")
    with pytest.raises(MessageNotFound):
        find_visible_message(new_agent(koda.account), message.pk)


def test_dead_letters_are_their_senders(koda: Agent, prax: Agent) -> None:
    send(koda, "ghost", "prax@bob")
    assert [row.recipient for row in dead_letters(koda.account)] == ["ghost"]
    assert not dead_letters(prax.account).exists()
    assert [message.sender_name for message in sent_by(koda)] == ["koda"]
    assert not sent_by(prax).exists()


def test_a_thread_shows_to_each_what_it_may_see(koda: Agent, prax: Agent) -> None:
    cairn = new_agent(koda.account, "cairn")
    first = send(koda, "prax@bob", "cairn").message
    set_contact_policy(account=koda.account, policy="open")
    second = send(prax, in_reply_to=first.pk).message
    third = send(koda, "cairn", in_reply_to=second.pk).message
    thread = first.thread

    def thread_rows(whose: Agent | User) -> list[tuple[str, list[str]]]:
        return [
            (message.pk, [each.recipient for each in message.deliveries.all()])
            for message in thread_messages(whose, thread)
        ]

    everything = [(first.pk, ["prax@bob", "cairn"]), (second.pk, ["koda@ann"]), (third.pk, ["cairn"])]
    assert thread_rows(koda) == thread_rows(koda.account) == everything
    assert thread_rows(prax) == thread_rows(prax.account) == [(first.pk, ["prax@bob"]), everything[1]]
    assert thread_rows(cairn) == [everything[0], everything[2]]
    assert thread_rows(new_agent()) == []


@pytest.mark.parametrize("many", [1, 3])
def test_a_thread_is_two_queries(
    koda: Agent, many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = send(koda, "koda").message
    for _ in range(many):
        send(koda, "koda", in_reply_to=first.pk)
    with django_assert_num_queries(2):
        messages = list(thread_messages(koda, first.thread))
        assert (
            len([each.agent and each.agent.name for m in messages for each in m.deliveries.all()]) == many + 1
        )
