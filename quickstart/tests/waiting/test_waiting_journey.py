"""An unanswered question; a curator writes the answer; then it is given."""

import html
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from core.llm import get_embedder
from quickstart.models import Collection, Entry, Question, Review
from quickstart.tests.admin.admin_pages import form_of
from quickstart.tests.factories import index
from quickstart.tests.kitchen_collection import make_kitchen

WORDINGS = ("How do I renew my parking permit?", "renew a parking permit")


@pytest.fixture
def curator(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("ann"))
    return client


@pytest.fixture
def kitchen(curator: Client) -> Collection:
    return make_kitchen(User.objects.get())


def page_text(curator: Client, name: str, **query: str) -> str:
    return html.unescape(curator.get(reverse(f"quickstart:{name}"), query, follow=True).content.decode())


def filled_in(page: Any) -> dict[str, Any]:
    """The form data of a new entry, as the form was opened."""
    form = page.context["adminform"].form
    (variants,) = page.context["inline_admin_formsets"]
    texts = [text for each in variants.formset.forms if (text := each.initial.get("text"))]
    names = ("collection", "question", "tree_path", "review")
    return form_of(variants=texts, **{name: form[name].value() for name in names})


def test_from_a_question_in_vain_to_its_answer(curator: Client, kitchen: Collection) -> None:
    for wording in WORDINGS:
        page_text(curator, "ask", q=wording)
    assert set(Question.objects.values_list("outcome", "settled")) == {("no_answer", None)}

    (link,) = re.findall(r'href="([^"]+)">Add this question', page_text(curator, "questions"))
    typed = {
        "entry_id": "permit",
        "answer": "Show your badge at the gate.",
        "level": "3",
        "tree_path": "Parking",
    }
    saved = curator.post(link, filled_in(curator.get(link)) | typed, follow=True)
    assert "2 waiting questions are settled" in saved.content.decode()
    assert "Nothing waits" in page_text(curator, "questions")
    entry = Entry.objects.get(entry_id="permit")
    assert {question.entry for question in Question.objects.all()} == {entry}
    assert entry.review == Review.PUBLISHED
    assert [each.text for each in entry.variants.all()] == [WORDINGS[0]]

    index(kitchen, get_embedder())
    for wording in WORDINGS:
        assert "Show your badge at the gate." in page_text(curator, "ask", q=wording)
    assert "Nothing waits" in page_text(curator, "questions")
