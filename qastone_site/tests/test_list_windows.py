"""`?since=`, `?until=` and `?sort=` of the lists: the same words and the same meaning everywhere."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client

from brain.models import Note
from brain.services.manage_notes import create_note
from clipboard.models import CaptureMethod, ClipboardEntry
from clipboard.services import record_copy
from inbox.models import Delivery, Memory
from inbox.services import create_agent
from inbox.services.memory import remember
from inbox.tests.factories import send
from stones.models import Stone
from stones.services import StoneDraft, store_stone

OLD = datetime(2026, 3, 9, 23, 30, tzinfo=UTC)
TEXTS = ("Beta, which is much the longest of the three texts here.", "Alpha is old.", "Gamma is the newest.")
LISTS = {
    "/stones/": "lod_0",
    "/clipboard/": "preview",
    "/brain/notes/": "title",
    "/memory/": "text",
    "/inbox/?tab=all&agent=koda": "lod_0",
}


@pytest.fixture
def ann(client: Client, db: None) -> User:
    account = User.objects.create_user("ann")
    client.force_login(account)
    koda = create_agent(account=account, name="koda")
    for text in TEXTS:
        store_stone(account=account, draft=StoneDraft(content=text, source_agent="koda"))
        record_copy(account=account, content=text, capture_method=CaptureMethod.PAGE)
        create_note(account=account, title=text, body=text)
        remember(agent=koda, text=text)
        send(koda, "koda", payload=text)
    old = {"created": OLD}
    for model, words in ((Stone, "content__text"), (Memory, "text"), (Delivery, "message__body")):
        model._default_manager.filter(**{f"{words}__contains": "Alpha"}).update(**old)
    Note.objects.filter(title__startswith="Alpha").update(dated=OLD)
    ClipboardEntry.objects.filter(preview__startswith="Alpha").update(copied=OLD)
    return account


def firsts(client: Client, address: str, query: str) -> list[str]:
    """The first word of each row, in the list's order."""
    path, _, given = address.partition("?")
    rows = client.get(f"{path}?{given}&{query}&format=json").json()["items"]
    return [str(row[LISTS[address]]).split(",")[0].split()[0] for row in rows]


@pytest.mark.parametrize("address", LISTS)
def test_the_days_are_those_of_utc_and_both_included(client: Client, ann: User, address: str) -> None:
    assert firsts(client, address, "since=2026-03-09&until=2026-03-09") == ["Alpha"]
    assert "Alpha" not in firsts(client, address, "since=2026-03-10")
    assert firsts(client, address, "until=2026-03-08") == []
    assert len(firsts(client, address, "since=soon&until=9999-12-31")) == 3  # what is no day is left out


@pytest.mark.parametrize("address", [each for each in LISTS if each != "/stones/"])
def test_the_oldest_first(client: Client, ann: User, address: str) -> None:
    newest_first = firsts(client, address, "")
    assert firsts(client, address, "sort=oldest") == newest_first[::-1]
    assert firsts(client, address, "sort=nothing") == newest_first


@pytest.mark.parametrize("address", ["/clipboard/", "/brain/notes/", "/memory/"])
def test_the_longest_first(client: Client, ann: User, address: str) -> None:
    assert firsts(client, address, "sort=longest")[0] == "Beta"


def test_notes_by_title(client: Client, ann: User) -> None:
    assert firsts(client, "/brain/notes/", "sort=title") == ["Alpha", "Beta", "Gamma"]


@pytest.mark.parametrize("address", LISTS)
def test_the_page_says_the_order_and_keeps_what_else_is_asked(
    client: Client, ann: User, address: str
) -> None:
    path, _, given = address.partition("?")
    # What notes are found by words are the nearest first.
    name = "tag" if address == "/brain/notes/" else "q"
    page = client.get(f"{path}?{given}&sort=oldest&since=2026-01-01&{name}=alpha").content.decode()
    form = page[: page.index('value="2026-01-01"')].rpartition("<form")[2]
    assert f'name="{name}"' in form
    assert "alpha" in form
    # REST knows neither: no command says that it is the same list. Of stones it does.
    assert ("curl-command" in page) is (address == "/stones/")


@pytest.mark.every_case
@pytest.mark.parametrize("address", LISTS)
def test_days_that_are_none_or_the_wrong_way_round_are_named(client: Client, ann: User, address: str) -> None:
    mark = "&" if "?" in address else "?"
    page = client.get(f"{address}{mark}since=31.12.2026").content.decode()
    assert "<code>since=31.12.2026</code> is no day and was left out: write it as 2026-12-31." in page
    page = client.get(f"{address}{mark}since=2026-03-10&until=2026-03-09").content.decode()
    assert "The first day, 2026-03-10, is after the last, 2026-03-09: nothing can be between them." in page
    assert "is no day" not in client.get(f"{address}{mark}since=&until=2026-03-09").content.decode()
