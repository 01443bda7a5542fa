"""Each question box says what it searches and leads to the others; names are refused while typed."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from assistant.app_forms import AppForm
from assistant.models.embedding_apps import APP_NAME
from brain.tests.factories import make_note
from core.pages.name_input import USERNAME
from inbox.agent_forms import ContactForm, NewAgentForm
from inbox.models import AGENT_NAME
from quickstart.tests.factories import make_collection
from stones.tests.factories import store


@pytest.fixture
def person(ann: User) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def box(page: str) -> str:
    found = re.findall(r'<p class="note question-boxes">(.*?)</p>', page, re.DOTALL)
    assert len(found) == 1
    return " ".join(found[0].split())


@pytest.mark.parametrize(
    ("address", "says", "others"),
    [
        ("/search?q=db+port", "Finds words in", ["/ask/?q=db%20port", "/brain/?q=db%20port", "/stones/"]),
        (
            "/ask/?q=db+port",
            "Answers come from the questions",
            ["/search?q=db%20port", "/brain/?q=db%20port", "/stones/"],
        ),
        (
            "/brain/?q=db+port",
            "Answers come from your notes",
            [
                "/ask/entries/llm_configure?collection=qastone",
                "/search?q=db%20port",
                "/ask/?q=db%20port",
                "/stones/",
            ],
        ),
    ],
)
def test_the_boxes_point_to_each_other(
    person: Client, ann: User, address: str, says: str, others: list[str]
) -> None:
    make_collection(ann)
    make_note(ann)
    line = box(person.get(address, follow=True).content.decode())
    assert line.startswith(says)
    assert re.findall(r'href="([^"]+)"', line) == others


def test_that_of_a_stone(person: Client, ann: User) -> None:
    line = box(person.get(f"/stones/{store(ann).address}").content.decode())
    assert line.startswith("Finds passages in this stone only.")
    assert re.findall(r'href="([^"]+)"', line) == ["/search", "/ask/", "/brain/"]


NAMES = ["koda", "Koda", "koda 2", " koda", "-koda", "koda_2.b-c", "kóda", "my-notes", "a b", "ann@home+x"]


def test_what_a_browser_refuses_is_what_the_site_refuses(ann: User) -> None:
    agent = str(NewAgentForm(account=ann).fields["name"].widget.attrs["pattern"])
    app = str(AppForm().fields["name"].widget.attrs["pattern"])
    for name in NAMES:
        assert bool(re.fullmatch(agent, name)) == bool(re.match(AGENT_NAME.regex, name)), name
        assert bool(re.fullmatch(app, name)) == bool(re.match(APP_NAME.regex, name)), name
    assert ContactForm().fields["username"].widget.attrs["pattern"] == USERNAME
    for form in (NewAgentForm(account=ann), AppForm(), ContactForm()):
        field = form.fields["name" if "name" in form.fields else "username"]
        assert "no spaces" in field.widget.attrs["title"]
        assert field.widget.attrs["placeholder"]
