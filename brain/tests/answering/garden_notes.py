"""Three notes about a garden, and a scripted model that answers from them."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.contrib.auth.models import User

from brain.models import Note
from brain.tests.factories import index, make_note, new_account
from core.llm import get_embedder

FROST = "The last frost came on the fifteenth of May this year. Whoever had planted tomatoes before that day lost them."
NOTES = {
    "Frost": ["weather"],
    "Compost": ["soil"],
    "Slugs": ["pests", "weather"],
}
BODIES = {
    "Frost": f"{FROST} Beans can stand the cold if they are covered with fleece overnight.",
    "Compost": "Compost needs air. Turn the heap every two weeks, and keep it as moist as a sponge that was wrung out.",
    "Slugs": "Slugs come after rain. Copper tape around the beds keeps most of them away, and ducks eat the others.",
}


@pytest.fixture
def garden(db: None) -> User:
    """An account with the notes, found by the vectors of the model that ships with the product."""
    account = new_account()
    for title, tags in NOTES.items():
        make_note(account, title=title, body=BODIES[title], tags=tags)
    index(account, get_embedder())
    return account


def note_id(account: User, title: str) -> str:
    return Note.objects.get(account=account, title=title).pk


def model_answer(answer: str, *citations: tuple[str, str], **metadata: Any) -> dict[str, Any]:
    """A model's standard response; `citations` are (note id, excerpt)."""
    cited = [{"noteId": id, "noteTitle": "as the model calls it", "excerpt": text} for id, text in citations]
    return {
        "answer": answer,
        "metadata": {"hasSources": bool(cited), "citations": cited, **metadata},
    }


def prompt(messages: Sequence[Any]) -> str:
    return "\n\n".join(message["content"] for message in messages)
