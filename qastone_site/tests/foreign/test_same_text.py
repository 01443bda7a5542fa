"""Somebody's stone with levels and a header of its own, of a text that is stored with others: neither stands for it."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from clipboard.services import make_stone
from clipboard.tests.copy_factories import copy
from core.rest.tests.access_assertions import Personas
from inbox.models import Message
from inbox.services import create_agent
from inbox.tests.api.api_calls import send_stone
from qastone_site.tests.foreign.foreign_stones import COMPLEX, SAMPLE
from stones.format import dump, parse, truncate
from stones.models import LedgerEntry, Stone
from stones.queries import find_stone
from stones.services import store_stone_text
from stones.tests.factories import LONG, MIDDLE, new_account, store, write_levels

SOURCE = COMPLEX.levels[-1]
NOT_THE_SAME = "is not that of <a"


@pytest.fixture
def ann(db: None) -> User:
    return new_account("ann")


@pytest.fixture
def person(ann: User) -> Client:
    client = Client()
    client.force_login(ann)
    return client


@pytest.fixture
def plain(ann: User) -> Stone:
    """The text alone, with the levels that the site writes."""
    return store(ann, content=SOURCE)


def paste(client: Client, text: str, **fields: str) -> str:
    page = client.post("/paste", {"text": text, **fields}).content.decode()
    return page.partition('id="result"')[2].partition("<template")[0]


def test_the_paste_shows_the_copy_and_can_store_it(person: Client, ann: User, plain: Stone) -> None:
    page = paste(person, COMPLEX.text, open="0:1")
    for level in COMPLEX.levels[:2]:
        assert level in page
    assert NOT_THE_SAME in page
    assert "Store it" in page
    assert not LedgerEntry.objects.exists()
    person.post("/paste", {"text": COMPLEX.text, "store": "0:0"})
    stored = Stone.objects.exclude(pk=plain.pk).get()
    assert stored.fortune == "architecture:complex"
    # From now on it is the one that is meant, also once the other was stored again.
    store(ann, content=SOURCE)
    page = paste(person, COMPLEX.text, open="0:1")
    assert f'href="/stones/{stored.pk}"' in page
    assert set(LedgerEntry.objects.values_list("stone", flat=True)) == {stored.pk}


def test_a_verified_copy_with_an_edited_level(person: Client, ann: User) -> None:
    stone = store(ann, content=LONG, levels={0: "Keep the ports.", 1: "In short.", 2: "At length."})
    text = person.get(f"/stones/{stone.pk}/text").content.decode()
    page = paste(person, text)
    assert "It is stored here" in page
    assert "unchecked" not in page
    page = paste(person, text.replace("In short.", "In brief."), open="0:1")
    assert "Its content matches its hash" in page
    assert "LOD-0 to LOD-2 are as they came, unchecked" in page
    assert "Its LOD-1 is not that of" in page
    assert "In brief." in page
    assert not LedgerEntry.objects.exists()


def test_a_wrapped_copy_leads_to_the_stored_one(person: Client, ann: User) -> None:
    stone = store(ann, content=LONG)
    text = person.get(f"/stones/{stone.pk}/text").content.decode()
    page = paste(person, text.replace("We decided to keep", "We decided\nto keep"))
    assert "it was wrapped on the way" in page
    assert f'href="/stones/{stone.content.border_hash}"' in page
    assert "Load LOD" not in page


def test_a_quoted_stone_is_read_without_its_marks(person: Client, ann: User) -> None:
    stone = store(ann, content=LONG)
    text = person.get(f"/stones/{stone.pk}/text").content.decode()
    page = paste(person, "".join(f"> {line}\n" for line in text.split("\n")))
    assert "these marks were taken off" in page
    assert "It is stored here" in page


def test_a_level_is_named_as_what_it_is_there(person: Client, ann: User) -> None:
    """A copy that says it has two levels, of a stone that has four."""
    stone = store(ann, content=LONG, levels={0: "Keep the ports."})
    write_levels(stone)
    text = person.get(f"/stones/{stone.pk}/text?lod=0").content.decode()
    page = paste(
        person, re.sub("lod_tokens: .*\n", "", text).replace("lod_count: 4", "lod_count: 2"), open="0:1"
    )
    assert "LOD-1</span> Detail" in page


def test_the_clipboard_keeps_both(ann: User, plain: Stone) -> None:
    entry = copy(ann, COMPLEX.text)
    made = make_stone(account=ann, entry_id=entry.pk)
    assert made.pk != plain.pk
    assert made.fortune == "architecture:complex"
    again = make_stone(account=ann, entry_id=copy(ann, f"\n{COMPLEX.text}").pk)
    assert again.pk == made.pk


def test_what_is_previewed_is_what_is_sent(person: Client, ann: User, plain: Stone) -> None:
    create_agent(account=ann, name="mira")
    fields = {"recipients": "mira", "text": COMPLEX.text, "max_lod": "1", "token": "t"}
    page = person.post("/inbox/compose/preview", fields).content.decode()
    assert COMPLEX.levels[0] in page
    assert "architecture:complex" in page
    assert person.post("/inbox/compose", fields).status_code == 302
    assert COMPLEX.levels[0] in Message.objects.get().body


@pytest.fixture
def own(ann: User) -> Stone:
    """With levels of its author; after it the same text was stored without any."""
    stone = store(ann, content=MIDDLE, levels={0: "Mine.", 1: "Mine in short."})
    store(ann, content=MIDDLE)
    return stone


@pytest.mark.parametrize("lod", [0, 1])
def test_an_unaltered_copy_of_the_earlier_stone(person: Client, own: Stone, lod: int) -> None:
    copied = person.get(f"/stones/{own.pk}/text?lod={lod}").content.decode()
    page = paste(person, copied, open="0:1")
    assert "one of the two was changed" not in page
    assert f'href="/stones/{own.pk}"' in page
    assert "Mine in short." in page
    assert set(LedgerEntry.objects.values_list("stone", flat=True)) == {own.pk}


@pytest.mark.parametrize("scopes", [["inbox:send", "stones:read"], ["inbox:send"]])
def test_a_copy_is_sent_as_the_stone_that_it_was_cut_from(
    personas: Personas, mira: APIClient, scopes: list[str]
) -> None:
    send_stone(mira, SAMPLE.text, to="koda", max_lod=3)
    first = Stone.objects.get()
    send_stone(mira, SAMPLE.text.replace("LOD-0: ", "LOD-0: Later: "), to="koda", max_lod=3)
    store_stone_text(account=personas.account, text=SAMPLE.text.replace("LOD-1: ", "LOD-1: Unsent: "))
    koda = personas.with_scopes(scopes)
    sent = send_stone(koda, dump(truncate(parse(SAMPLE.text), 1)), max_lod=3)
    assert sent["note"] is None
    assert Message.objects.latest("pk").stone_id == first.pk
    unsent = dump(truncate(parse(SAMPLE.text.replace("LOD-1: ", "LOD-1: Unsent: ")), 1))
    sent = send_stone(koda, unsent, max_lod=3)
    assert (sent["note"] is None) == ("stones:read" in scopes)


OTHER_HEADER = SAMPLE.text.replace("task:repo:ztgi:simple", "task:repo:complex").replace(
    "2026-01-30", "2025-12-24"
)


@pytest.fixture
def sample(ann: User) -> Stone:
    return store_stone_text(account=ann, text=SAMPLE.text).stone


def test_another_header_over_the_same_levels_is_stored(person: Client, ann: User, sample: Stone) -> None:
    page = paste(person, OTHER_HEADER, open="0:0")
    assert "It is stored here" not in page
    assert "Its header line &#x27;created&#x27; is not that of" in page
    assert "Store it" in page
    assert not LedgerEntry.objects.exists()
    person.post("/paste", {"text": OTHER_HEADER, "store": "0:0"})
    stored = Stone.objects.exclude(pk=sample.pk).get()
    assert (stored.fortune, stored.claims["created"]) == ("task:repo:complex", "2025-12-24T12:00:00Z")
    # Of two of one text the later goes by its hash.
    assert f'href="/stones/{sample.pk}"' in paste(person, SAMPLE.text)
    assert f'href="/stones/{find_stone(ann, stored.pk).address}"' in paste(person, OTHER_HEADER)


def test_the_clipboard_keeps_the_other_header(ann: User, sample: Stone) -> None:
    made = make_stone(account=ann, entry_id=copy(ann, OTHER_HEADER).pk)
    assert (made.pk != sample.pk, made.fortune) == (True, "task:repo:complex")
    assert make_stone(account=ann, entry_id=copy(ann, SAMPLE.text).pk).pk == sample.pk


def test_the_other_header_is_previewed_and_sent(person: Client, ann: User, sample: Stone) -> None:
    create_agent(account=ann, name="mira")
    for number, text in enumerate((OTHER_HEADER, dump(truncate(parse(OTHER_HEADER), 1)))):
        fields = {"recipients": "mira", "text": text, "max_lod": "1", "token": str(number)}
        page = person.post("/inbox/compose/preview", fields).content.decode()
        assert "task:repo:complex" in page
        assert person.post("/inbox/compose", fields).status_code == 302
        assert "fortune: task:repo:complex" in Message.objects.latest("pk").body


def test_a_truncated_copy_with_another_header_is_sent_with_a_note(
    personas: Personas, mira: APIClient
) -> None:
    send_stone(personas.owner, SAMPLE.text, max_lod=3)
    same = send_stone(personas.owner, dump(truncate(parse(SAMPLE.text), 1)), max_lod=3)
    assert same["note"] is None
    sent = send_stone(personas.owner, dump(truncate(parse(OTHER_HEADER), 1)), max_lod=3)
    assert sent["note"].startswith(f"Header line 'created' of this copy is not that of {SAMPLE.own_hash}")
    assert "fortune: task:repo:complex" in Message.objects.latest("pk").body


def test_an_exported_stone_is_recognised_when_it_comes_back(person: Client, ann: User, sample: Stone) -> None:
    """With the lines that the site adds: whose claim it is, what the levels cost, how far it goes."""
    ours = store(ann, content=LONG, levels={0: "Keep the ports."})
    # Levels are made here, and a header that we write for what its own values cannot say.
    short = SAMPLE.text.partition("LOD-0: ")[0].replace("lod_count: 4", "lod_count: 1")
    odd = (
        short.replace("f7a3b2c1", "0badcafe")
        .replace("stone_type: handoff", "stone_type: note")
        .replace("glow_channel: task", "glow_channel: dream")
    )
    filled = store_stone_text(account=ann, text=f"{odd}LOD-0: {LONG}\n§/QASTONE§\n").stone
    for stone in (sample, ours, filled):
        for query in ("", "?lod=0", "?lod=1"):
            text = person.get(f"/stones/{stone.pk}/text{query}").content.decode()
            assert "It is stored here" in paste(person, text)
