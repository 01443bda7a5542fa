"""The terms of the format are explained where they first stand on a page: once, by keyboard, and without JavaScript."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from inbox.models import Message
from qastone_site.demonstration.seed_demonstration import HANDOFFS, seed_handoff
from stones.models import Stone


@pytest.fixture
def person(ann: User) -> Client:
    for handoff in HANDOFFS:
        seed_handoff(account=ann, handoff=handoff)
    client = Client()
    client.force_login(ann)
    return client


def explained(page: str) -> list[str]:
    """The terms whose `?` opens what stands beside it, in the order of the page."""
    buttons = re.findall(
        r'<button type="button" class="term" popovertarget="term-(\w+)" aria-label="What', page
    )
    assert buttons == re.findall(r'<span class="term-card" popover\s+id="term-(\w+)"', page)
    return buttons


@pytest.mark.parametrize(
    ("path", "terms"),
    [
        ("/", ["stone"]),
        ("/stones/", ["stone", "channel", "scan", "hash", "levels"]),
        ("/paste", ["stone", "channel", "hash", "levels"]),
        ("/inbox/?agent=*&tab=all", ["stone", "levels"]),
        ("/inbox/compose", ["stone", "levels"]),
        ("/inbox/helpers/", ["stone"]),
        ("/inbox/helpers/new", ["stone", "levels"]),
        ("/assistant/settings", ["stone", "levels", "channel"]),
        ("/assistant/apps", ["stone"]),
        ("/clipboard/", ["stone"]),
        ("/search", ["stone", "channel"]),
    ],
)
def test_each_term_once(person: Client, path: str, terms: list[str]) -> None:
    answer = person.get(path)
    assert answer.status_code == 200, path
    assert explained(answer.content.decode()) == terms


def test_on_the_page_of_a_stone_and_of_a_thread(person: Client) -> None:
    stone = Stone.objects.filter(glow_channel="handoff").get()
    page = person.get(f"/stones/{stone.pk}").content.decode()
    assert explained(page) == ["channel", "levels", "stone", "hash", "fortune"]
    message = Message.objects.get(stone=stone)
    assert explained(person.get(f"/inbox/{message.pk}").content.decode()) == ["stone", "levels"]


def test_a_part_of_a_page_explains_what_is_new_in_it(person: Client) -> None:
    stone = Stone.objects.filter(glow_channel="handoff").get()
    answer = person.get(f"/stones/{stone.pk}?lod=1", headers={"HX-Request": "true", "HX-Target": "stone"})
    assert explained(answer.content.decode()) == ["channel", "levels"]
