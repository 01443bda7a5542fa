"""What the overview and the set-up page begin with: one sentence, a picture of true numbers, a box for a text."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from pytest_django.fixtures import Settings

from core.llm import count_tokens
from qastone_site.demonstration.seed_demonstration import DEMO
from qastone_site.example_cost import EXAMPLE, EXAMPLE_COST
from qastone_site.tests.overview.conftest import OpenOverview, client_of
from stones.models import Stone
from stones.queries import assemble, reloaded
from stones.services.read_levels import stone_text
from stones.tests.factories import LONG, SHORT, store, write_levels

pytestmark = pytest.mark.django_db

SENTENCE = "QA.Stone hands work from one AI agent, in Claude Code, Cursor or a chat, to the next"
HTMX = {"HX-Request": "true", "HX-Target": "glance"}


def glance(account: User, text: str, status: int = 200) -> str:
    response = client_of(account).post("/paste", {"text": text, "action": "look"}, headers=HTMX)
    assert response.status_code == status
    content = response.content.decode()
    assert content.startswith('<div id="glance"')
    return content


def test_the_numbers_are_those_of_the_demonstration() -> None:
    call_command("seed_demo")
    stone = Stone.objects.get(content__text__startswith=(DEMO / EXAMPLE).read_text()[:200])
    write_levels(stone)
    assembled = assemble(reloaded(stone))
    assert assembled.lod_tokens[-1] == EXAMPLE_COST.whole
    scan = assembled.levels[0].row
    assert scan is not None
    assert scan.text == EXAMPLE_COST.sentence
    assert count_tokens(stone_text(assembled, 1)) == EXAMPLE_COST.needed


def test_the_overview_begins_with_it(account: User, open_overview: OpenOverview) -> None:
    page = open_overview(account)
    assert SENTENCE in page
    assert "71% less to read" in page
    assert "Pasted whole every word, each time 988 tokens" in page
    assert "Read as needed a sentence, a paragraph, and a header with what more would cost 284 tokens" in page
    assert "Its summary" not in page
    assert page.index(SENTENCE) < page.index("First steps")


def test_the_set_up_page_begins_with_it(client: Client) -> None:
    content = client.get("/setup").content.decode()
    assert SENTENCE in content
    assert "<strong>988</strong> tokens" in content
    assert "Its summary: “Search is slow for three large accounts" in content


def test_the_box_says_what_is_read_first_and_what_that_saves(account: User) -> None:
    content = glance(account, LONG)
    assert "An agent would read this first" in content
    assert "Handoff: the export service" in content
    assert "<dt>pasted whole</dt>" in content
    assert "%)" in content
    number = re.search(r"<dt>read first</dt><dd>(\d+)</dd>", content)
    assert number is not None
    stored = store(account, content=LONG, stone_type="clipboard")
    delivered = count_tokens(stone_text(assemble(reloaded(stored)), 0))
    assert abs(int(number[1]) - delivered) <= 6, "the header counts, as in the ledger"
    Stone.objects.all().delete()
    assert 'name="action" value="store"' in content
    assert not Stone.objects.exists(), "nothing is stored by a look"


def test_the_box_says_until_when_it_is_kept_and_offers_longer(account: User, settings: Settings) -> None:
    choices = re.findall(r'<option value="(\d*)">([^<]+)<', glance(account, LONG))
    day = date_format(timezone.localtime(timezone.now() + timedelta(days=30)), "j F Y")
    assert choices[0] == ("", day)
    assert [days for days, _ in choices] == ["", "365", "3650"]
    client_of(account).post("/paste", {"text": LONG, "action": "store", "ttl_days": "365"})
    stone = Stone.objects.get()
    assert stone.expires
    assert (stone.expires - stone.created).days == 365
    settings.STONE_TTL_DAYS = 400
    assert re.findall(r'<option value="(\d*)">', glance(account, LONG)) == ["", "3650"]


def test_a_short_text_saves_nothing(account: User) -> None:
    assert "It is short: an agent would read the whole text" in glance(account, SHORT)


def test_a_stone_in_the_box(account: User) -> None:
    stone = store(account, content=LONG)
    write_levels(stone)
    text = client_of(account).get(f"/stones/{stone.content.border_hash}/text").content.decode()
    content = glance(account, text)
    assert "This is already a stone" in content
    assert 'value="look">Open it on the paste page' in content


@pytest.mark.parametrize(
    ("text", "words"), [("§QASTONE§ v9\nx", "That cannot be used"), ("", "This field is required.")]
)
def test_what_cannot_be_used_is_said_in_the_box(account: User, text: str, words: str) -> None:
    response = client_of(account).post("/paste", {"text": text, "action": "look"}, headers=HTMX)
    assert response.status_code in (400, 422)
    assert words in response.content.decode()


def test_without_a_script_the_box_opens_the_paste_page(account: User, open_overview: OpenOverview) -> None:
    assert '<form id="try" method="post" action="/paste"' in open_overview(account).content
    content = client_of(account).post("/paste", {"text": LONG, "action": "look"}).content.decode()
    assert "<h1>Paste</h1>" in content
    assert "It would become a stone of" in content
