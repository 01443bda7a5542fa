"""Answers of POST /api/brain/query that a model is writing: /api/brain/query/{id}, …/events and …/stop."""

from typing import Any

from answering.answer_door import (
    AnswerDoor,
    AnswerEventsView,
    StopAnswerView,
    WrittenAnswerView,
    describe_answer,
    describe_events,
    describe_stop,
)
from answering.models import WrittenAnswer
from brain.answer_serializers import BrainAnswer
from brain.api import examples
from brain.services.request_brain_answer import BRAIN_ANSWER, turn_of


def render_answer(answer: WrittenAnswer) -> dict[str, Any]:
    return dict(BrainAnswer(turn_of(answer)).data)


QUERY_DOOR = AnswerDoor(kinds=(BRAIN_ANSWER,), url="brain-api:query", render=render_answer)


class BrainWrittenAnswerView(WrittenAnswerView):
    required_scopes = {"GET": "brain:ask"}
    door = QUERY_DOOR
    get = describe_answer(
        "query_brain", tag="brain", body=BrainAnswer, errors=[(503, examples.MODEL_UNAVAILABLE)]
    )(WrittenAnswerView.get)


class BrainEventsView(AnswerEventsView):
    required_scopes = {"GET": "brain:ask"}
    door = QUERY_DOOR
    get = describe_events("query_brain", tag="brain")(AnswerEventsView.get)


class BrainStopView(StopAnswerView):
    required_scopes = {"POST": "brain:ask"}
    door = QUERY_DOOR
    post = describe_stop("query_brain", tag="brain")(StopAnswerView.post)
