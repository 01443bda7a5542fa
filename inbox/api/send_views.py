"""POST /mcp/inbox/send, send-stone, messages/{message}/reply and resend; PUT messages/{message}/summary."""

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.rest.idempotency import KEY_REUSED, idempotent
from core.rest.request_data import parse_body, parse_query, refuse_fields, refuse_parameters
from core.rest.schema import problems
from inbox.api import examples
from inbox.api.agent_token_view import AgentTokenView
from inbox.api.inbox_request_serializers import (
    InboxQuerySerializer,
    ReplyRequestSerializer,
    SendRequestSerializer,
    SendStoneRequestSerializer,
)
from inbox.api.message_serializers import (
    SentAnswerSerializer,
    SentStoneAnswerSerializer,
    serialize_sent,
    serialize_sent_stone,
)
from inbox.api.message_views import MESSAGE_PARAMETER
from inbox.services import send_messages
from inbox.services.reword_message import reword_message
from stones.summary_fields import RewordRequest

SEND_PROBLEMS = (
    (400, examples.INVALID_MESSAGE),
    (404, examples.NO_RECIPIENT),
    (413, examples.TOO_LARGE),
    415,
    (422, KEY_REUSED),
)
STATES_HELP = (
    "Of several recipients, those who cannot be reached have a delivery that is dead, with its reason; when nobody can "
    "be, nothing is sent."
)


class SendMessageView(AgentTokenView):
    required_scopes = {"POST": "inbox:send"}

    @extend_schema(
        operation_id="send_message",
        tags=["inbox"],
        summary="Send a message",
        description="A text or a JSON value, to one agent or several, in this agent's name. Once it is answered, it is "
        f"in every inbox. A text that is a stone is stored and sent as one, with the scope stones:write. {STATES_HELP}",
        request=SendRequestSerializer,
        responses={201: SentAnswerSerializer} | problems(*SEND_PROBLEMS),
        examples=[
            OpenApiExample("A question", examples.SEND_REQUEST, request_only=True),
            OpenApiExample("Two recipients", examples.SENT, response_only=True, status_codes=["201"]),
        ],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        refuse_parameters(request)
        serializer = parse_body(request, SendRequestSerializer)
        sent = send_messages.send_message(
            sender=self.agent,
            payload=serializer.validated_data["payload"],
            outgoing=serializer.outgoing(),
            scopes=self.scopes,
            **serializer.words(),
        )
        return Response(serialize_sent(sent), status=201)


class SendStoneView(AgentTokenView):
    required_scopes = {"POST": "inbox:send"}

    @extend_schema(
        operation_id="send_stone",
        tags=["inbox"],
        summary="Send a stone",
        description="Delivers its levels up to `max_lod` and says what was left out; the rest stays one call "
        "(request-lod) away for whoever got it. A text that is whole is stored in your account first, with the scope "
        "stones:write; a copy without its source is not stored: all its levels are delivered, and `note` says so. "
        "Without stones:read only stones that were sent to this agent can be sent on. "
        f"{STATES_HELP}",
        request=SendStoneRequestSerializer,
        responses={201: SentStoneAnswerSerializer} | problems(*SEND_PROBLEMS, (409, examples.AMBIGUOUS)),
        examples=[
            OpenApiExample("By its hash", examples.SEND_STONE_REQUEST, request_only=True),
            OpenApiExample("Up to LOD-1", examples.SENT_STONE, response_only=True, status_codes=["201"]),
        ],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        refuse_parameters(request)
        serializer = parse_body(request, SendStoneRequestSerializer)
        sent = send_messages.send_stone(
            sender=self.agent,
            stone=serializer.validated_data["stone"],
            max_lod=serializer.validated_data["max_lod"],
            outgoing=serializer.outgoing(),
            scopes=self.scopes,
        )
        return Response(serialize_sent_stone(sent), status=201)


class ReplyMessageView(AgentTokenView):
    required_scopes = {"POST": "inbox:send"}

    @extend_schema(
        operation_id="reply",
        tags=["inbox"],
        summary="Answer a message",
        description="As `send` with this message as `in_reply_to`: to its sender, unless recipients are named, with "
        "`reply_to_all` to all who got it. It is from you, whoever's inbox the message is in.",
        parameters=[MESSAGE_PARAMETER, InboxQuerySerializer],
        request=ReplyRequestSerializer,
        responses={201: SentAnswerSerializer} | problems(*SEND_PROBLEMS),
        examples=[
            OpenApiExample("An answer", examples.REPLY_REQUEST, request_only=True),
            OpenApiExample("Sent", examples.REPLIED, response_only=True, status_codes=["201"]),
        ],
    )
    @idempotent
    def post(self, request: Request, message: str) -> Response:
        parse_query(request, InboxQuerySerializer)
        serializer = parse_body(request, ReplyRequestSerializer)
        sent = send_messages.send_message(
            sender=self.agent,
            payload=serializer.validated_data["payload"],
            outgoing=serializer.outgoing(in_reply_to=message),
            scopes=self.scopes,
            inbox=self.inbox,
            **serializer.words(),
        )
        return Response(serialize_sent(sent), status=201)


class MessageSummaryView(AgentTokenView):
    required_scopes = {"PUT": "inbox:send"}

    @extend_schema(
        operation_id="reword_message",
        tags=["inbox"],
        summary="Write the first levels of what you sent",
        description="LOD-0, and LOD-1 where `detail` is given, of a text that you sent, in your own words, checked "
        "against it: whoever lists it sees them then. Of a stone: PUT /api/stone/{border_hash}/summary.",
        parameters=[MESSAGE_PARAMETER],
        request=RewordRequest,
        responses={200: SentAnswerSerializer}
        | problems(400, (404, examples.NO_MESSAGE), 415, (422, examples.SUMMARY_REFUSED)),
        examples=[
            OpenApiExample("Its sender's words", examples.REWORD, request_only=True),
            OpenApiExample("Changed", examples.REWORDED, response_only=True, status_codes=["200"]),
        ],
    )
    def put(self, request: Request, message: str) -> Response:
        refuse_parameters(request)
        serializer = parse_body(request, RewordRequest)
        sent = reword_message(sender=self.agent, tracking_id=message, **serializer.words())
        return Response(serialize_sent(sent))


class ResendMessageView(AgentTokenView):
    required_scopes = {"POST": "inbox:send"}

    @extend_schema(
        operation_id="resend",
        tags=["inbox"],
        summary="Send a dead letter once more",
        description="A new message, to those recipients of one of your messages whose delivery is dead.",
        parameters=[MESSAGE_PARAMETER],
        request=None,
        responses={201: SentAnswerSerializer}
        | problems(400, (404, examples.NO_MESSAGE), (409, examples.NOTHING_TO_RESEND), (422, KEY_REUSED)),
        examples=[OpenApiExample("Sent", examples.RESENT, response_only=True, status_codes=["201"])],
    )
    @idempotent
    def post(self, request: Request, message: str) -> Response:
        refuse_parameters(request)
        refuse_fields(request)
        return Response(
            serialize_sent(send_messages.resend(sender=self.agent, tracking_id=message)), status=201
        )
