"""GET /mcp/inbox/messages and /mcp/inbox/lines: the same rows, with payloads or a line each."""

import json
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from core.llm import count_tokens
from core.rest.tests.access_assertions import Personas, assert_guarded
from inbox.api import examples
from inbox.models import Delivery, Message
from inbox.queries.deliveries import TABS
from inbox.services.manage_contacts import set_contact_policy
from inbox.tests.api.api_calls import (
    INBOX,
    assert_documented,
    example_stone,
    get,
    post,
    problem_of,
    send,
    send_example,
    send_stone,
)
from inbox.tests.factories import new_agent
from inbox.tests.factories import send_stone as send_to_account
from stones.models import LedgerEntry
from stones.tests.factories import LONG, store

LEGACY = ["tracking_id", "from_agent", "to_agent", "message_type", "priority", "payload", "timestamp"]


def listed(client: APIClient, **query: Any) -> list[Any]:
    response = get(client, f"messages?{urlencode(query)}")
    assert response.status_code == 200, response.content
    return [row["payload"] for row in response.json()["messages"]]


def test_the_documented_examples(personas: Personas, mira: APIClient) -> None:
    send_example(personas.owner)
    messages = get(mira, "messages").json()
    [row], [example] = messages.pop("messages"), examples.MESSAGES["messages"]
    assert_documented(row, example)
    assert messages == {name: examples.MESSAGES[name] for name in ("next_after", "more", "unread")}
    send_stone(personas.owner, example_stone(personas).pk)
    assert get(mira, "lines").json() == examples.LINES


def test_the_fields_of_other_inboxes(personas: Personas, mira: APIClient) -> None:
    before = timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ")
    sent = send(personas.owner, {"text": "Hi"})
    [row] = get(mira, f"messages?agent=mira&limit=5&since={before}").json()["messages"]
    assert row.keys() >= set(LEGACY)
    fields = {name: row[name] for name in LEGACY}
    assert before <= fields.pop("timestamp") <= timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ")
    assert fields == {
        "tracking_id": sent["tracking_id"],
        "from_agent": "koda",
        "to_agent": "mira",
        "message_type": "message",
        "priority": "normal",
        "payload": {"text": "Hi"},
    }


def test_a_row_that_shows_one_field_of_json_has_the_price_of_all(personas: Personas, mira: APIClient) -> None:
    alert = {
        "message": "Disk of db-2 is 91% full.",
        "host": "db-2",
        "runbook": "https://wiki/disk",
        "limit": 85,
    }
    send(personas.owner, alert)
    send(personas.owner, {"message": "Disk of db-2 is 91% full."})
    send(personas.owner, {"host": "db-2", "limit": 85})
    first, second, third = get(mira, "lines").json()["lines"].split("\n")
    whole = count_tokens(json.dumps(alert))
    assert first == f"#1 koda: Disk of db-2 is 91% full. (extract +{whole})"
    # Of this one only the name of its field is left out.
    assert second.startswith("#2 koda: Disk of db-2 is 91% full. (extract +")
    assert third == '#3 koda: {"host": "db-2", "limit": 85}'
    row = get(mira, "messages").json()["messages"][0]
    assert (row["payload"], row["tokens"]["levels"][1:]) == (alert, [whole])
    assert get(mira, "messages/%231/lod/0").json()["content"] == row["lod_0"]
    read = get(mira, "messages/%231/lod/1").json()
    assert (json.loads(read["content"]), read["tokens"]) == (alert, whole)
    # Of before the field was a level of its own.
    Message.objects.update(lod_tokens=[whole], scan_origin="")
    assert get(mira, "lines").json()["lines"].startswith(f"#1 koda: Disk of db-2 is 91% full. (+{whole})\n")


def test_an_empty_inbox(personas: Personas) -> None:
    nothing = {"next_after": 0, "more": False, "unread": 0}
    assert get(personas.owner, "messages").json() == {"messages": []} | nothing
    assert get(personas.owner, "lines?after=0").json() == {"lines": "", "trust": "untrusted"} | nothing
    assert get(personas.owner, "lines?after=7").json() == {"lines": "", "trust": "untrusted"} | nothing | {
        "next_after": 7
    }


@pytest.mark.parametrize("path", ["messages", "lines"])
def test_fetching_delivers_and_marks_nothing_read(personas: Personas, mira: APIClient, path: str) -> None:
    send(personas.owner)
    assert Delivery.objects.get().state == "queued"
    body = get(mira, path).json()
    assert (Delivery.objects.get().state, body["unread"]) == ("delivered", 1)
    # What it received its window pays for.
    assert LedgerEntry.objects.get().reader.name == "agent mira"


def test_pages_by_cursor(personas: Personas, mira: APIClient) -> None:
    for number in range(5):
        send(personas.owner, f"m{number}")
    pages, after, more = [], 0, True
    while more:
        body = get(mira, f"messages?limit=2&after={after}").json()
        pages.append([row["payload"] for row in body["messages"]])
        after, more = body["next_after"], body["more"]
    assert pages == [["m0", "m1"], ["m2", "m3"], ["m4"]]
    send(personas.owner, "m5")
    # `since` takes the cursor, too.
    assert listed(mira, since=after) == ["m5"] == listed(mira, after=after)


@pytest.mark.parametrize("path", ["messages", "lines"])
def test_a_wrong_tab_is_told_the_tabs(mira: APIClient, path: str) -> None:
    response = get(mira, f"{path}?tab=nread")
    assert problem_of(response) == (400, "invalid")
    assert response.json()["detail"] == f'tab: "nread" is none of: {", ".join(TABS)}.'
    assert {"unread", "all", "needs_me", "done"} <= set(TABS)


@pytest.mark.parametrize(
    ("method", "path", "there"),
    [
        ("delete", "inbox/lines", "GET"),
        ("put", "memory/remember", "POST"),
        ("patch", "webhooks", "GET, POST"),
    ],
)
def test_a_method_that_is_not_there_is_told_those_that_are(
    mira: APIClient, method: str, path: str, there: str
) -> None:
    response = getattr(mira, method)(f"/mcp/{path}", {}, "json")
    assert problem_of(response) == (405, "method_not_allowed")
    assert response.json()["detail"] == f'Method "{method.upper()}" not allowed. There is {there} here.'


@pytest.mark.parametrize("path", ["messages", "lines"])
def test_the_default_limit(personas: Personas, mira: APIClient, path: str) -> None:
    for number in range(21):
        send(personas.owner, f"m{number}")
    body = get(mira, path).json()
    assert (body["next_after"], body["more"], body["unread"]) == (20, True, 21)
    assert not get(mira, f"{path}?limit=100").json()["more"]


def test_since_a_time(personas: Personas, mira: APIClient) -> None:
    send(personas.owner, "old")
    Delivery.objects.update(created=timezone.now() - timedelta(days=2))
    send(personas.owner, "new")
    hour_ago, week_ago = (timezone.now() - timedelta(hours=hours) for hours in (1, 168))
    assert listed(mira, since=hour_ago.isoformat()) == ["new"]
    assert listed(mira, since=hour_ago.strftime("%Y-%m-%dT%H:%M:%SZ")) == ["new"]
    assert listed(mira, since=week_ago.strftime("%Y-%m-%d")) == ["old", "new"]
    assert listed(mira, since=week_ago.isoformat(), after=1) == ["new"]


def test_filters(personas: Personas, mira: APIClient) -> None:
    first = send(personas.owner, "The export runs at night.", subject="Export", priority="high")
    send(mira, "To myself: ask koda.", message_type="note", needs_answer=True)
    send(personas.owner, "Done with it.", in_reply_to=first["tracking_id"])
    post(mira, "messages/3/archive")
    assert listed(mira, q="exports night") == ["The export runs at night."]
    assert listed(mira, q="nowhere") == []
    assert len(listed(mira, **{"from": "koda"})) == 2
    assert len(listed(mira, **{"from": "koda@ann"})) == 2
    assert listed(mira, **{"from": "koda@mallory"}) == []
    assert listed(mira, priority="high") == ["The export runs at night."]
    assert listed(mira, message_type="note") == ["To myself: ask koda."]
    assert len(listed(mira, thread=first["thread"])) == 2
    assert listed(mira, tab="needs_me") == ["To myself: ask koda."]
    assert listed(mira, tab="done") == ["Done with it."]
    assert len(listed(mira, tab="unread")) == 2
    assert "Done with it." not in get(mira, "lines?tab=unread").json()["lines"]


@pytest.mark.parametrize("words", ["'", '"', "-", ":*", "a & | !", "\\", "%", "(((", "<->", "was?"])
def test_no_words_break_the_search(personas: Personas, mira: APIClient, words: str) -> None:
    send(personas.owner)
    assert isinstance(listed(mira, q=words), list)


def test_lines_stay_cheap(personas: Personas, mira: APIClient) -> None:
    for payload in ("word " * 5_000, "§" * 3_000, "💡" * 3_000, {"text": "x\n" * 1_000}):
        send(personas.owner, payload, subject="s" * 200, priority="urgent", needs_answer=True)
    lines = get(mira, "lines").json()["lines"].split("\n")
    assert len(lines) == 4
    assert max(count_tokens(line) for line in lines) <= 60
    assert all(line.startswith(f"#{number} koda !urgent?") for number, line in enumerate(lines, 1))


WRONG = [
    "limit=0",
    "limit=101",
    "limit=all",
    "after=-1",
    "after=x",
    "after=",
    "after=9999999999999999999999",
    "tab=new",
    "priority=asap",
    "q=" + "w" * 501,
    "q=%00",
    "sender=koda",
    "cursor=1",
    "message_type=" + "t" * 31,
]
WRONG_SINCE = [
    "since=yesterday",
    "since=",
    "since=2026-13-01",
    "since=-1",
    "since=1.5",
    "since=9999-12-31T23:59:59-23:00",
    "since=0001-01-01T00:00:00%2B14:00",
    "since=1&after=1",
    "since=" + "1" * 41,
]


@pytest.mark.parametrize(
    ("path", "query"),
    [
        *(("messages", query) for query in WRONG + WRONG_SINCE),
        *(("lines", query) for query in [*WRONG, "since=1"]),
    ],
)
def test_wrong_queries(personas: Personas, mira: APIClient, path: str, query: str) -> None:
    send(personas.owner)
    assert problem_of(get(mira, f"{path}?{query}")) == (400, "invalid")
    assert Delivery.objects.get().state == "queued"


def test_a_wrong_time_is_answered_with_an_example(personas: Personas) -> None:
    assert get(personas.owner, "messages?since=x").json()["detail"] == examples.WRONG_SINCE["detail"]


@pytest.mark.parametrize("path", ["messages", "lines"])
@pytest.mark.parametrize("name", ["mira", "nobody", "koda@ann", "KODA"])
def test_no_inbox_but_one_s_own(personas: Personas, mira: APIClient, path: str, name: str) -> None:
    response = get(personas.owner, f"{path}?agent={name}")
    assert problem_of(response) == (404, "inbox_not_found")
    assert response.json()["detail"] == (
        f"There is no inbox {name!r} that this token opens: its own is that of 'koda'. Leave `agent` out, or let a "
        "person make a token that opens that inbox, too, on the page Agents."
    )


def test_each_sees_its_own(personas: Personas, mira: APIClient) -> None:
    send(personas.owner, "for mira")
    assert listed(personas.owner) == listed(personas.stranger) == []
    assert listed(mira) == ["for mira"]


@pytest.mark.parametrize("path", ["messages", "lines"])
def test_nobody_else_lists(personas: Personas, path: str) -> None:
    assert_guarded(personas, "GET", f"{INBOX}/{path}", scope="inbox:read")


@pytest.mark.parametrize("path", ["messages", "lines"])
@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("kind", ["plain", "another account's stones"])
def test_queries(
    personas: Personas,
    mira: APIClient,
    path: str,
    rows: int,
    kind: str,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    set_contact_policy(account=personas.account, policy="open")
    theirs = new_agent(personas.other_account, "bert")
    for number in range(rows):
        if kind == "plain":
            send(personas.owner)
        else:
            stone = store(theirs.account, content=f"{LONG} {number}")
            send_to_account(theirs, f"mira@{personas.account.username}", stone=stone.pk)
    get(mira, path)
    # The token, the rows, their bodies or the ledger's entries, how many are unread; however many rows.
    with django_assert_num_queries(5 if path == "messages" else 4):
        assert get(mira, path).json()["next_after"] == rows


def test_the_last_rows_in_place_of_the_first(personas: Personas, mira: APIClient) -> None:
    for number in range(5):
        send(personas.owner, number)
    assert listed(mira, limit=2) == [0, 1]
    body = get(mira, "messages?limit=2&latest=true").json()
    assert [row["payload"] for row in body["messages"]] == [3, 4]
    assert (body["next_after"], body["more"]) == (5, False)
    assert listed(mira, after=body["next_after"]) == []
    # What a list did not show is not delivered.
    assert Delivery.objects.filter(state="delivered").count() == 4
    assert listed(mira, limit=2, latest="true", after=4) == [4]
    assert listed(mira, limit=9, latest="true") == [0, 1, 2, 3, 4]
    assert get(mira, "lines?limit=1&latest=true").json()["lines"] == "#5 koda: 4"
    assert problem_of(get(mira, "messages?latest=perhaps")) == (400, "invalid")
