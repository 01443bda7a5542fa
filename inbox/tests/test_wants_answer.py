"""A message wants an answer in every list as long as the tab Needs me has it, and no longer."""

from collections.abc import Callable

import pytest
from django.test import Client

from inbox.mcp.inbox_outputs import message_output
from inbox.models import Agent, AgentKind, Delivery
from inbox.queries.deliveries import DeliveryFilter, agent_deliveries, find_delivery
from inbox.rendering.inbox_lines import delivery_line
from inbox.rendering.message_facts import serialize_message_fields
from inbox.services.fetch_messages import fetch
from inbox.services.manage_agents import site_agent
from inbox.services.put_away_messages import put_away_messages
from inbox.services.read_messages import acknowledge, archive, read_message
from inbox.tests.factories import deliver, new_agent, send

pytestmark = pytest.mark.django_db


def reply_by(sender: Agent, delivery: Delivery) -> None:
    send(sender, delivery.message.sender_name, in_reply_to=delivery.message_id)


def acknowledge_it(agent: Agent, delivery: Delivery) -> None:
    acknowledge(agent=agent, message=delivery.message_id)


def by_person(delivery: Delivery) -> None:
    reply_by(site_agent(delivery.account, AgentKind.PERSON), delivery)


def by_another_agent(delivery: Delivery) -> None:
    other = new_agent(delivery.account)
    send(delivery.message.sender or other, other.name, in_reply_to=None)
    reply_by(delivery.message.sender or other, delivery)


CASES: dict[str, tuple[Callable[[Agent, Delivery], object], bool]] = {
    "unread": (lambda koda, row: None, True),
    "read": (lambda koda, row: read_message(agent=koda, message=row.message_id, reader="agent koda"), True),
    "answered": (lambda koda, row: reply_by(koda, row), False),
    "answered by the person": (lambda koda, row: by_person(row), False),
    "answered by its sender": (lambda koda, row: by_another_agent(row), True),
    "acknowledged": (lambda koda, row: acknowledge(agent=koda, message=row.message_id), False),
    "archived": (lambda koda, row: archive(agent=koda, message=row.message_id), False),
    "put away by the person": (lambda koda, row: put_away_messages([row]), True),
}


@pytest.mark.parametrize("case", CASES)
def test_every_list_has_it_as_long_as_needs_me(case: str) -> None:
    act, wants_answer = CASES[case]
    koda = new_agent(name="koda")
    delivery = deliver(koda, "Which port?", needs_answer=True)
    act(koda, delivery)
    needs_me = agent_deliveries(koda, DeliveryFilter(tab="needs_me"))
    assert list(needs_me.values_list("pk", flat=True)) == [delivery.pk] * wants_answer
    row = next(row for row in fetch(agent=koda).deliveries if row.pk == delivery.pk)
    for each in (row, find_delivery(koda, delivery.message_id)):
        assert (" ?:" in delivery_line(each)) is wants_answer
        assert message_output(each).needs_answer is (True if wants_answer else None)
        assert serialize_message_fields(each, koda)["needs_answer"] is wants_answer


@pytest.mark.parametrize("answer", [reply_by, acknowledge_it])
def test_thread_and_sent_say_it_as_long(client: Client, answer: Callable[[Agent, Delivery], object]) -> None:
    koda = new_agent(name="koda")
    me = site_agent(koda.account, AgentKind.PERSON)
    client.force_login(koda.account)
    asked = send(me, "koda", needs_answer=True).message
    to_koda = asked.deliveries.get(recipient="koda")
    pages = [f"/inbox/{asked.pk}?tab=sent", "/inbox/?tab=sent"]
    for page in pages:
        assert "needs an answer" in client.get(page).content.decode()
    answer(koda, to_koda)
    for page in pages:
        assert "needs an answer" not in client.get(page).content.decode()


def test_a_thread_says_it_until_all_have_answered(client: Client) -> None:
    koda = new_agent(name="koda")
    prax = new_agent(koda.account, "prax")
    client.force_login(koda.account)
    asked = send(site_agent(koda.account, AgentKind.PERSON), "koda", "prax", needs_answer=True).message
    for agent, is_said in ((koda, True), (prax, False)):
        reply_by(agent, asked.deliveries.get(agent=agent))
        assert ("needs an answer" in client.get(f"/inbox/{asked.pk}").content.decode()) is is_said


def test_the_page_says_it_as_long(client: Client) -> None:
    koda = new_agent(name="koda")
    client.force_login(koda.account)
    delivery = deliver(koda, needs_answer=True)
    page = "/inbox/?agent=koda&tab=all"
    assert "needs an answer" in client.get(page).content.decode()
    reply_by(koda, delivery)
    assert "needs an answer" not in client.get(page).content.decode()
