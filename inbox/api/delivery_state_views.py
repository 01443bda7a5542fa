"""POST /mcp/inbox/messages/{message}/acknowledge, archive, unarchive and read: each safe to repeat."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.rest.request_data import parse_query, refuse_fields
from core.rest.schema import problems
from inbox.api import examples
from inbox.api.agent_token_view import AgentTokenView
from inbox.api.inbox_request_serializers import InboxQuerySerializer
from inbox.api.message_serializers import (
    AcknowledgeAnswerSerializer,
    StateAnswerSerializer,
    serialize_state,
)
from inbox.api.message_views import MESSAGE_PARAMETER
from inbox.models import Delivery
from inbox.services import read_messages

ViewMethod = Callable[..., Response]


def _state_schema(
    operation_id: str,
    summary: str,
    description: str,
    answer: type[StateAnswerSerializer] = StateAnswerSerializer,
    **changed: Any,
) -> Callable[[ViewMethod], ViewMethod]:
    example = OpenApiExample("Afterwards", examples.STATE | changed, response_only=True, status_codes=["200"])
    documented: Callable[[ViewMethod], ViewMethod] = extend_schema(
        operation_id=operation_id,
        tags=["inbox"],
        summary=summary,
        description=f"{description} Safe to repeat; a state never goes back.",
        parameters=[MESSAGE_PARAMETER, InboxQuerySerializer],
        request=None,
        responses={200: answer} | problems(400, (404, examples.NO_MESSAGE)),
        examples=[example],
    )
    return documented


class DeliveryStateView(AgentTokenView):
    """Does one thing to one message of the inbox."""

    required_scopes = {"POST": "inbox:read"}

    def check_empty(self, request: Request) -> None:
        parse_query(request, InboxQuerySerializer)
        refuse_fields(request)

    def act(self, request: Request, message: str, service: Callable[..., Delivery]) -> Response:
        self.check_empty(request)
        return Response(serialize_state(service(agent=self.inbox, message=message)))


class AcknowledgeMessageView(DeliveryStateView):
    @_state_schema(
        "acknowledge_message",
        "Acknowledge a message",
        "Tells the sender that you have taken care of it. Of several that do so at once one alone has `already` "
        "false.",
        AcknowledgeAnswerSerializer,
        state="acknowledged",
        already=False,
    )
    def post(self, request: Request, message: str) -> Response:
        self.check_empty(request)
        done = read_messages.acknowledge_once(agent=self.inbox, message=message)
        return Response(serialize_state(done.delivery) | {"already": done.already})


class ArchiveMessageView(DeliveryStateView):
    @_state_schema("archive_message", "Put a message away", "It is under `tab=done` then.", archived=True)
    def post(self, request: Request, message: str) -> Response:
        return self.act(request, message, read_messages.archive)


class UnarchiveMessageView(DeliveryStateView):
    @_state_schema("unarchive_message", "Take a message back out", "It is archived no longer.")
    def post(self, request: Request, message: str) -> Response:
        return self.act(request, message, read_messages.unarchive)


class MarkMessageReadView(DeliveryStateView):
    @_state_schema(
        "mark_read", "Mark a message as read", "Says that its LOD-0, as a list shows it, was all you needed."
    )
    def post(self, request: Request, message: str) -> Response:
        return self.act(request, message, read_messages.mark_read)
