"""A person who writes for one of her agents: who reads it sees both, and answers the agent."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from inbox.exceptions import InvalidMessage
from inbox.models import Agent, Message, WebhookCall
from inbox.queries.deliveries import agent_deliveries
from inbox.rendering.inbox_lines import delivery_line
from inbox.rendering.message_facts import serialize_message_fields
from inbox.services.manage_agents import close_agent
from inbox.services.manage_contacts import set_contact_policy
from inbox.services.manage_webhooks import add_webhook
from inbox.services.send_messages import Outgoing, send_message
from inbox.tests.factories import inbox_of, send

TOKEN = "0" * 26


def write(client: Client, status: int = 302, **fields: object) -> str:
    form = {"token": TOKEN, "recipients": ["prax"], "text": "Ship it.", "action": "send", **fields}
    response = client.post("/inbox/compose", form)
    assert response.status_code == status
    return response.content.decode()


def test_it_is_from_the_person_for_the_agent(person: Client, me: Agent, koda: Agent, prax: Agent) -> None:
    form = {"recipients": ["prax"], "text": "Ship it.", "for_agent": "koda"}
    assert "#1 ann for koda: Ship it." in person.post("/inbox/compose/preview", form).content.decode()
    write(person, for_agent="koda")
    message = Message.objects.get()
    assert (message.sender, message.for_agent) == (me, "koda")
    row = agent_deliveries(prax).get()
    assert delivery_line(row) == "#1 ann for koda: Ship it."
    facts = serialize_message_fields(row, prax)
    assert (facts["from_agent"], facts["for_agent"]) == ("ann", "koda")
    for path in ("/inbox/?agent=prax", "/inbox/?tab=sent", f"/inbox/{message.pk}"):
        assert "ann for koda" in person.get(path).content.decode(), path


def test_a_webhook_says_for_whom_it_was_written(person: Client, koda: Agent, prax: Agent) -> None:
    add_webhook(agent=prax, url="https://example.com/hook")
    write(person, for_agent="koda")
    write(person, token="1" * 26)
    first, second = (call.body["data"] for call in WebhookCall.objects.order_by("pk"))
    assert (first["from_agent"], first["for_agent"]) == ("ann", "koda")
    assert "for_agent" not in second


def test_without_a_choice_it_is_from_the_person_alone(person: Client, koda: Agent, prax: Agent) -> None:
    write(person)
    row = agent_deliveries(prax).get()
    assert delivery_line(row) == "#1 ann: Ship it."
    assert "for_agent" not in serialize_message_fields(row, prax)


def test_a_reply_goes_to_the_agent_while_it_is_open(
    person: Client, me: Agent, koda: Agent, prax: Agent
) -> None:
    write(person, for_agent="koda")
    first = Message.objects.get()
    send(prax, payload="Shipped.", in_reply_to="#1")
    assert inbox_of(koda) == [(1, "Shipped.")]
    assert 'value="koda"' in person.get(f"/inbox/compose?reply={first.pk}").content.decode()
    # Her own next word goes to whom the first went.
    write(person, reply=first.pk, recipients=[], text="And then?")
    assert inbox_of(prax)[-1] == (2, "And then?")
    close_agent(agent=koda)
    send(prax, payload="Closed?", in_reply_to="#1")
    assert inbox_of(me) == [(1, "Closed?")]


def test_another_account_sees_and_answers_both(
    person: Client, ann: User, koda: Agent, mallory: Agent
) -> None:
    set_contact_policy(account=mallory.account, policy="open")
    write(person, recipients=[], others="mallory@mallory", for_agent="koda")
    assert delivery_line(agent_deliveries(mallory).get()) == "#1 ann@ann for koda: Ship it."
    send(mallory, payload="Why?", in_reply_to="#1")
    assert inbox_of(koda) == [(1, "Why?")]


@pytest.mark.parametrize("name", ["mallory", "ann", "nobody", "assistant"])
def test_only_open_agents_of_the_own_account_are_offered(
    person: Client, me: Agent, prax: Agent, mallory: Agent, name: str
) -> None:
    assert "Select a valid choice" in write(person, 422, for_agent=name)
    with pytest.raises(InvalidMessage, match=f"no agent '{name}' to write for"):
        send_message(sender=me, payload="Ship it.", outgoing=Outgoing(recipients=["prax"], for_agent=name))
    assert not Message.objects.exists()


def test_an_agent_writes_for_nobody_else(koda: Agent, prax: Agent) -> None:
    with pytest.raises(InvalidMessage):
        send_message(
            sender=koda, payload="Ship it.", outgoing=Outgoing(recipients=["prax"], for_agent="prax")
        )
