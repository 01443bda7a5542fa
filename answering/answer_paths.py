"""The addresses of an answer that a model writes, under a scope of REST: the answer, its events, its end."""

from collections.abc import Sequence
from typing import Any

from django.urls import URLPattern, path

from answering.answer_resource import AnswerEventsView, AnswerResource, StopAnswerView, WrittenAnswerView
from answering.describe_answers import describe_answer, describe_events, describe_stop


def answer_paths(
    route: str,
    resource: AnswerResource,
    *,
    scope: str,
    operation: str,
    tag: str,
    body: Any,
    example: Any,
    errors: Sequence[Any] = (),
) -> list[URLPattern]:
    """Below `route`; named after the resource's address: "chat" has "chat-answer", "chat-events" and "chat-stop".

    `body` and `example`: of the answer; `errors`: with which it may end, as `core.rest.schema.problems` takes them.
    """

    class AnswerView(WrittenAnswerView):
        required_scopes = {"GET": scope}
        answers = resource
        get = describe_answer(operation, tag=tag, body=body, example=example, errors=errors)(
            WrittenAnswerView.get
        )

    class EventsView(AnswerEventsView):
        required_scopes = {"GET": scope}
        answers = resource
        get = describe_events(operation, tag=tag)(AnswerEventsView.get)

    class StopView(StopAnswerView):
        required_scopes = {"POST": scope}
        answers = resource
        post = describe_stop(operation, tag=tag)(StopAnswerView.post)

    name = resource.url.rpartition(":")[2]
    return [
        path(f"{route}/<str:answer_id>", AnswerView.as_view(), name=f"{name}-answer"),
        path(f"{route}/<str:answer_id>/events", EventsView.as_view(), name=f"{name}-events"),
        path(f"{route}/<str:answer_id>/stop", StopView.as_view(), name=f"{name}-stop"),
    ]
