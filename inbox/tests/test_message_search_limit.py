"""The search covers as much of a message as its index can hold."""

import pytest

from inbox.models import Message
from inbox.queries.deliveries import DeliveryFilter, agent_deliveries
from inbox.tests.factories import deliver, new_agent
from stones.tests.factories import hyphenated

pytestmark = pytest.mark.django_db


def test_a_message_that_fills_the_index_is_taken_and_found_by_its_begin() -> None:
    agent = new_agent()
    text = hyphenated(210_000)
    delivery = deliver(agent, text, subject=text[:200])
    assert Message.objects.get().body == text
    assert [row.pk for row in agent_deliveries(agent, DeliveryFilter(q=text[:5]))] == [delivery.pk]
    assert list(agent_deliveries(agent, DeliveryFilter(q=text[-5:]))) == []


def test_words_are_looked_for_in_one_inbox_alone() -> None:
    agent = new_agent()
    delivery = deliver(agent, "The export failed.")
    deliver(new_agent(), "The export stands.")
    found = agent_deliveries(agent, DeliveryFilter(q="export"))
    assert [row.pk for row in found] == [delivery.pk]
    assert str(found.query).count(f'"agent_id" = {agent.pk}') == 2
