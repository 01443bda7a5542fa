"""PUT /mcp/inbox/messages/{message}/summary, and a sender's own words beside a payload."""

import re
from typing import Any

import pytest
from rest_framework.test import APIClient

from core.llm import count_tokens
from core.mcp.caller import Caller
from core.rest.tests.access_assertions import Personas, assert_guarded
from inbox.api import examples
from inbox.mcp.inbox_tool import inbox
from inbox.mcp.read_tool import read
from inbox.models import Agent, Delivery, Message
from inbox.rendering.format_time import format_time
from inbox.scopes import SCOPES
from inbox.tests.api.api_calls import INBOX, assert_documented, get, post, problem_of, send, send_stone
from stones.services.reword_stone import reword
from stones.tests.factories import MIDDLE, WARNED, WARNED_HALF, WARNED_SUMMARY, WARNED_WRONG, store


def put(client: APIClient, message: str, **body: Any) -> Any:
    return client.put(f"{INBOX}/messages/{message}/summary", body, format="json")


@pytest.fixture
def sent(personas: Personas, mira: APIClient) -> str:
    tracking_id: str = send(personas.owner, WARNED)["tracking_id"]
    return tracking_id


def test_words_beside_a_payload(personas: Personas, mira: APIClient) -> None:
    """The row has the sentence, LOD-1 the paragraph, the last level the text: each at its price."""
    paragraph = f"{WARNED_SUMMARY} What is left is in `export/pages.py`."
    answer = post(
        personas.owner, "send", recipient="mira", payload=WARNED, summary=WARNED_SUMMARY, detail=paragraph
    )
    assert answer.json()["left_out"] == []
    [row] = get(mira, "messages").json()["messages"]
    assert (row["lod_0"], row["lod_0_origin"], row["payload"]) == (WARNED_SUMMARY, "sender", WARNED)
    assert row["tokens"]["levels"] == [count_tokens(each) for each in (WARNED_SUMMARY, paragraph, WARNED)]
    levels = [get(mira, f"messages/1/lod/{level}").json() for level in range(3)]
    assert [(each["name"], each["origin"], each["content"]) for each in levels] == [
        ("Scan", "sender", WARNED_SUMMARY),
        ("Detail", "sender", paragraph),
        ("Source", "source", WARNED),
    ]
    assert f": {WARNED_SUMMARY} (sender +" in get(mira, "lines").json()["lines"]


def test_without_words_the_origin_is_extract(personas: Personas, mira: APIClient, sent: str) -> None:
    [row] = get(mira, "messages").json()["messages"]
    assert (row["lod_0_origin"], len(row["tokens"]["levels"])) == ("extract", 2)
    assert "(extract +" in get(mira, "lines").json()["lines"]
    send(personas.owner, "Shall I?")
    assert get(mira, "messages/2").json()["lod_0_origin"] is None


def test_a_long_text_without_words_says_how_to_give_some(personas: Personas, mira: APIClient) -> None:
    hint = send(personas.owner, WARNED)["hint"]
    [address] = re.findall(r"PUT (\S+) \{", hint)
    bettered = personas.owner.put(address, {"summary": WARNED_SUMMARY}, "json")
    assert (bettered.status_code, bettered.json()["hint"]) == (200, None)
    assert send(personas.owner, "Shall I?")["hint"] is None
    assert send(personas.owner, WARNED, summary=WARNED_SUMMARY)["hint"] is None
    assert send(personas.owner, "Deploy done.", summary="The deploy is done.")["hint"].startswith(
        "The text is no longer than your words, which were not used"
    )
    # Of a stone the words are the stone's.
    assert send_stone(personas.owner, store(personas.account, content=MIDDLE).pk)["hint"] is None


def test_better_words_for_what_was_sent(personas: Personas, mira: APIClient, sent: str) -> None:
    answer = put(personas.owner, sent, summary=WARNED_SUMMARY)
    assert (answer.status_code, answer.json()["tracking_id"], answer.json()["left_out"]) == (200, sent, [])
    [row] = get(mira, "messages").json()["messages"]
    assert (row["lod_0"], row["lod_0_origin"]) == (WARNED_SUMMARY, "sender")
    left_out = put(personas.owner, sent, summary=WARNED_HALF).json()["left_out"]
    assert any("merge" in each and "(line 3)" in each for each in left_out)


def test_a_sentence_that_was_changed_says_so_where_it_is_read(
    personas: Personas, mira: APIClient, sent: str
) -> None:
    [row] = get(mira, "messages").json()["messages"]
    assert row["lod_0_changed"] is None
    put(personas.owner, sent, summary=WARNED_SUMMARY)
    changed = Message.objects.get().reworded
    assert changed is not None
    said = format_time(changed)
    [row] = get(mira, "messages").json()["messages"]
    assert row["lod_0_changed"] == get(mira, "messages/1/lod/0").json()["lod_0_changed"] == said
    assert f": {WARNED_SUMMARY} (changed sender +" in get(mira, "lines").json()["lines"]
    agent = Agent.objects.get(name="mira")
    caller = Caller(agent.account, agent, frozenset(SCOPES))
    assert f"; its sentence was changed {said}." in read.call(caller, {"message": "#1", "level": 0}).text
    for tool, arguments in ((read, {"message": "#1", "level": 0}), (inbox, {"tab": "all"})):
        fields = tool.call(caller, arguments).data.fields()
        assert (fields["messages"][0] if tool is inbox else fields)["lod_0_changed"] == said
    # The same words again, or another LOD-1, change nothing of the sentence.
    put(personas.owner, sent, summary=WARNED_SUMMARY, detail=f"{WARNED_SUMMARY} Ask mira first.")
    assert Message.objects.get().reworded == changed


def test_a_stone_s_sentence_that_was_changed_says_so_in_the_inbox(
    personas: Personas, mira: APIClient
) -> None:
    stone = store(personas.account, content=WARNED, source_agent="koda")
    send_stone(personas.owner, stone.pk)
    send_stone(personas.owner, store(personas.account, content=MIDDLE).pk)
    get(mira, "messages")
    reword(account=personas.account, border_hash=stone.pk, summary=WARNED_SUMMARY)
    first, second = get(mira, "messages").json()["messages"]
    assert (first["lod_0"], second["lod_0_changed"]) == (WARNED_SUMMARY, None)
    assert first["lod_0_changed"] is not None
    assert "(changed sender +" in get(mira, "lines").json()["lines"].split("\n")[0]


def test_a_sentence_that_was_changed_before_anybody_saw_it_does_not_say_so(
    personas: Personas, mira: APIClient, sent: str
) -> None:
    put(personas.owner, sent, summary=WARNED_SUMMARY)
    [row] = get(mira, "messages").json()["messages"]
    assert (row["lod_0"], row["lod_0_changed"]) == (WARNED_SUMMARY, None)


def test_who_had_read_all_of_it_has_read_all_of_it(personas: Personas, mira: APIClient, sent: str) -> None:
    get(mira, "messages/1/lod/1")
    put(personas.owner, sent, summary=WARNED_HALF, detail=WARNED_SUMMARY)
    assert Delivery.objects.get().read_lod == Message.objects.get().top_level == 2


def test_the_detail_stays_without_a_new_one(personas: Personas, mira: APIClient, sent: str) -> None:
    put(personas.owner, sent, summary=WARNED_HALF, detail=WARNED_SUMMARY)
    get(mira, "messages/1/lod/1")
    assert put(personas.owner, sent, summary="Export job: paging is open.").json()["left_out"] == []
    message = Message.objects.get()
    assert (message.scan, message.detail, message.top_level) == (
        "Export job: paging is open.",
        WARNED_SUMMARY,
        2,
    )
    assert Delivery.objects.get().read_lod == 1


def test_messages_show_the_new_words_of_their_stone(personas: Personas, mira: APIClient) -> None:
    made = personas.owner.post("/api/format-qastone", {"content": WARNED}, format="json").json()
    post(personas.owner, "send-stone", recipient="mira", stone=made["id"])
    personas.owner.put(f"/api/stone/{made['id']}/summary", {"summary": WARNED_SUMMARY}, format="json")
    row = get(mira, "messages/1").json()
    assert (row["lod_0"], row["lod_0_origin"]) == (WARNED_SUMMARY, "sender")
    assert row["levels"][0]["tokens"] == count_tokens(WARNED_SUMMARY)


def test_the_documented_example(personas: Personas, mira: APIClient) -> None:
    text = f"{examples.TEXT} " + "The log of the last run lies beside it, as ever. " * 5
    message = send(personas.owner, text)["tracking_id"]
    assert_documented(put(personas.owner, message, **examples.REWORD).json(), examples.REWORDED)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"summary": WARNED_WRONG}, 422, "summary_refused"),
        ({"summary": "\x00\u202e"}, 400, "invalid_message"),
        ({"summary": " "}, 400, "invalid_message"),
        ({}, 400, "required"),
        ({"summary": WARNED_SUMMARY, "payload": "x"}, 400, "unknown"),
    ],
)
def test_refusals_change_nothing(
    personas: Personas, sent: str, body: dict[str, Any], status: int, code: str
) -> None:
    before = Message.objects.values("scan", "scan_origin", "detail", "lod_tokens").get()
    answer = put(personas.owner, sent, **body)
    assert problem_of(answer)[0] == status
    assert code in (answer.json()["code"], *(each["code"] for each in answer.json().get("errors", ())))
    assert Message.objects.values("scan", "scan_origin", "detail", "lod_tokens").get() == before


def test_nothing_is_sent_with_words_that_are_not_true(personas: Personas, mira: APIClient) -> None:
    answer = post(personas.owner, "send", recipient="mira", payload=WARNED, summary=WARNED_WRONG)
    assert problem_of(answer) == (422, "summary_refused")
    assert not Message.objects.exists()


def test_only_its_sender(personas: Personas, mira: APIClient, sent: str) -> None:
    assert problem_of(put(mira, sent, summary=WARNED_SUMMARY)) == (404, "message_not_found")
    assert_guarded(
        personas,
        "PUT",
        f"{INBOX}/messages/{sent}/summary",
        scope="inbox:send",
        body={"summary": WARNED_SUMMARY},
    )
