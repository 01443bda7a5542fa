"""Was this right? The last word counts, and only of one's own questions."""

import pytest
from django.contrib.auth.models import User
from django.db.models.signals import pre_save
from django.utils import timezone

from core.rest.agent_tokens import TokenInContent, new_token
from quickstart.exceptions import InvalidQuickstartQuestion, QuestionNotFound
from quickstart.models import FeedbackVerdict, Question
from quickstart.services.give_feedback import give_feedback
from quickstart.services.settle_questions import settle
from quickstart.tests.factories import make_collection

TOKEN = new_token()
pytestmark = pytest.mark.django_db


@pytest.fixture
def question() -> Question:
    collection = make_collection()
    return Question.objects.create(
        account=collection.account,
        collection=collection,
        asked_by="page",
        text="how long does dough rest",
        intent="hybrid",
        outcome="answered",
        confidence=0.9,
        asked=timezone.now(),
    )


def test_the_last_word_counts(question: Question) -> None:
    for verdict in (FeedbackVerdict.UP, FeedbackVerdict.DOWN):
        give_feedback(
            account=question.account, question_id=question.pk, verdict=verdict, comment=" It rests longer. "
        )
    question.refresh_from_db()
    assert (question.verdict, question.comment) == ("down", "It rests longer.")


def test_what_was_settled_waits_anew_when_it_is_wrong(question: Question) -> None:
    question.settled = timezone.now()
    question.save(update_fields=["settled"])
    give_feedback(account=question.account, question_id=question.pk, verdict=FeedbackVerdict.UP)
    question.refresh_from_db()
    assert question.settled is not None
    give_feedback(account=question.account, question_id=question.pk, verdict=FeedbackVerdict.DOWN)
    question.refresh_from_db()
    assert question.settled is None


def test_settled_meanwhile_it_stays_settled(question: Question) -> None:
    def settle_first(instance: Question, **kwargs: object) -> None:
        settle(account=question.account, question_ids=[instance.pk])

    Question.objects.update(outcome="no_answer")
    pre_save.connect(settle_first, sender=Question)
    try:
        give_feedback(account=question.account, question_id=question.pk, verdict=FeedbackVerdict.UP)
    finally:
        pre_save.disconnect(settle_first, sender=Question)
    question.refresh_from_db()
    assert (question.verdict, question.settled is not None) == ("up", True)


def test_anothers_question_is_not_there(question: Question) -> None:
    with pytest.raises(QuestionNotFound, match=f"You asked no question {question.pk}"):
        give_feedback(
            account=User.objects.create(username="else"), question_id=question.pk, verdict=FeedbackVerdict.UP
        )


@pytest.mark.parametrize(
    ("comment", "error"),
    [("x" * 2_001, InvalidQuickstartQuestion), (TOKEN, TokenInContent)],
    ids=["long", "token"],
)
def test_a_comment_that_cannot_be_stored(question: Question, comment: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        give_feedback(
            account=question.account, question_id=question.pk, verdict=FeedbackVerdict.DOWN, comment=comment
        )
    question.refresh_from_db()
    assert question.verdict == ""
