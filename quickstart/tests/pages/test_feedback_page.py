"""POST /ask/feedback."""

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from quickstart.kinds import AskOutcome, Intent
from quickstart.models import Question
from quickstart.tests.factories import make_collection


@pytest.fixture
def question(ann: User) -> Question:
    """An answered question of ann's."""
    return Question.objects.create(
        account=ann,
        collection=make_collection(ann, name="kitchen"),
        asked_by="person ann",
        text="How long does dough rest?",
        intent=Intent.HYBRID,
        outcome=AskOutcome.ANSWERED,
        confidence=0.8,
        asked=timezone.now(),
    )


def post_feedback(client: Client, question: object, verdict: str, **fields: str) -> HttpResponse:
    data = {"question": str(question), "verdict": verdict} | fields
    response = client.post("/ask/feedback", data, headers={"HX-Request": "true"})
    assert isinstance(response, HttpResponse)
    return response


def verdict_of(question: Question) -> tuple[str, str]:
    question.refresh_from_db()
    return question.verdict, question.comment


def test_right_is_noted(person: Client, question: Question) -> None:
    assert b"Thank you." in post_feedback(person, question.pk, "up").content
    assert verdict_of(question) == ("up", "")


def test_wrong_asks_for_a_comment(person: Client, question: Question) -> None:
    assert b'name="comment"' in post_feedback(person, question.pk, "down").content
    assert verdict_of(question) == ("down", "")
    assert (
        b"a curator will read it"
        in post_feedback(person, question.pk, "down", comment="the cold one").content
    )
    assert verdict_of(question) == ("down", "the cold one")


def test_a_second_click_changes_nothing(person: Client, question: Question) -> None:
    assert [post_feedback(person, question.pk, "up").status_code for _ in range(2)] == [200, 200]
    assert verdict_of(question) == ("up", "")


def test_without_htmx_it_leads_back(person: Client, question: Question) -> None:
    data = {"question": question.pk, "verdict": "down"}
    response = person.post("/ask/feedback", data, follow=True)
    address = "/ask/?collection=kitchen&q=How+long+does+dough+rest%3F"
    assert response.redirect_chain[0] == (address, 302)
    assert "a curator will look at it" in response.content.decode()
    chosen = person.post("/ask/feedback", data | {"intent": "action"})
    assert chosen["Location"] == f"{address}&intent=action"
    assert person.post("/ask/feedback", data | {"intent": "&x=1"})["Location"] == address
    Question.objects.update(session="page:0123456789abcdef")
    assert person.post("/ask/feedback", data)["Location"] == f"{address}&conversation=0123456789abcdef"


def test_only_ones_own_questions(guest: Client, question: Question) -> None:
    question.collection.shared = True
    question.collection.save(update_fields=["shared"])
    assert post_feedback(guest, question.pk, "down").status_code == 404
    assert verdict_of(question) == ("", "")


@pytest.mark.parametrize("number", ["", "0", "-1", "x", "\x00", "9" * 40, "１"])
def test_a_question_that_is_none(person: Client, question: Question, number: str) -> None:
    response = post_feedback(person, number, "up")
    assert response.status_code == 404
    # The page keeps its buttons: what went wrong stands on top.
    assert response["HX-Retarget"] == "#problem"


def test_a_verdict_that_is_none(person: Client, question: Question) -> None:
    assert post_feedback(person, question.pk, "sideways").status_code == 400
    assert post_feedback(person, question.pk, "down", comment="x" * 2_001).status_code == 400
    assert verdict_of(question) == ("", "")


def test_a_get_request_changes_nothing(person: Client, question: Question) -> None:
    assert person.get("/ask/feedback").status_code == 405


def test_a_forged_form_is_refused(ann: User, question: Question) -> None:
    forger = Client(enforce_csrf_checks=True)
    forger.force_login(ann)
    assert post_feedback(forger, question.pk, "up").status_code == 403
    assert verdict_of(question) == ("", "")
