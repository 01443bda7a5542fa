"""Notes of the demonstration answer only while the account has none of its own."""

import pytest
from django.contrib.auth.models import User

from brain.services.answer_question import BrainQuestion, ask
from brain.services.find_notes import find_notes
from brain.services.retrieve_sources import retrieve
from brain.tests.factories import index, make_note, new_account
from core.llm import get_embedder

pytestmark = pytest.mark.django_db

QUESTION = "Why do unused indexes cost time?"
INDEXES = "Unused indexes cost time: each write has to keep them up, and nobody reads them."


@pytest.fixture
def account() -> User:
    """One note, of the demonstration."""
    account = new_account()
    make_note(account, title="Indexes nobody uses", body=INDEXES, tags=["databases"], is_demo=True)
    index(account, get_embedder())
    return account


def write_own_note(account: User) -> None:
    make_note(account, title="Compost", body="Compost needs air. Turn the heap every two weeks.")
    index(account, get_embedder())


def cited(account: User, query: str) -> set[str]:
    return {each.note_title for each in ask(account, BrainQuestion(query)).response.metadata.citations}


@pytest.mark.parametrize("query", [QUESTION, "", "List my notes tagged #databases"])
def test_it_answers_until_there_is_a_note_of_ones_own(account: User, query: str) -> None:
    assert "Indexes nobody uses" in cited(account, query)
    write_own_note(account)
    assert "Indexes nobody uses" not in cited(account, query)


def test_a_model_is_not_given_it_either(account: User) -> None:
    write_own_note(account)
    assert {note.title for note in retrieve(account=account, query=QUESTION).notes} == {"Compost"}
    assert retrieve(account=account, query="#databases").notes == ()


def test_a_search_still_finds_it(account: User) -> None:
    write_own_note(account)
    assert find_notes(account=account, query="unused indexes")[0].note.is_demo
