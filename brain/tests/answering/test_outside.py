"""What leaves for outside sources, and that the asker is told of it, whatever comes of the question."""

import pytest

from brain.exceptions import ModelUnavailable
from brain.services.answering import ask
from brain.tests.external.conftest import outdoors
from brain.tests.external.server import WIKIPEDIA, Outdoors, page, pages
from brain.tests.factories import new_account
from llm.errors import CouldNotAsk, Kind
from llm.testing import FakeChat, use_models

__all__ = ["outdoors"]
QUESTION = "Where do sea otters live?"
SENT = "The words of the question were sent to Wikipedia"


def test_an_error_after_the_question_left_says_that_it_left(db: None, outdoors: Outdoors) -> None:
    outdoors.answer(WIKIPEDIA, pages(page()))
    error = CouldNotAsk("It is busy.", kind=Kind.RATE_LIMITED, retryable=True, retry_after=9.0)
    with use_models(chat=FakeChat([error])), pytest.raises(ModelUnavailable, match=SENT) as caught:
        ask(account=new_account(), query=QUESTION, use_external=True)
    assert caught.value.extra == {"retry_after": 9}


def test_an_answer_says_what_was_sent(db: None, outdoors: Outdoors) -> None:
    outdoors.answer(WIKIPEDIA, pages(page()))
    answered = ask(account=new_account(), query=QUESTION, use_external=True)
    assert answered.trace.told_outside()[0].startswith(SENT)
    assert len(outdoors.asked(WIKIPEDIA)) == 1


@pytest.mark.parametrize("use_external", [None, False], ids=["not said", "refused"])
def test_nothing_leaves_unless_it_is_wanted(db: None, outdoors: Outdoors, use_external: bool | None) -> None:
    answered = ask(account=new_account(), query=QUESTION, use_external=use_external)
    assert outdoors.asked(WIKIPEDIA) == []
    assert answered.trace.told_outside() == ()


def test_what_is_personal_does_not_leave(db: None, outdoors: Outdoors) -> None:
    answered = ask(account=new_account(), query="What is my blood pressure?", use_external=True)
    assert outdoors.asked(WIKIPEDIA) == []
    assert any("Nothing was sent outside" in step for step in answered.trace.steps)
