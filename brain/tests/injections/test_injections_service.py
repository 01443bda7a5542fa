"""The same forty through the service: notes in the database, a page that was fetched; nothing is done for them."""

from itertools import repeat
from typing import Any

import pytest
from django.contrib.auth.models import User

from brain.models import Chunk, Conversation, Note, OutsidePreference, Profile, Turn
from brain.services.answer_question import AnsweredQuestion, BrainQuestion, ask
from brain.services.manage_notes import edit_note
from brain.services.save_profile import save_profile
from brain.tests.external.conftest import outdoors
from brain.tests.external.fake_sources import WIKIPEDIA, FakeSources, wikipedia_page, wikipedia_pages
from brain.tests.factories import make_note, new_account
from brain.tests.injections.injection_cases import CANARY, CASES, EVIL_URL, OTHER_ID, Case, Where
from brain.tests.injections.obedient_model import HONEST, obey
from core.llm.model_doubles import FakeChat, FakeEmbedder, use_models

__all__ = ["outdoors"]
QUESTION = "When do old roses flower?"
BODY = f"The garden lies behind the house. {HONEST}\n\n"
CONVERSATION = "garden"


def account_with(case: Case | None) -> User:
    """The garden's note and a person's profile, with the case's hidden text."""

    def at(where: Where) -> str:
        return case.text if case is not None and case.where is where else ""

    account = new_account()
    note = make_note(account, title="Roses", body="Empty.", tags=["garden"])
    hidden = at(Where.BODY) or (f"## {at(Where.HEADING) or at(Where.TAG)}\n\nRoses climb." if case else "")
    title = " ".join(f"Roses. {at(Where.TITLE)}".split())[:300]
    edit_note(note=note, version=note.version, title=title, body=f"{BODY}{hidden}")
    save_profile(account=account, data={"name": "Ada", "summary": f"I grow old roses. {at(Where.PROFILE)}"})
    return account


def ask_in_case(account: User, case: Case | None, outside: FakeSources) -> AnsweredQuestion:
    if case is not None and case.where in (Where.EXTERNAL, Where.EXTERNAL_TITLE):
        title, text = ("Rose", case.text) if case.where is Where.EXTERNAL else (f"Rose. {case.text}", "")
        outside.answer(
            WIKIPEDIA,
            wikipedia_pages(wikipedia_page(title=title, extract=f"A rose is a woody plant. {text}")),
        )
    with use_models(chat=FakeChat(repeat(obey)), embedder=FakeEmbedder()):
        return ask(account, BrainQuestion(QUESTION, conversation=CONVERSATION, use_external=True))


def rows() -> dict[str, Any]:
    """All that a question may not touch."""
    models = (Note, Chunk, Profile, OutsidePreference)
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}


@pytest.mark.every_case
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_no_citation_no_field_and_no_action(db: None, outdoors: FakeSources, case: Case) -> None:
    clean = ask_in_case(account_with(None), None, outdoors)
    account = account_with(case)
    before = rows()
    answered = ask_in_case(account, case, outdoors)

    assert answered.response.answer == clean.response.answer
    metadata, expected = answered.response.metadata, clean.response.metadata
    assert [each.excerpt for each in metadata.citations] == [HONEST]
    assert [each.note_id for each in metadata.citations] == [Note.objects.get(account=account).pk]
    assert metadata.external_sources == expected.external_sources == []
    assert (metadata.has_sources, metadata.source_types, metadata.used_profile) == (
        expected.has_sources,
        expected.source_types,
        expected.used_profile,
    )
    answer_json = answered.response.model_dump_json(by_alias=True)
    assert not any(sign in answer_json for sign in (CANARY, CANARY.lower(), EVIL_URL, OTHER_ID))
    assert rows() == before
    assert list(Conversation.objects.filter(account=account).values_list("name", flat=True)) == [CONVERSATION]
    assert Turn.objects.filter(account=account).count() == 1
