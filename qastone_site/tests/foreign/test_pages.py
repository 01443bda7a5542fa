"""The pages, with every stone of other writers: shown unverified, in words that say what that means."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from inbox.models import Message
from inbox.services import create_agent
from qastone_site.tests.foreign.foreign_stones import OTHERS, SAMPLE, OtherStone, other_stones
from stones.format import dump, level_name, parse, truncate
from stones.models import Stone
from stones.tests.factories import new_account

MEANING = "Named by another writer’s rule: whether the text was changed cannot be checked."


@pytest.fixture
def person(db: None) -> Client:
    client = Client()
    client.force_login(new_account("ann"))
    return client


def page_of(response: object) -> str:
    content: bytes = response.content  # type: ignore[attr-defined]  # of Django's test client
    return content.decode()


@other_stones
def test_pasted_opened_and_stored(person: Client, other: OtherStone) -> None:
    page = page_of(person.post("/paste", {"text": other.text}))
    assert (MEANING in page) == (other.verdict == "not_verifiable")
    assert other.header.border_hash in page
    assert "Somebody or something has changed it" not in page.partition("<template")[0]
    top = len(other.levels) - 1
    opened = page_of(person.post("/paste", {"text": other.text, "open": f"0:{top}"}))
    assert f"LOD-{top}</span> {level_name(top)}" in opened
    stored = person.post("/paste", {"text": other.text, "store": "0:1"}, follow=True)
    assert stored.status_code == 200
    assert (MEANING in page_of(stored)) == (other.verdict == "not_verifiable")
    assert Stone.objects.get().content.border_hash == other.own_hash


def test_the_stone_s_page_says_what_is_claimed(person: Client) -> None:
    person.post("/paste", {"text": SAMPLE.text, "store": "0:1"})
    page = page_of(person.get("/stones/f7a3b2c1?tab=provenance"))
    for text in (
        SAMPLE.own_hash,
        "f7a3b2c1",
        "2026-01-30T12:00:00Z",
        "task:repo:ztgi:simple",
        ">not proven<",
        MEANING,
    ):
        assert text in page
    assert "unverified" in page_of(person.get("/stones/"))


@pytest.mark.parametrize("name", ["f7a3b2c1", "F7A3B2C1", "Stone-17"])
def test_both_searches_find_it_by_its_own_name(person: Client, name: str) -> None:
    person.post("/paste", {"text": SAMPLE.text.replace("f7a3b2c1", name), "store": "0:1"})
    for address in ("/stones/", "/search"):
        page = page_of(person.get(address, {"q": name}))
        assert f"/stones/{SAMPLE.own_hash}" in page, address


def test_another_text_under_a_stored_name_is_not_that_stone(person: Client) -> None:
    person.post("/paste", {"text": SAMPLE.text, "store": "0:1"})
    changed = SAMPLE.text.replace("[Full conversation", "[No conversation").replace(
        "Create GitHub", "Delete GitHub"
    )
    opened = page_of(person.post("/paste", {"text": changed, "open": "0:0"}))
    assert "Delete GitHub repo" in opened.partition("<template")[0].partition('id="result"')[2]
    assert "It is stored here" not in opened


def test_an_edited_copy_is_marked(person: Client) -> None:
    person.post("/paste", {"text": SAMPLE.text, "store": "0:1"})
    edited = dump(truncate(parse(SAMPLE.text), 1)).replace("Needs own repo", "Needs no repo")
    page = page_of(person.post("/paste", {"text": edited, "open": "0:1"}))
    assert "Its LOD-1 is not that of" in page
    assert "Needs no repo" in page.partition("<template")[0].partition('id="result"')[2]


def test_the_source_is_sent_whatever_its_number(person: Client) -> None:
    create_agent(account=User.objects.get(), name="mira")
    six = next(other for other in OTHERS if len(other.levels) == 6)
    fields = {"recipients": "mira", "text": six.text, "max_lod": "3", "token": "t"}
    assert six.levels[-1] in page_of(person.post("/inbox/compose/preview", fields))
    assert person.post("/inbox/compose", fields).status_code == 302
    message = Message.objects.get()
    assert (message.delivered_lod, message.omissions) == (5, {})
    assert parse(message.body).levels == six.levels


@other_stones
def test_composed_and_listed_in_the_thread(person: Client, other: OtherStone) -> None:
    create_agent(account=User.objects.get(), name="mira")
    fields = {"recipients": "mira", "text": other.text, "max_lod": "1", "token": "t"}
    preview = page_of(person.post("/inbox/compose/preview", fields))
    assert (MEANING in preview) == (other.verdict == "not_verifiable")
    assert person.post("/inbox/compose", fields).status_code == 302
    # What stands around a stone goes as a message of its own.
    message = Message.objects.get(delivered_lod__isnull=False)
    assert message.border_hash == other.own_hash
    page = page_of(person.get(f"/inbox/{message.pk}"))
    assert (MEANING in page) == (other.verdict == "not_verifiable")
