"""POST /mcp/inbox/messages/{message}/acknowledge, archive, unarchive and read: each safe to repeat."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from inbox.api import examples
from inbox.api.answers import StateAnswer, state_answer
from inbox.api.messages import MESSAGE
from inbox.api.requests import InboxQuery, NoBody
from inbox.api.views import InboxView
from inbox.models import Delivery
from inbox.services import reading
from rest.schema import problems

Method = Callable[..., Response]


def _documented(
    operation_id: str, summary: str, description: str, **changed: Any
) -> Callable[[Method], Method]:
    example = OpenApiExample("Afterwards", examples.STATE | changed, response_only=True, status_codes=["200"])
    documented: Callable[[Method], Method] = extend_schema(
        operation_id=operation_id,
        tags=["inbox"],
        summary=summary,
        description=f"{description} Safe to repeat; a state never goes back.",
        parameters=[MESSAGE, InboxQuery],
        request=None,
        responses={200: StateAnswer} | problems(400, (404, examples.NO_MESSAGE)),
        examples=[example],
    )
    return documented


class ActingView(InboxView):
    """Does one thing to one message of the inbox."""

    required_scopes = {"POST": "inbox:read"}

    def act(self, request: Request, message: str, service: Callable[..., Delivery]) -> Response:
        InboxQuery(data=request.query_params.dict()).is_valid(raise_exception=True)
        NoBody(data=request.data).is_valid(raise_exception=True)
        return Response(state_answer(service(agent=self.inbox, message=message)))


class AcknowledgeView(ActingView):
    @_documented(
        "acknowledge_message",
        "Acknowledge a message",
        "Tells the sender that you have taken care of it.",
        state="acknowledged",
    )
    def post(self, request: Request, message: str) -> Response:
        return self.act(request, message, reading.acknowledge)


class ArchiveView(ActingView):
    @_documented("archive_message", "Put a message away", "It is under `tab=done` then.", archived=True)
    def post(self, request: Request, message: str) -> Response:
        return self.act(request, message, reading.archive)


class UnarchiveView(ActingView):
    @_documented("unarchive_message", "Take a message back out", "It is archived no longer.")
    def post(self, request: Request, message: str) -> Response:
        return self.act(request, message, reading.unarchive)


class ReadView(ActingView):
    @_documented(
        "mark_read", "Mark a message as read", "Says that its LOD-0, as a list shows it, was all you needed."
    )
    def post(self, request: Request, message: str) -> Response:
        return self.act(request, message, reading.mark_read)
