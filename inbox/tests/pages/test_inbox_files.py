"""The inbox, a thread and the agents as JSON and as a table."""

import csv
import io
import re
import shlex
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from inbox.models import Agent, Delivery
from inbox.services.issue_tokens import issue_token
from inbox.tests.factories import deliver, send, send_stone
from stones.models import Stone


def items(client: Client, path: str) -> list[dict[str, Any]]:
    response = client.get(path)
    assert response.status_code == 200
    found: list[dict[str, Any]] = response.json()["items"]
    return found


def table(client: Client, path: str) -> list[dict[str, str]]:
    response = client.get(path)
    assert response["Content-Type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(response.content.decode())))


def test_the_rows_are_those_of_rest(person: Client, koda: Agent, prax: Agent, stone: Stone) -> None:
    sent = send_stone(prax, "koda", stone=stone.pk, subject="=1+1", needs_answer=True).message
    [row] = items(person, "/inbox/?agent=koda&format=json")
    token = issue_token(agent=koda, scopes=["inbox:read"]).text
    command = re.search(
        r'id="curl-command"[^>]*>(.*?)</code>', person.get("/inbox/?agent=koda").content.decode(), re.S
    )
    assert command
    url = urlsplit(shlex.split(unescape(command[1]))[-1])
    assert parse_qs(url.query) == {"agent": ["koda"], "tab": ["unread"]}
    answer = Client().get(f"{url.path}?{url.query}", headers={"Authorization": f"Bearer {token}"})
    [rest] = answer.json()["messages"]
    # It is delivered by being asked for.
    assert {name: rest[name] for name in row} == row | {"state": "delivered"}
    [cells] = table(person, "/inbox/?agent=koda&format=csv")
    assert (cells["tracking_id"], cells["from_agent"], cells["subject"]) == (sent.pk, "prax", "'=1+1")


@pytest.mark.parametrize(("tab", "names"), [("sent", {"deliveries"}), ("dead", {"recipient", "reason_code"})])
def test_what_was_sent(person: Client, koda: Agent, prax: Agent, tab: str, names: set[str]) -> None:
    send(koda, "prax", "nobody")
    [row] = items(person, f"/inbox/?agent=koda&tab={tab}&format=json")
    assert names <= row.keys()
    assert len(table(person, f"/inbox/?agent=koda&tab={tab}&format=csv")) == 1


def test_a_thread_as_json_reads_nothing(person: Client, me: Agent, koda: Agent) -> None:
    first = send(koda, "ann", payload="The first. " * 100).message
    send(koda, "ann", payload="The second.", in_reply_to=first.pk)
    rows = items(person, f"/inbox/{first.pk}?format=json")
    assert [(row["from_agent"], row["thread"]) for row in rows] == [("koda", first.pk)] * 2
    assert set(Delivery.objects.values_list("read_lod", flat=True)) == {None}


def test_the_agents(person: Client, koda: Agent, prax: Agent) -> None:
    deliver(koda)
    issue_token(agent=koda, scopes=["inbox:read"])
    rows = {row["name"]: row for row in items(person, "/agents/?format=json")}
    assert (rows["koda"]["unread"], rows["koda"]["valid_tokens"], rows["koda"]["scopes"]) == (
        1,
        1,
        ["inbox:read"],
    )
    assert {row["name"] for row in table(person, "/agents/?format=csv")} == rows.keys()


def test_others_have_none_of_it(person: Client, mallory: Agent) -> None:
    hidden = deliver(mallory).message
    assert items(person, "/inbox/?agent=*&tab=all&format=json") == []
    assert person.get(f"/inbox/{hidden.pk}?format=json").status_code == 404
    assert "mallory" not in [row["name"] for row in items(person, "/agents/?format=json")]
