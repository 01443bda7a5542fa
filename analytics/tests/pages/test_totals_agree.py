"""The dashboard, its files and the overview agree with what an agent has loaded."""

import csv
import re
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from core.jobs.models import JobState
from core.rest.tests.access_assertions import Personas
from stones.models import Stone
from stones.tests.factories import LONG, store, write_levels

pytestmark = pytest.mark.django_db


@pytest.fixture
def stone(personas: Personas) -> Stone:
    """With levels that nobody paid for."""
    made = store(personas.account, content=LONG, glow_channel="handoff")
    assert write_levels(made).state == JobState.DONE
    return made


def load(personas: Personas, stone: Stone, level: int) -> int:
    """What an agent pays for a level."""
    response = personas.owner.get(f"/api/stone/{stone.content.border_hash}/lod/{level}")
    assert response.status_code == 200
    return int(response.json()["tokens"])


def test_the_ledger_dashboard_and_files_agree(personas: Personas, stone: Stone) -> None:
    paid = load(personas, stone, 0) + load(personas, stone, 1)
    saved = stone.content.tokens - paid
    assert saved > 0
    person = Client()
    person.force_login(personas.account)
    page = person.get(reverse("analytics:dashboard")).content.decode()
    headline = re.search(r'class="headline-sum"><strong>([\d,]+)</strong> of ([\d,]+) tokens', page)
    assert headline is not None
    assert [number.replace(",", "") for number in headline.groups()] == [
        str(saved),
        str(stone.content.tokens),
    ]
    rows = list(
        csv.DictReader(StringIO(person.get(f"{reverse('analytics:dashboard')}?format=csv").content.decode()))
    )
    exported = person.get(f"{reverse('analytics:dashboard')}?format=json").json()["savings"]
    assert (rows[0]["saved"], exported["saved"]) == (str(saved), saved)
    assert (
        f"<strong>{saved:,}</strong> of {stone.content.tokens:,} tokens" in person.get("/").content.decode()
    )


def test_a_second_look_saves_nothing_more(personas: Personas, stone: Stone) -> None:
    first = load(personas, stone, 0)
    again = load(personas, stone, 0)
    person = Client()
    person.force_login(personas.account)
    exported = person.get(f"{reverse('analytics:dashboard')}?format=json").json()["savings"]
    assert (exported["paste"], exported["read"]) == (stone.content.tokens, first + again)


def test_what_a_person_opens_changes_no_figure(personas: Personas, stone: Stone) -> None:
    person = Client()
    person.force_login(personas.account)
    address = reverse("stones:detail", args=[stone.content.border_hash])
    assert person.get(address, {"lod": "3"}).status_code == 200
    assert "no agent has read anything yet" in person.get(reverse("analytics:dashboard")).content.decode()
    paid = load(personas, stone, 0)
    person.get(address, {"lod": "3"})
    exported = person.get(f"{reverse('analytics:dashboard')}?format=json").json()["savings"]
    assert (exported["paste"], exported["read"]) == (stone.content.tokens, paid)
    persons = next(row for row in exported["agents"] if row["agent"].startswith("person "))
    assert (persons["paste"], persons["read"]) == (0, 0)
    assert persons["reads"] > 1
