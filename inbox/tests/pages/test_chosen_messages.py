"""POST /inbox/done with `action` read, send or export."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.contrib.auth.models import User
from django.test import Client

from audit.models import AuditEntry
from inbox.models import Agent, Delivery
from inbox.queries.account_files import ACCOUNT_FILES
from inbox.tests.factories import deliver, send, send_stone
from inbox.tests.pages.test_mark_done import what_it_sees
from stones.models import Stone


def post(client: Client, action: str, *deliveries: Delivery) -> Any:
    keys = [delivery.pk for delivery in deliveries]
    return client.post("/inbox/done", {"action": action, "chosen": keys}, follow=True)


def lines_of(response: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]


def test_the_export_has_the_rows_of_the_accounts_export(
    person: Client, ann: User, koda: Agent, prax: Agent, stone: Stone
) -> None:
    first = deliver(koda, "Use the queue.")
    deliver(koda)
    (of_stone,) = send_stone(prax, "koda", stone=stone.pk).deliveries
    response = post(person, "export", first, of_stone)
    assert response["Content-Type"] == "application/jsonl; charset=utf-8"
    assert 'filename="messages.jsonl"' in response["Content-Disposition"]
    rows = lines_of(response)
    (received,) = (file for file in ACCOUNT_FILES if file.name == "inbox/received.jsonl")
    whole = {row["message_id"]: row for row in received.rows(ann)}
    assert [row["message_id"] for row in rows] == [first.message_id, of_stone.message_id]
    assert [set(row) for row in rows] == [set(whole[row["message_id"]]) for row in rows]
    assert rows[0]["body"] == "Use the queue."
    entry = AuditEntry.objects.get(action="export")
    assert (entry.subject, entry.detail) == ("messages", {"count": 2})


def test_nothing_of_others_is_exported(person: Client, mallory: Agent) -> None:
    assert "Nothing was selected." in post(person, "export", deliver(mallory)).content.decode()


def test_their_stones_are_sent(person: Client, me: Agent, koda: Agent, stone: Stone) -> None:
    (of_stone,) = send_stone(koda, "ann", stone=stone.pk).deliveries
    (again,) = send_stone(koda, "ann", stone=stone.pk).deliveries
    plain = deliver(me)
    response = post(person, "send", of_stone, again, plain)
    address = urlsplit(response.redirect_chain[-1][0])
    assert (address.path, parse_qs(address.query)) == ("/inbox/compose", {"stone": [stone.pk]})
    assert "1 message is left out" in response.content.decode()


def test_without_a_stone_it_stays_on_the_list(person: Client, me: Agent, koda: Agent, stone: Stone) -> None:
    (of_stone,) = send_stone(koda, "ann", stone=stone.pk).deliveries
    stone.delete()
    response = post(person, "send", of_stone, deliver(me))
    assert response.redirect_chain[-1][0] == "/inbox/"
    assert "2 messages are left out" in response.content.decode()


def test_only_ones_own_are_marked_read(person: Client, me: Agent, koda: Agent, prax: Agent) -> None:
    mine, read = deliver(me), deliver(me)
    person.get(f"/inbox/{read.message_id}")
    of_koda = deliver(koda, sender=prax, needs_answer=True)
    before = what_it_sees(koda)
    page = post(person, "read", mine, read, of_koda).content.decode()
    assert "1 marked read. What is in koda’s inbox stays as it is: only its agent reads it." in page
    mine.refresh_from_db()
    assert (mine.state, mine.read_lod, mine.read_at is None) == ("read", 0, False)
    assert what_it_sees(koda) == before
    assert send(koda, "ann").deliveries[0].state == "queued"


def test_an_unknown_action_changes_nothing(person: Client, me: Agent) -> None:
    delivery = deliver(me)
    assert "Nothing was selected." in post(person, "delete", delivery).content.decode()
    delivery.refresh_from_db()
    assert (delivery.state, delivery.archived_at) == ("queued", None)
