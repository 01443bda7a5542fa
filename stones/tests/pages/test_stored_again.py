"""A text that is stored already: what the preview and the result say of it, and how its stones are told apart."""

import html
import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from stones.models import Stone
from stones.tests.factories import LONG, SAID


def day(days: int) -> str:
    return date_format(timezone.localtime(timezone.now() + timedelta(days=days)), "j F Y")


def paste(client: Client, **fields: str) -> str:
    """Where it is stored, with what the result says."""
    form = {"text": LONG, "action": "store", "stone_type": "clipboard"} | fields
    page = client.post("/paste", form, follow=True).content.decode()
    return re.sub(r"\s+", " ", html.unescape(page))


@pytest.fixture
def first(person: Client, ann: User) -> Stone:
    paste(person)
    Stone.objects.update(stored=timezone.now() - timedelta(minutes=14))
    return Stone.objects.get()


def test_the_preview_says_that_it_is_stored_already(person: Client, first: Stone) -> None:
    page = paste(person, action="plain")
    assert re.search(r"You stored this text <time[^>]*>14 min ago</time>", page)
    assert f'href="/stones/{first.pk}">that stone</a> stays until {day(30)}.' in page
    assert "takes the summary that you give" in page
    assert "this becomes a second stone beside it" in paste(person, action="plain", source_agent="codex")


def test_a_new_text_is_not_said_to_be_stored(person: Client, first: Stone) -> None:
    assert "You stored this text" not in paste(person, action="plain", text=f"{LONG} More.")
    assert "You stored this text" not in paste(person, text=f"{LONG} More.")


def test_a_shorter_time_is_said_not_to_be_used(person: Client, first: Stone) -> None:
    page = paste(person, ttl_days="3")
    assert "You stored this text 14 min ago already, and this is that stone." in page
    assert f"It stays until {day(30)}: what you chose under “Keep for (days)” would end no later." in page


def test_a_longer_time_is_said_to_be_used(person: Client, first: Stone) -> None:
    assert f"It now stays until {day(90)}; it was {day(30)}." in paste(person, ttl_days="90")


def test_a_summary_is_said_to_be_added_or_not_used(person: Client, first: Stone) -> None:
    assert "the new one was added" in paste(person, summary=SAID)
    page = paste(person, summary="Open is who rotates the keys of the buckets of the export service.")
    assert "the new one was added" not in page
    assert "It already had a summary: yours was not used." in page


def test_two_stones_of_one_text_are_linked(person: Client, first: Stone) -> None:
    assert "This text is stored" not in paste(person)
    page = paste(person, source_agent="codex")
    assert "This text is stored 2 times" in page
    assert "This one: from codex" in page
    assert f'href="/stones/{first.pk}">From you' in page
    other = re.sub(r"\s+", " ", person.get(f"/stones/{first.pk}").content.decode())
    assert "This one: from you" in other
    newest = Stone.objects.exclude(pk=first.pk).get()
    assert f'href="/stones/{newest.pk}">From codex' in other
