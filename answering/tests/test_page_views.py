"""The draft and Stop on the pages of a signed-in person."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from answering.models import AnswerPiece, AnswerState, WrittenAnswer
from answering.tests.finish_answers import finish_answers
from answering.tests.sample_kind import new_account, request_sample
from core.rest.held_responses import HOLD_HEADER, Hold

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return new_account()


@pytest.fixture
def person(ann: User, client: Client) -> Client:
    client.force_login(ann)
    return client


def write(answer: WrittenAnswer, *texts: str) -> None:
    WrittenAnswer.objects.filter(pk=answer.pk).update(state=AnswerState.WRITING, attempt=1)
    for seq, text in enumerate(texts, 1):
        AnswerPiece.objects.create(answer=answer, attempt=1, seq=seq, text=text)


def test_the_draft_as_escaped_text_and_where_to_look_next(person: Client, ann: User) -> None:
    answer = request_sample(account=ann)
    write(answer, "It came ", "in <b>May")
    response = person.get(f"/answers/{answer.pk}/events")
    assert response["Content-Type"] == "text/event-stream"
    assert response.content.decode() == "event: draft\nid: 1.2\ndata: It came in &lt;b&gt;May\n\n"
    hold = Hold.parse(response[HOLD_HEADER])
    assert (hold.topic, hold.streams) == (answer.pk, True)
    assert person.get(hold.path).content == b""


def test_the_end_is_said_and_nothing_is_waited_for(person: Client, ann: User) -> None:
    answer = request_sample(account=ann)
    finish_answers()
    response = person.get(f"/answers/{answer.pk}/events?after=1.2&waiting=")
    assert response.content == b"event: done\ndata: done\n\n"
    assert HOLD_HEADER not in response


def test_that_no_worker_runs_is_said_once(person: Client, ann: User) -> None:
    answer = request_sample(account=ann)
    WrittenAnswer.objects.update(created=timezone.now() - timedelta(seconds=6))
    response = person.get(f"/answers/{answer.pk}/events")
    assert "event: waiting\ndata: No worker writes answers" in response.content.decode()
    assert person.get(Hold.parse(response[HOLD_HEADER]).path).content == b""


@pytest.mark.parametrize("place", ["x", "9" * 20, "%00"])
def test_a_place_that_is_none_is_the_beginning(person: Client, ann: User, place: str) -> None:
    answer = request_sample(account=ann)
    write(answer, "It came")
    assert b"It came" in person.get(f"/answers/{answer.pk}/events?after={place}").content


def test_stop_leads_back_to_the_page(person: Client, ann: User) -> None:
    answer = request_sample(account=ann)
    response = person.post(f"/answers/{answer.pk}/stop", {"next": "/brain/?answer=x"})
    assert response["Location"] == "/brain/?answer=x"
    answer.refresh_from_db()
    assert answer.state == AnswerState.STOPPED


@pytest.mark.parametrize("elsewhere", ["", "https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_stop_leads_nowhere_else(person: Client, ann: User, elsewhere: str) -> None:
    answer = request_sample(account=ann)
    assert person.post(f"/answers/{answer.pk}/stop", {"next": elsewhere})["Location"] == "/"


def test_htmx_gets_nothing_as_the_stream_says_it(person: Client, ann: User) -> None:
    answer = request_sample(account=ann)
    response = person.post(f"/answers/{answer.pk}/stop", headers={"HX-Request": "true"})
    assert (response.status_code, response.content) == (204, b"")
    assert person.get(f"/answers/{answer.pk}/events").content == b"event: done\ndata: stopped\n\n"


def test_nobody_elses(person: Client, ann: User, client: Client) -> None:
    theirs, agents = request_sample(), request_sample(account=ann, requester="17")
    for answer in (theirs, agents):
        assert person.get(f"/answers/{answer.pk}/events").status_code == 404
        assert person.post(f"/answers/{answer.pk}/stop").status_code == 404
    assert person.get("/answers/%00/events").status_code == 404
    assert not WrittenAnswer.objects.filter(state=AnswerState.STOPPED).exists()
    assert Client().get(f"/answers/{theirs.pk}/events").status_code == 302
