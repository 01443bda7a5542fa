"""GET /assistant/api/inbox and unread, POST acknowledge: the person's own messages alone."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from assistant.tests.api_pages import Page, signed_in
from inbox.models import Agent, Delivery, Message
from inbox.services import archive, create_agent
from inbox.services.manage_agents import site_agent
from inbox.services.send_messages import Outgoing, SendResult, send_message, send_stone
from stones.services import delete_stone
from stones.tests.factories import LONG, store, write_levels


@pytest.fixture
def koda(account: User) -> Agent:
    return create_agent(account=account, name="koda")


@pytest.fixture
def ann(account: User) -> Agent:
    return site_agent(account, "person")


def write(koda: Agent, text: str = "The build is green.", **fields: Any) -> SendResult:
    return send_message(sender=koda, payload=text, outgoing=Outgoing(recipients=["ann"], **fields))


@pytest.mark.usefixtures("ann")
def test_a_message_by_its_lod_0(embedded: Page, koda: Agent) -> None:
    message = write(koda, subject="Build", needs_answer=True).message
    body = embedded.get("inbox").json()
    [row] = body["messages"]
    assert body["unread"] == 1
    assert row == {
        "id": message.pk,
        "subject": "Build",
        "sender": "koda",
        "scan": "The build is green.",
        "lod_0_origin": None,
        "created": message.created.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "age": "just now",
        "is_unread": True,
        "ack_required": True,
        "border_hash": "",
        "lod_tokens": [5],
        "url": f"/inbox/{message.pk}",
        "trust": "untrusted",
    }


def test_what_was_answered_wants_no_answer(embedded: Page, koda: Agent, ann: Agent) -> None:
    asked = write(koda, needs_answer=True).message
    reply = Outgoing(recipients=["koda"], in_reply_to=asked.pk)
    send_message(sender=ann, payload="It is.", outgoing=reply)
    assert [row["ack_required"] for row in embedded.get("inbox").json()["messages"]] == [False]


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize(("summary", "origin"), [("", "extract"), ("All 40 jobs ran.", "sender")])
def test_whose_words_a_message_is_listed_by(embedded: Page, koda: Agent, summary: str, origin: str) -> None:
    text = "All 40 jobs ran. " + "Each of them wrote its log into the folder of the day. " * 30
    send_message(sender=koda, payload=text, outgoing=Outgoing(recipients=["ann"]), summary=summary)
    [row] = embedded.get("inbox").json()["messages"]
    assert row["lod_0_origin"] == origin


@pytest.mark.usefixtures("ann")
def test_a_stone_that_is_gone_has_no_price_beyond_what_came(own: Page, koda: Agent) -> None:
    stone = store(koda.account, content=LONG)
    write_levels(stone)
    outgoing = Outgoing(recipients=["ann"])
    send_stone(sender=koda, stone=stone.pk, outgoing=outgoing, max_lod=1)
    (before,) = own.get("inbox").json()["messages"]
    delete_stone(account=koda.account, border_hash=stone.pk)
    (after,) = own.get("inbox").json()["messages"]
    assert (len(before["lod_tokens"]), after["lod_tokens"]) == (4, before["lod_tokens"][:2])


@pytest.mark.usefixtures("ann")
def test_listing_marks_nothing_as_read(own: Page, koda: Agent) -> None:
    write(koda)
    assert [own.get("inbox").json()["unread"] for _ in range(2)] == [1, 1]
    assert Delivery.objects.get().state == "queued"


@pytest.mark.usefixtures("ann")
def test_a_task_stone_waits_for_its_acknowledgement(own: Page, koda: Agent) -> None:
    for channel in ("task", "context"):
        stone = store(koda.account, content=f"{LONG}\n{channel}", glow_channel=channel)
        write_levels(stone)
        send_stone(sender=koda, stone=stone.content.border_hash, outgoing=Outgoing(recipients=["ann"]))
    rows = own.get("inbox").json()["messages"]
    assert [row["ack_required"] for row in rows] == [False, True]
    assert all(len(row["lod_tokens"]) == 4 for row in rows)


def test_archived_and_acknowledged_messages_are_not_listed(own: Page, koda: Agent, ann: Agent) -> None:
    first, second, third = (write(koda, f"Message {n}.").message for n in range(3))
    own.post("acknowledge", {"message_id": first.pk})
    archive(agent=ann, message=second.pk)
    assert [row["id"] for row in own.get("inbox").json()["messages"]] == [third.pk]


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize("count", [1, 3])
def test_the_queries_do_not_grow(own: Page, koda: Agent, count: int, django_assert_num_queries: Any) -> None:
    for _ in range(count):
        write(koda)
    with django_assert_num_queries(5):  # session, person, agent, unread, messages
        own.get("inbox")


@pytest.mark.usefixtures("ann")
def test_the_ten_newest(own: Page, koda: Agent) -> None:
    ids = [write(koda).message.pk for _ in range(12)]
    body = own.get("inbox").json()
    assert (body["unread"], [row["id"] for row in body["messages"]]) == (12, ids[::-1][:10])


@pytest.mark.usefixtures("ann")
def test_age_in_words(own: Page, koda: Agent) -> None:
    message = write(koda).message
    Message.objects.update(created=message.created - timedelta(minutes=5, seconds=1))
    assert own.get("inbox").json()["messages"][0]["age"] == "5 minutes"


def test_only_the_persons_own(own: Page, koda: Agent, other: User) -> None:
    """Neither what other agents of the account got, nor another account's."""
    send_message(sender=koda, payload="A text.", outgoing=Outgoing(recipients=["koda"]))
    thief = create_agent(account=other, name="thief")
    site_agent(other, "person")
    send_message(sender=thief, payload="A text.", outgoing=Outgoing(recipients=["mallory"]))
    assert own.get("inbox").json() == {"unread": 0, "messages": []}
    assert own.get("unread").json() == {"unread": 0}
    assert signed_in(other).get("unread").json() == {"unread": 1}


@pytest.mark.usefixtures("ann")
def test_acknowledged(embedded: Page, koda: Agent) -> None:
    message = write(koda).message
    for _ in range(2):
        response = embedded.post("acknowledge", {"message_id": message.pk})
        assert response.json() == {
            "message_id": message.pk,
            "state": "acknowledged",
            "url": f"/inbox/{message.pk}",
        }
    assert Delivery.objects.get().state == "acknowledged"
    assert embedded.get("unread").json() == {"unread": 0}


@pytest.mark.usefixtures("ann")
def test_acknowledged_by_its_stone(own: Page, koda: Agent) -> None:
    stone = store(koda.account, content=LONG)
    write_levels(stone)
    body = {"border_hash": stone.content.border_hash}
    assert own.post("acknowledge", body).status_code == 404
    sent = send_stone(sender=koda, stone=stone.pk, outgoing=Outgoing(recipients=["ann"]))
    assert own.post("acknowledge", body).json()["message_id"] == sent.message.pk
    assert Delivery.objects.get().state == "acknowledged"
    assert own.post("acknowledge", body).status_code == 404


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "invalid_request"),
        ({"message_id": "#1", "border_hash": "0" * 8}, 400, "invalid_request"),
        ({"message_id": "#99"}, 404, "message_not_found"),
        ({"message_id": "é\x00"}, 404, "message_not_found"),
        ({"message_id": 1}, 400, "invalid"),
        ({"border_hash": "\x00"}, 404, "message_not_found"),
    ],
    ids=["nothing", "both", "unknown", "no id", "number", "no hash"],
)
def test_an_acknowledgement_refused(
    own: Page, koda: Agent, body: dict[str, Any], status: int, code: str
) -> None:
    write(koda)
    response = own.post("acknowledge", body)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert Delivery.objects.get().state == "queued"


@pytest.mark.usefixtures("ann")
def test_others_acknowledge_nothing(visited: Page, koda: Agent, other: User) -> None:
    body = {"message_id": write(koda).message.pk}
    pages = [visited, Page(), signed_in(other)]
    assert [page.post("acknowledge", body).status_code for page in pages] == [403, 401, 404]
    assert [page.get("inbox").status_code for page in pages[:2]] == [403, 401]
    assert [page.get("unread").status_code for page in pages[:2]] == [403, 401]
    assert Delivery.objects.get().state == "queued"
