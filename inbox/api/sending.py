"""POST /mcp/inbox/send, send-stone, messages/{message}/reply and resend; PUT messages/{message}/summary."""

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from inbox.api import examples
from inbox.api.answers import SentAnswer, SentStoneAnswer, sent_answer, sent_stone_answer
from inbox.api.messages import MESSAGE
from inbox.api.requests import InboxQuery, NoBody, NoQuery, ReplyRequest, SendRequest, SendStoneRequest
from inbox.api.views import InboxView
from inbox.services import sending
from inbox.services.reword_message import reword_message
from rest.idempotency import REUSED, idempotent
from rest.schema import problems
from rest.summaries import RewordRequest

SENDING = (
    (400, examples.INVALID_MESSAGE),
    (404, examples.NO_RECIPIENT),
    (413, examples.TOO_LARGE),
    415,
    (422, REUSED),
)
STATES = (
    "Of several recipients, those who cannot be reached have a delivery that is dead, with its reason; when nobody can "
    "be, nothing is sent."
)


class SendView(InboxView):
    required_scopes = {"POST": "inbox:send"}

    @extend_schema(
        operation_id="send_message",
        tags=["inbox"],
        summary="Send a message",
        description="A text or a JSON value, to one agent or several, in this agent's name. Once it is answered, it is "
        f"in every inbox. {STATES}",
        request=SendRequest,
        responses={201: SentAnswer} | problems(*SENDING),
        examples=[
            OpenApiExample("A question", examples.SEND_REQUEST, request_only=True),
            OpenApiExample("Two recipients", examples.SENT, response_only=True, status_codes=["201"]),
        ],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        NoQuery(data=request.query_params.dict()).is_valid(raise_exception=True)
        asked = SendRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        sent = sending.send_message(
            sender=self.agent,
            payload=asked.validated_data["payload"],
            outgoing=asked.outgoing(),
            **asked.words(),
        )
        return Response(sent_answer(sent), status=201)


class SendStoneView(InboxView):
    required_scopes = {"POST": "inbox:send"}

    @extend_schema(
        operation_id="send_stone",
        tags=["inbox"],
        summary="Send a stone",
        description="Delivers its levels up to `max_lod` and says what was left out; the rest stays one call "
        "(request-lod) away for whoever got it. A text that is whole is stored in your account first, with the scope "
        "stones:write; without stones:read only stones that were sent to this agent can be sent on. "
        f"{STATES}",
        request=SendStoneRequest,
        responses={201: SentStoneAnswer} | problems(*SENDING, (409, examples.AMBIGUOUS)),
        examples=[
            OpenApiExample("By its hash", examples.SEND_STONE_REQUEST, request_only=True),
            OpenApiExample("Up to LOD-1", examples.SENT_STONE, response_only=True, status_codes=["201"]),
        ],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        NoQuery(data=request.query_params.dict()).is_valid(raise_exception=True)
        asked = SendStoneRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        sent = sending.send_stone(
            sender=self.agent,
            stone=asked.validated_data["stone"],
            max_lod=asked.validated_data["max_lod"],
            outgoing=asked.outgoing(),
            scopes=self.scopes,
        )
        return Response(sent_stone_answer(sent), status=201)


class ReplyView(InboxView):
    required_scopes = {"POST": "inbox:send"}

    @extend_schema(
        operation_id="reply",
        tags=["inbox"],
        summary="Answer a message",
        description="As `send` with this message as `in_reply_to`: to its sender, unless recipients are named, with "
        "`reply_to_all` to all who got it. It is from you, whoever's inbox the message is in.",
        parameters=[MESSAGE, InboxQuery],
        request=ReplyRequest,
        responses={201: SentAnswer} | problems(*SENDING),
        examples=[
            OpenApiExample("An answer", examples.REPLY_REQUEST, request_only=True),
            OpenApiExample("Sent", examples.REPLIED, response_only=True, status_codes=["201"]),
        ],
    )
    @idempotent
    def post(self, request: Request, message: str) -> Response:
        InboxQuery(data=request.query_params.dict()).is_valid(raise_exception=True)
        asked = ReplyRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        sent = sending.send_message(
            sender=self.agent,
            payload=asked.validated_data["payload"],
            outgoing=asked.outgoing(in_reply_to=message),
            inbox=self.inbox,
            **asked.words(),
        )
        return Response(sent_answer(sent), status=201)


class MessageSummaryView(InboxView):
    required_scopes = {"PUT": "inbox:send"}

    @extend_schema(
        operation_id="reword_message",
        tags=["inbox"],
        summary="Write the first levels of what you sent",
        description="LOD-0, and LOD-1 where `detail` is given, of a text that you sent, in your own words, checked "
        "against it: whoever lists it sees them then. Of a stone: PUT /api/stone/{border_hash}/summary.",
        parameters=[MESSAGE],
        request=RewordRequest,
        responses={200: SentAnswer}
        | problems(400, (404, examples.NO_MESSAGE), 415, (422, examples.SUMMARY_REFUSED)),
        examples=[
            OpenApiExample("Its sender's words", examples.REWORD, request_only=True),
            OpenApiExample("Changed", examples.REWORDED, response_only=True, status_codes=["200"]),
        ],
    )
    def put(self, request: Request, message: str) -> Response:
        NoQuery(data=request.query_params.dict()).is_valid(raise_exception=True)
        asked = RewordRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        sent = reword_message(sender=self.agent, tracking_id=message, **asked.words())
        return Response(sent_answer(sent))


class ResendView(InboxView):
    required_scopes = {"POST": "inbox:send"}

    @extend_schema(
        operation_id="resend",
        tags=["inbox"],
        summary="Send a dead letter once more",
        description="A new message, to those recipients of one of your messages whose delivery is dead.",
        parameters=[MESSAGE],
        request=None,
        responses={201: SentAnswer}
        | problems(400, (404, examples.NO_MESSAGE), (409, examples.NOTHING_TO_RESEND), (422, REUSED)),
        examples=[OpenApiExample("Sent", examples.RESENT, response_only=True, status_codes=["201"])],
    )
    @idempotent
    def post(self, request: Request, message: str) -> Response:
        NoQuery(data=request.query_params.dict()).is_valid(raise_exception=True)
        NoBody(data=request.data).is_valid(raise_exception=True)
        return Response(sent_answer(sending.resend(sender=self.agent, tracking_id=message)), status=201)
