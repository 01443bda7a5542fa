"""Ann's garden in a real browser."""

import pytest
from django.contrib.auth.models import User

from brain.models import Note
from brain.tests.answering.garden_notes import BODIES, NOTES
from brain.tests.factories import index, make_note
from core.llm import get_embedder


@pytest.fixture
def frost(ann: User) -> Note:
    """The note on frost, among the garden's others."""
    made = {
        title: make_note(ann, title=title, body=BODIES[title], tags=tags) for title, tags in NOTES.items()
    }
    index(ann, get_embedder())
    return made["Frost"]
