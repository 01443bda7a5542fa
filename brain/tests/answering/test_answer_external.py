"""What is sent to external sources, and that the asker learns of it, whatever the outcome."""

import pytest

from brain.exceptions import ModelUnavailable
from brain.services.answer_question import BrainQuestion, ask
from brain.tests.external.conftest import outdoors
from brain.tests.external.fake_sources import WIKIPEDIA, FakeSources, wikipedia_page, wikipedia_pages
from brain.tests.factories import index, make_note, new_account
from core.llm.model_doubles import FakeChat, use_models
from core.llm.model_errors import CouldNotAsk, ErrorKind

__all__ = ["outdoors"]
QUESTION = "Where do sea otters live?"
SENT = "The words of the question were sent to Wikipedia"


def test_an_error_after_the_question_was_sent_reports_that(db: None, outdoors: FakeSources) -> None:
    outdoors.answer(WIKIPEDIA, wikipedia_pages(wikipedia_page()))
    error = CouldNotAsk("It is busy.", kind=ErrorKind.RATE_LIMITED, retryable=True, retry_after=9.0)
    with use_models(chat=FakeChat([error])), pytest.raises(ModelUnavailable, match=SENT) as caught:
        ask(new_account(), BrainQuestion(QUESTION, use_external=True))
    assert caught.value.extra == {"retry_after": 9}


def test_an_answer_says_what_was_sent(db: None, outdoors: FakeSources) -> None:
    outdoors.answer(WIKIPEDIA, wikipedia_pages(wikipedia_page()))
    answered = ask(new_account(), BrainQuestion(QUESTION, use_external=True))
    assert answered.trace.external_notices()[0].startswith(SENT)
    assert len(outdoors.requests_to(WIKIPEDIA)) == 1


@pytest.mark.parametrize("use_external", [None, False], ids=["not said", "refused"])
def test_nothing_leaves_unless_it_is_enabled(
    db: None, outdoors: FakeSources, use_external: bool | None
) -> None:
    answered = ask(new_account(), BrainQuestion(QUESTION, use_external=use_external))
    assert outdoors.requests_to(WIKIPEDIA) == []
    assert answered.trace.external_notices() == ()


def test_what_is_personal_does_not_leave(db: None, outdoors: FakeSources) -> None:
    answered = ask(new_account(), BrainQuestion("What is my blood pressure?", use_external=True))
    assert outdoors.requests_to(WIKIPEDIA) == []
    assert any("Nothing was sent outside" in step for step in answered.trace.steps)


@pytest.mark.parametrize("query", ["Which notes are #garden?", "How many notes do I have tagged #garden?"])
def test_a_question_that_rows_answer_does_not_leave(db: None, outdoors: FakeSources, query: str) -> None:
    account = new_account()
    make_note(account, title="Compost", body="Turn the heap in March.", tags=["garden"])
    index(account)
    answered = ask(account, BrainQuestion(query, use_external=True))
    assert outdoors.requests_to(WIKIPEDIA) == []
    assert "Nothing was sent outside: the question is about the notes themselves." in answered.trace.steps
    assert answered.response.answer.startswith("1 note is tagged #garden:")
