"""An app's REST addresses of answers that are written in the background: 202 with a Location, wait, stream, stop.

    ANSWERS = AnswerResource(kinds=(BRAIN_ANSWER,), url="brain-api:query", render=render_answer)

    return ANSWERS.respond(self, answer)        # in the view that requested it: 200, 202, or a stream

and three views at `url`-answer, -events and -stop, which take `answer_id`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, cast
from urllib.parse import urlencode

from django.http import HttpResponse
from django.urls import reverse
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from answering.answer_events import END_ID, STARTED, Place, json_event
from answering.answer_kinds import AnswerKind, find_answer_kind
from answering.describe_answers import EVENTS, MAX_WAIT, EventsQuery, WaitQuery
from answering.exceptions import (
    AnsweringError,
    AnswerStopped,
    AnswerTooLate,
    TooManyAnswers,
    WrittenAnswerNotFound,
)
from answering.models import AnswerState, WrittenAnswer
from answering.queries.find_answers import find_written_answer, waits_for
from answering.queries.render_events import AS_JSON, render_end, render_pieces
from answering.services.request_answer import stop_answer
from core.rest.exceptions import ProductError
from core.rest.held_responses import HOLD_HEADER, Hold
from core.rest.problems import problem, register_statuses, status_of
from core.rest.request_data import parse_query, refuse_fields
from core.rest.views import RestView

register_statuses(
    {
        AnsweringError: 500,
        WrittenAnswerNotFound: 404,
        AnswerStopped: 409,
        TooManyAnswers: 429,
        AnswerTooLate: 503,
    }
)
STREAM_SECONDS = 600.0
RETRY_SECONDS = "2"
NO_STORE = {"Cache-Control": "no-store"}


class EventStreamRenderer(JSONRenderer):
    """Admits callers that accept a stream of events alone; what is not a stream is JSON all the same."""

    media_type = EVENTS
    format = "events"


class FollowedView(RestView):
    """A view whose callers may ask for a stream."""

    renderer_classes = (JSONRenderer, EventStreamRenderer)

    @property
    def streams(self) -> bool:
        """Whether the caller accepts a stream of events and no JSON."""
        return bool(cast(Any, self.request).accepted_media_type.startswith(EVENTS))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        finished = super().finalize_response(request, response, *args, **kwargs)
        if isinstance(response, Response) and response.content_type is None:
            response.content_type = "application/json"
        return finished


@dataclass(frozen=True)
class AnswerResource:
    """`kinds` of answers that may be seen here; `render` gives the body of one that is done."""

    kinds: tuple[AnswerKind, ...]
    url: str
    render: Callable[[WrittenAnswer], Any]

    def respond(self, view: FollowedView, answer: WrittenAnswer, *, wait: float = MAX_WAIT) -> HttpResponse:
        """What its request is answered with: 202, which is held until there is more to say."""
        if view.streams:
            hold = Hold(answer.topic, STREAM_SECONDS, self.address("events", answer), streams=True)
            return self._accepted(answer, hold)
        return self._accepted(answer, self._hold(answer, wait))

    def immediate(self, view: FollowedView, body: Any) -> HttpResponse:
        """An answer that is there at once, as no model writes it."""
        if view.streams:
            return HttpResponse(
                render_end({"state": "done", "answer": body}), content_type=EVENTS, headers=NO_STORE
            )
        return Response(body)

    def answer(self, view: FollowedView, answer: WrittenAnswer, *, wait: float = 0) -> HttpResponse:
        """200 with the body of an answer that is done, 202 for one that is open. Raises the error that ended it."""
        if answer.is_open:
            return self._accepted(answer, self._hold(answer, wait))
        if answer.state != AnswerState.DONE:
            raise find_answer_kind(answer.kind).error_of(answer)
        return Response(self.render(answer), headers=NO_STORE)

    def events(self, answer: WrittenAnswer, since: Place | None) -> HttpResponse:
        """The events since a place, None: from the beginning; held where more will come."""
        text = json_event(STARTED, self.state(answer)) if since is None else ""
        since = since or Place()
        headers = NO_STORE | {"X-Accel-Buffering": "no"}
        if answer.is_open:
            new, place = render_pieces(answer, since, AS_JSON)
            query = urlencode({"after": str(place), "waiting": place.waiting})
            path = f"{self.address('events', answer)}?{query}"
            hold = Hold(answer.topic, STREAM_SECONDS, path, streams=True)
            return HttpResponse(
                text + new, content_type=EVENTS, headers=headers | {HOLD_HEADER: hold.header()}
            )
        return HttpResponse(text + render_end(self.end(answer)), content_type=EVENTS, headers=headers)

    def end(self, answer: WrittenAnswer) -> dict[str, Any]:
        """How it ended: its body, or the problem that its request would have been answered with."""
        if answer.state == AnswerState.DONE:
            try:
                return {"state": answer.state, "answer": self.render(answer)}
            except ProductError as error:  # what it was about was deleted since
                return {"state": AnswerState.FAILED.value, "error": _problem(error)}
        return {"state": answer.state, "error": _problem(find_answer_kind(answer.kind).error_of(answer))}

    def state(self, answer: WrittenAnswer) -> dict[str, Any]:
        reason = waits_for(answer)
        addresses = {name: self.address(name, answer) for name in ("answer", "events", "stop")}
        return {"id": answer.pk, "state": answer.state, **addresses, "waits_for": reason and reason.value}

    def address(self, name: str, answer: WrittenAnswer) -> str:
        return reverse(f"{self.url}-{name}", args=[answer.pk])

    def find(self, view: FollowedView, answer_id: str) -> WrittenAnswer:
        """Raises WrittenAnswerNotFound."""
        return find_written_answer(
            account=view.account, requester=view.caller, answer_id=answer_id, kinds=self.kinds
        )

    def _hold(self, answer: WrittenAnswer, wait: float) -> Hold | None:
        if not wait:
            return None
        return Hold(answer.topic, wait, f"{self.address('answer', answer)}?wait={wait:g}")

    def _accepted(self, answer: WrittenAnswer, hold: Hold | None) -> Response:
        headers = NO_STORE | {"Location": self.address("answer", answer), "Retry-After": RETRY_SECONDS}
        headers |= {HOLD_HEADER: hold.header()} if hold else {}
        return Response(self.state(answer), status=202, headers=headers)


class WrittenAnswerView(FollowedView):
    """GET an answer: what the request for it would have been answered with."""

    answers: ClassVar[AnswerResource]
    wait_query: ClassVar[type[WaitQuery]] = WaitQuery

    def get(self, request: Request, answer_id: str) -> HttpResponse:
        query = parse_query(request, self.wait_query).validated_data
        return self.answers.answer(self, self.answers.find(self, answer_id), wait=query.get("wait", 0))


class AnswerEventsView(FollowedView):
    """GET what is being written as a stream of events."""

    answers: ClassVar[AnswerResource]
    events_query: ClassVar[type[EventsQuery]] = EventsQuery

    def get(self, request: Request, answer_id: str) -> HttpResponse:
        query = parse_query(request, self.events_query).validated_data
        last = request.headers.get("Last-Event-ID", "")
        # A held stream asks for what is next with its first request's headers, and says `waiting`.
        has_had_end = END_ID in (query["after"], last) and "waiting" not in request.query_params
        after = "" if has_had_end else query["after"] or last
        try:
            since = Place.parse(after)._replace(waiting=query["waiting"]) if after else None
        except ValueError as error:
            raise serializers.ValidationError({"after": str(error)}) from error
        answer = self.answers.find(self, answer_id)
        if has_had_end and not answer.is_open:
            # "HTTP 204 No Content … tells the user agent to stop reconnecting" (HTML, section 9.2.3).
            return HttpResponse(status=204, headers=NO_STORE)
        return self.answers.events(answer, since)


class StopAnswerView(FollowedView):
    """POST: nobody wants the answer any more."""

    answers: ClassVar[AnswerResource]

    def post(self, request: Request, answer_id: str) -> HttpResponse:
        refuse_fields(request)
        return Response(self.answers.state(stop_answer(self.answers.find(self, answer_id))))


def _problem(error: ProductError) -> dict[str, object]:
    return problem(status_of(error), error.code, error.message, **error.extra)
