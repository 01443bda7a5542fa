"""The demonstration: marked on the pages, counted nowhere, removed by a button or a command; the person's own stays."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from analytics.queries import savings
from analytics.queries.failures import failures
from brain.models import EMBED_NOTE, Note
from brain.services.brain_overview import build_overview
from brain.tests.factories import make_note
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from core.mcp.caller import Caller
from inbox.models import Agent, AgentKind, Delivery, Message
from inbox.queries.inbox_tabs import agent_choices
from inbox.scopes import SCOPES
from inbox.services import issue_token
from inbox.services.manage_agents import site_agent
from inbox.tests.factories import deliver, new_agent
from qastone_site.accounts.first_setup import seed_account
from stones.mcp import search_stones
from stones.models import LedgerEntry, Stone
from stones.services import read_level
from stones.tests.factories import LONG, give_up_levels, store

pytestmark = pytest.mark.django_db

MARK = ">demo</span>"
ALL_GONE = "Removed: 4 stones, 4 messages, 3 notes, 3 agents."


@pytest.fixture(scope="module")
def seeded_once(module_transaction: None, django_db_blocker: DjangoDbBlocker) -> int:
    """The key of the account that has it."""
    with django_db_blocker.unblock():
        call_command("seed_demo", stderr=StringIO())
        return seed_account().pk


@pytest.fixture
def owner(seeded_once: int, db: None) -> User:
    return User.objects.get(pk=seeded_once)


@pytest.fixture
def pages(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def content(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def remove() -> str:
    output = StringIO()
    call_command("seed_demo", "--remove", stdout=output)
    return output.getvalue().strip()


@pytest.mark.parametrize(
    ("address", "rows"),
    [
        ("/stones/", 4),
        ("/inbox/?agent=*&tab=all", 7),
        ("/inbox/?agent=*&tab=sent", 4),
        ("/agents/", 3),
        ("/brain/notes/", 3),
        ("/search?q=index", 3),
    ],
)
def test_rows_of_lists_are_marked(pages: Client, owner: User, address: str, rows: int) -> None:
    assert content(pages, address).count(MARK) == rows
    store(owner)
    make_note(owner)
    assert content(pages, address).count(MARK) == rows


def test_their_own_pages_are_marked(pages: Client) -> None:
    message, note = Message.objects.first(), Note.objects.first()
    assert message is not None
    assert note is not None
    for address in (
        reverse("stones:detail", args=[Stone.objects.all()[0].pk]),
        reverse("inbox:thread", args=[message.pk]),
        reverse("inbox:agent", args=["koda"]),
        reverse("brain:note", args=[note.pk]),
    ):
        assert MARK in content(pages, address), address


def test_it_is_no_first_step_and_waits_for_nobody(pages: Client, owner: User) -> None:
    page = content(pages, "/")
    assert "0 of 3 done" in page
    assert 'data-matter="needs_me"' not in page
    assert sum(choice.unread for choice in agent_choices(owner, None)) == 0
    deliver(site_agent(owner, AgentKind.PERSON), needs_answer=True)
    assert sum(choice.unread for choice in agent_choices(owner, None)) == 1
    assert "1 message wants an answer" in content(pages, "/")


@pytest.mark.parametrize(
    ("address", "none", "one"),
    [
        ("/stones/", "<strong>0</strong> stones, and the demonstration", "<strong>1</strong> stone,"),
        (
            "/brain/notes/",
            "<strong>0</strong>, and the demonstration",
            "<strong>1</strong>, and the demonstration",
        ),
        ("/brain/", "Ask the notes of the demonstration.", "Ask your 1 note."),
    ],
)
def test_it_is_in_no_total(pages: Client, owner: User, address: str, none: str, one: str) -> None:
    page = content(pages, address)
    assert none in " ".join(page.split())
    assert 'class="chip-count"' not in page
    store(owner)
    make_note(owner)
    assert one in " ".join(content(pages, address).split())


def test_its_failed_work_needs_no_attention(pages: Client, owner: User) -> None:
    store(owner, content=LONG)
    make_note(owner)
    give_up_levels(*Stone.objects.all())
    request_jobs(list(Note.objects.all()), EMBED_NOTE)
    Job.objects.update(state=JobState.FAILED, error="No model.", finished=timezone.now())
    page = content(pages, "/")
    assert "The levels of 1 stone could not be written" in page
    assert "1 note is found by its words alone" in page
    today = timezone.now().date()
    assert failures(owner, since=today, until=today).levels == 1


def test_reading_it_saves_nothing(owner: User) -> None:
    demo = Stone.objects.get(glow_channel="handoff")
    read_level(account=owner, border_hash=demo.pk, level=1, reader="agent koda")
    assert LedgerEntry.objects.exists()
    today = timezone.now().date()
    assert savings(owner, since=today, until=today).read == 0
    own = store(owner, content="One of my own. " * 40)
    read_level(account=owner, border_hash=own.pk, level=0, reader="agent koda")
    assert savings(owner, since=today, until=today).read > 0


def test_the_command_removes_all_of_it(owner: User) -> None:
    own = store(owner)
    assert remove() == ALL_GONE
    assert list(Stone.objects.all()) == [own]
    for model in (Message, Delivery, Note, LedgerEntry, Agent):
        assert not model.objects.exists()
    assert remove() == "Removed: 0 stones, 0 messages, 0 notes, 0 agents."


def test_the_button_asks_first(pages: Client, owner: User) -> None:
    assert 'href="/demonstration/remove"' in content(pages, "/")
    assert "Remove the demonstration?" in content(pages, "/demonstration/remove")
    assert Stone.objects.count() == 4
    response = pages.post("/demonstration/remove", follow=True)
    assert "Demonstration removed: 4 stones" in response.content.decode()
    assert 'href="/demonstration/remove"' not in content(pages, "/")
    assert not Stone.objects.exists()


def test_what_is_in_use_stays(owner: User) -> None:
    koda = Agent.objects.get(name="koda")
    issue_token(agent=koda)
    mine = deliver(Agent.objects.get(name="prax"))
    assert remove() == "Removed: 4 stones, 4 messages, 3 notes, 1 agent."
    assert set(Agent.objects.filter(is_demo=False).values_list("name", flat=True)) >= {"koda", "prax"}
    assert list(Delivery.objects.all()) == [mine]


def test_anothers_is_left_alone(owner: User) -> None:
    other = User.objects.create(username="other")
    client = Client()
    client.force_login(other)
    client.post("/demonstration/remove")
    assert Stone.objects.count() == 4


def test_the_brain_counts_ones_own_notes(owner: User) -> None:
    assert (
        build_overview(account=owner, sources=()).answer == "This brain holds 0 notes and the demonstration."
    )
    make_note(owner, title="Mine", body="A text.", tags=["mine"])
    answer = build_overview(account=owner, sources=()).answer
    assert answer == "This brain holds 1 note and the demonstration.\n\nTags used most: mine (1)."


def test_agents_are_told_what_is_of_it(owner: User) -> None:
    hugo = new_agent(owner, "hugo")
    mine = store(owner, content="The index of ours is rebuilt on Friday.")
    caller, token = Caller(owner, hugo, frozenset(SCOPES)), issue_token(agent=hugo, scopes=SCOPES).text
    stones = search_stones.call(caller, {"query": "index"}).text
    assert f"{mine.address} " in stones
    assert " demo " in stones
    assert f"{mine.address} demo" not in stones
    headers = {"Authorization": f"Bearer {token}"}
    rows = Client().get(reverse("stones-api:stones"), headers=headers).json()["items"]
    assert {row["demo"] for row in rows if row["border_hash"] == mine.address} == {False}
    assert sum(row["demo"] for row in rows) == 4
    notes = Client().get(reverse("brain-api:notes"), headers=headers).json()["items"]
    assert [row["demo"] for row in notes] == [True] * 3
