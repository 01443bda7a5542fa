"""`?format=json` of lists and pages: what REST says, of the person's own account alone; and the command beside it."""

import csv
import io
import re
import shlex
from collections.abc import Callable
from copy import deepcopy
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from inbox.models import Agent, Contact
from inbox.scopes import SCOPES
from inbox.services import issue_token
from qastone_site.tests.access.access_world import World, new_world
from quickstart.kinds import AskOutcome
from quickstart.models import Question
from stones.services import StoneDraft, store_stone


@pytest.fixture(scope="module")
def made_once(module_transaction: None, django_db_blocker: DjangoDbBlocker) -> World:
    with django_db_blocker.unblock():
        return new_world()


@pytest.fixture
def world(made_once: World, db: None) -> World:
    return deepcopy(made_once)


@pytest.fixture
def owner(world: World, client: Client) -> Client:
    client.force_login(world.owner)
    return client


LISTS = ["/stones/", "/clipboard/", "/brain/notes/", "/ask/skills/"]
PAGES: list[Callable[[World], str]] = [
    lambda world: f"/stones/{world.border_hash}",
    lambda world: f"/clipboard/{world.copied.pk}",
    lambda world: f"/brain/notes/{world.note.pk}",
    lambda world: f"/ask/entries/{world.entry.entry_id}",
    lambda world: f"/ask/skills/{world.skill.skill_id}",
]


def command_of(client: Client, address: str) -> list[str]:
    page = client.get(address).content.decode()
    found = re.search(r'<code id="curl-command">(.*?)</code>', page, re.DOTALL)
    assert found is not None, address
    return shlex.split(found[1].replace("&quot;", '"').replace("&#x27;", "'").replace("&amp;", "&"))


def run_command(agent: Agent, command: list[str]) -> Any:
    """What REST answers to the command, with a token of the agent."""
    program, option, header, url = command
    assert (program, option, header) == ("curl", "-H", "Authorization: Bearer $QASTONE_TOKEN")
    parts = urlsplit(url)
    token = issue_token(agent=agent, scopes=SCOPES).text
    answer = Client().get(f"{parts.path}?{parts.query}", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200, answer.content
    return answer.json()


def without_reads(row: dict[str, Any]) -> dict[str, Any]:
    """Times are written to the second or below it, and each answer is one read more."""
    return {
        name: value
        for name, value in row.items()
        if name not in ("access_count", "indexed", "copied", "expires")
    }


@pytest.mark.parametrize("address", LISTS)
def test_a_list_says_as_json_what_its_command_gets(owner: Client, world: World, address: str) -> None:
    rows = owner.get(f"{address}?format=json").json()["items"]
    asked = run_command(world.koda, command_of(owner, address))["items"]
    assert rows
    assert [without_reads(row) for row in rows] == [without_reads(row) for row in asked]


@pytest.mark.parametrize("page", PAGES, ids=["stone", "copy", "note", "entry", "skill"])
def test_a_page_says_as_json_what_its_command_gets(
    owner: Client, world: World, page: Callable[[World], str]
) -> None:
    body = owner.get(f"{page(world)}?format=json").json()
    assert without_reads(body) == without_reads(run_command(world.koda, command_of(owner, page(world))))


def test_a_level_alone_is_what_its_command_gets(owner: Client, world: World) -> None:
    page = f"{PAGES[0](world)}?lod=1&alone=1"
    body = owner.get(f"{page}&format=json").json()
    assert body["level"] == 1
    assert body == run_command(world.koda, command_of(owner, page))


@pytest.mark.parametrize("page", PAGES, ids=["stone", "copy", "note", "entry", "skill"])
def test_another_account_gets_neither(world: World, client: Client, page: Callable[[World], str]) -> None:
    client.force_login(world.other)
    assert client.get(f"{page(world)}?format=json").status_code == 404
    for address in [*LISTS, "/memory/", "/ask/entries/"]:
        assert client.get(f"{address}?format=json").json() == {"items": [], "next": None}, address


def test_published_entries_say_as_json_what_their_command_gets(owner: Client, world: World) -> None:
    address = f"/ask/entries/?collection={world.collection.name}&review=published"
    rows = owner.get(f"{address}&format=json").json()["items"]
    asked = run_command(world.koda, command_of(owner, address))["items"]
    assert rows
    of_the_page = {"collection": world.collection.name, "review": "published"}
    assert [row | {"updated": None} for row in rows] == [
        row | of_the_page | {"updated": None} for row in asked
    ]


def test_an_agent_and_a_helper_are_what_their_lists_say(owner: Client, world: World) -> None:
    agents = owner.get("/agents/?format=json").json()["items"]
    assert owner.get("/agents/koda/?format=json").json() in agents
    (helper,) = owner.get("/inbox/helpers/?format=json").json()["items"]
    assert owner.get(f"/inbox/helpers/{helper['id']}?format=json").json() == helper


def test_analytics_say_as_json_what_their_command_gets(owner: Client, world: World) -> None:
    run_command(world.koda, command_of(owner, PAGES[0](world)))  # a read: before one there is a sample
    figures = owner.get("/analytics/?days=30&format=json").json()["savings"]
    assert figures == run_command(world.koda, command_of(owner, "/analytics/?days=30"))
    assert figures["paste"] > 0


@pytest.mark.parametrize("address", [*LISTS, "/memory/", "/inbox/helpers/", "/agents/", "/ask/entries/"])
def test_a_list_is_a_table_too(owner: Client, address: str) -> None:
    rows = list(csv.DictReader(io.StringIO(owner.get(f"{address}?format=csv").content.decode())))
    assert len(rows) == len(owner.get(f"{address}?format=json").json()["items"])
    assert all(row.get("id") or row.get("skill_id") or row.get("name") for row in rows)


def test_memories_are_listed_with_their_texts(owner: Client, world: World) -> None:
    (row,) = owner.get("/memory/?format=json").json()["items"]
    assert (row["id"], row["text"], row["by"]) == (world.memory.pk, world.memory.text, "koda")
    assert owner.get(f"/memory/{world.memory.pk}?format=json").json() == row


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("channel=data", ["data"]),
        ("agent=hugo", ["data"]),
        ("tag=mine", ["query"]),
        ("q=tokens:<5", []),
        ("shown=archived", ["task"]),
        ("has=lod-3", []),
        ("since=2020-01-01&until=2020-01-02", []),
    ],
)
def test_the_filters_of_the_stone_list_are_in_its_command(
    client: Client, db: None, query: str, found: list[str]
) -> None:
    bea = User.objects.create_user("bea")
    client.force_login(bea)
    rows = {"data": "hugo", "query": None, "task": None}
    for channel, claimed in rows.items():
        draft = StoneDraft(
            content=f"A {channel} in some words.",
            glow_channel=channel,
            source_agent="koda",
            claimed_source=claimed,
        )
        stone = store_stone(account=bea, draft=draft).stone
        action = {"query": "tag", "task": "archive"}.get(channel)
        client.post("/stones/chosen", {"action": action or "", "chosen": stone.pk, "tag": "mine"})
    agent = Agent.objects.create(account=bea, name="koda")
    shown = client.get(f"/stones/?{query}&format=json").json()["items"]
    page = client.get(f"/stones/?{query}").content.decode()
    assert [row["glow_channel"] for row in shown] == found
    if found:
        assert "curl-command" in page
    asked = run_command(agent, command_of(client, f"/stones/?{query}"))["items"]
    assert [row["id"] for row in asked] == [row["id"] for row in shown]


def test_the_next_page_is_named(client: Client, db: None) -> None:
    bea = User.objects.create_user("bea")
    client.force_login(bea)
    for number in range(51):
        store_stone(account=bea, draft=StoneDraft(content=f"Number {number} of many.", source_agent="koda"))
    first = client.get("/stones/?format=json").json()
    second = client.get(first["next"].removeprefix("http://testserver")).json()
    assert (len(first["items"]), len(second["items"]), second["next"]) == (50, 1, None)


def test_the_profile_and_the_sources_say_what_their_commands_get(owner: Client, world: World) -> None:
    for address in ("/brain/profile", "/brain/sources"):
        body = owner.get(f"{address}?format=json").json()
        assert without_reads(body) == without_reads(run_command(world.koda, command_of(owner, address)))


def test_webhooks_say_as_json_what_their_command_gets(owner: Client, world: World) -> None:
    rows = owner.get("/agents/koda/webhooks?format=json").json()["items"]
    assert rows
    assert rows == run_command(world.koda, command_of(owner, "/agents/koda/webhooks"))["webhooks"]
    assert owner.get("/agents/koda/webhooks?format=csv").content.startswith(b"id,")


def test_contacts_are_a_table(owner: Client, world: World) -> None:
    Contact.objects.get_or_create(account=world.owner, other=world.other)
    (row,) = owner.get("/agents/contacts?format=json").json()["items"]
    assert row["account"] == world.other.get_username()
    assert owner.get("/agents/contacts?format=csv").content.startswith(b"account,known_since")


def test_waiting_questions_are_a_table(owner: Client, world: World) -> None:
    collection = world.entry.collection
    Question.objects.create(
        account=world.owner,
        collection=collection,
        text="How do I fly?",
        confidence=0.1,
        asked=timezone.now(),
        outcome=AskOutcome.NO_ANSWER,
    )
    rows = owner.get(f"/ask/questions/?collection={collection.name}&format=json").json()["items"]
    assert "How do I fly?" in [row["question"] for row in rows]
    assert all(row["times"] >= row["askers"] for row in rows)


def test_the_overview_says_what_waits_and_what_was_saved(owner: Client, world: World) -> None:
    body = owner.get("/?format=json").json()
    assert {alert["code"] for alert in body["waiting"]} == {"unread", "dead"}
    page = owner.get("/").content.decode()
    assert all(alert["words"] in page for alert in [*body["waiting"], *body["attention"]])
    assert body["savings"]["days"]


def test_no_command_where_no_token_gets_the_same(owner: Client, world: World) -> None:
    """A person's own inbox, everybody's, what is snoozed, another order than REST's, helpers of all agents."""
    for address in (
        "/inbox/",
        "/inbox/?agent=*",
        "/inbox/?tab=sent",
        "/inbox/?agent=koda&tab=snoozed",
        "/stones/?sort=saved",
        "/inbox/helpers/",
    ):
        assert "curl-command" not in owner.get(address).content.decode(), address
    page = "/inbox/?agent=koda&tab=all"
    assert "with the token of koda" in owner.get(page).content.decode()
    rows = owner.get(f"{page}&format=json").json()["items"]
    asked = run_command(world.koda, command_of(owner, page))["messages"]  # the oldest first
    assert {row["tracking_id"] for row in rows} == {row["tracking_id"] for row in asked}
