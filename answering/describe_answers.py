"""What REST says of answers written in the background: their parameters, bodies, problems and documentation."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from answering.exceptions import FAILED, STOPPED, AnswerStopped, TooManyAnswers, WrittenAnswerNotFound
from answering.models import AnswerState
from core.rest.schema import problems
from core.rest.strict_fields import StrictSerializer, StrictTextField
from core.rest.views import RestView

MAX_WAIT = 60
"""Seconds. The default, too, where an answer was asked for: callers expect it in the response."""
EVENTS = "text/event-stream"
JSON = "application/json"
"""Named where a view accepts callers that ask for a stream alone, and answers JSON all the same."""
NOT_FOUND = {"code": WrittenAnswerNotFound.code, "detail": "There is no such answer."}
TOO_MANY = {"code": TooManyAnswers.code, "detail": "40 answers are being written for this account."}
STOPPED_PROBLEM = {"code": AnswerStopped.code, "detail": STOPPED}
FAILED_PROBLEM = {"code": "answer_failed", "detail": FAILED}
STATE_EXAMPLE = {
    "id": "01KF7S9Y3M5D8R2E6T4W1Q0ZXC",
    "state": "stopped",
    "answer": "/api/brain/query/01KF7S9Y3M5D8R2E6T4W1Q0ZXC",
    "events": "/api/brain/query/01KF7S9Y3M5D8R2E6T4W1Q0ZXC/events",
    "stop": "/api/brain/query/01KF7S9Y3M5D8R2E6T4W1Q0ZXC/stop",
    "waits_for": None,
}


class WaitQuery(StrictSerializer):
    wait = serializers.FloatField(
        required=False,
        min_value=0,
        max_value=MAX_WAIT,
        help_text=f"Seconds to wait for the answer, at most {MAX_WAIT}; then 202 says where it will be.",
    )


class EventsQuery(StrictSerializer):
    after = StrictTextField(
        required=False,
        default="",
        help_text="Only what came after the event with this id. `Last-Event-ID` says the same.",
    )
    waiting = StrictTextField(required=False, default="", help_text="For the server's own use.")


class AnswerStateBody(serializers.Serializer[Any]):
    id = serializers.CharField()
    state = serializers.ChoiceField(AnswerState.values)
    answer = serializers.CharField(help_text="GET it: 200 with the answer, 202 while it is being written.")
    events = serializers.CharField(help_text="GET it: the draft as a stream of events, then `done`.")
    stop = serializers.CharField(help_text="POST to it: the answer is not wanted any more.")
    waits_for = serializers.CharField(
        allow_null=True,
        help_text="`turn`: other answers come first. `worker`: none runs. null: it is being written, or has ended.",
    )


ACCEPTED = {202: AnswerStateBody}
"""For `extend_schema(responses=…)` of what may be answered later."""
_LAST_EVENT = OpenApiParameter("Last-Event-ID", str, OpenApiParameter.HEADER, description="As `after`.")


def _described(**schema: Any) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Gives a view a method of its own, as the documentation is kept with the function."""

    def describe(method: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(method)
        def call(view: RestView, request: Request, answer_id: str) -> HttpResponse:
            return method(view, request, answer_id)

        return cast(Callable[..., HttpResponse], extend_schema(**schema)(call))

    return describe


def describe_answer(operation: str, *, tag: str, body: Any, example: Any, errors: Any = ()) -> Any:
    """The documentation of a WrittenAnswerView, with an example of the answer."""
    return _described(
        operation_id=f"{operation}_answer",
        tags=[tag],
        summary="Get an answer that was being written",
        description="What its request is answered with when it waits long enough: 200 with the answer, or the error "
        "that it ended with. 202 while it is being written. It is there for some hours.",
        parameters=[WaitQuery],
        responses={(200, JSON): body, (202, JSON): AnswerStateBody}
        | problems(400, (404, NOT_FOUND), (409, STOPPED_PROBLEM), (500, FAILED_PROBLEM), *errors),
        examples=[OpenApiExample("Its answer", example, response_only=True, status_codes=["200"])],
    )


def describe_events(operation: str, *, tag: str) -> Any:
    """The documentation of an AnswerEventsView."""
    return _described(
        operation_id=f"{operation}_events",
        tags=[tag],
        summary="Watch an answer being written",
        description="Server-sent events. `answer`: its state and addresses. `piece`: the next characters of a draft, "
        "which nothing has checked yet; it may lack its end, which `done` has. `restart`: the draft so far is void. "
        "`waiting`: why it has not begun. `done`, the last: `state` and the checked `answer`, or the `error`. Its id "
        "is `end`: an EventSource that is left open asks again with it, and is answered 204, which stops it.",
        parameters=[EventsQuery, _LAST_EVENT],
        responses={
            (200, EVENTS): OpenApiTypes.STR,
            204: OpenApiResponse(description="`after` or `Last-Event-ID` is `end`: there is no more."),
        }
        | problems(400, (404, NOT_FOUND)),
    )


def describe_stop(operation: str, *, tag: str) -> Any:
    """The documentation of a StopAnswerView."""
    return _described(
        operation_id=f"{operation}_stop",
        tags=[tag],
        summary="Stop an answer",
        description="It ends without a result, and the call to the model is given up within a second. Safe to repeat; "
        "an answer that has ended stays as it is.",
        request=None,
        responses={(200, JSON): AnswerStateBody} | problems(400, (404, NOT_FOUND), 415),
        examples=[OpenApiExample("Stopped", STATE_EXAMPLE, response_only=True, status_codes=["200"])],
    )
