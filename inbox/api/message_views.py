"""GET /mcp/inbox/messages and lines, a message with its levels and passages; POST /mcp/inbox/request-lod."""

import re

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.rest.request_data import parse_body, parse_query
from core.rest.schema import problems
from inbox.api import examples
from inbox.api.agent_token_view import AgentTokenView
from inbox.api.inbox_request_serializers import (
    InboxQuerySerializer,
    MessageFocusQuerySerializer,
    MessagesQuerySerializer,
    RequestLodRequestSerializer,
    RowsQuerySerializer,
)
from inbox.api.level_serializers import (
    MessageFocusAnswerSerializer,
    MessageLevelAnswerSerializer,
    StoneLevelAnswerSerializer,
    serialize_focus,
    serialize_message_level,
    serialize_stone_level,
)
from inbox.api.message_serializers import (
    LinesAnswerSerializer,
    MessageAnswerSerializer,
    MessagesAnswerSerializer,
    serialize_lines,
    serialize_message,
    serialize_message_row,
)
from inbox.queries.deliveries import find_delivery
from inbox.services import read_messages
from inbox.services.fetch_messages import FetchResult
from inbox.services.record_list_reads import record_lines, record_payloads
from inbox.services.request_levels import request_lod
from stones.exceptions import LevelNotFound

MESSAGE_PARAMETER = OpenApiParameter(
    "message",
    OpenApiTypes.STR,
    "path",
    description="Its tracking_id, or its number in your inbox (`12` for `#12`).",
)
LEVEL_PARAMETER = OpenApiParameter(
    "level", OpenApiTypes.INT, "path", description="0, the scan, to the top, all of it."
)
CURSORS = (
    "Rows come in the order of their arrival. `next_after` of one answer is `after` of the next: who reads so while "
    "others write skips nothing and sees nothing twice."
)
_LEVEL = re.compile("[0-9]{1,4}")


class MessagesView(AgentTokenView):
    required_scopes = {"GET": "inbox:read"}

    @extend_schema(
        operation_id="list_messages",
        tags=["inbox"],
        summary="Fetch messages with their payloads",
        description="Of your own inbox, or that which `agent` names; the messages count as delivered then. "
        f"{CURSORS} `lines` is the same list at a fraction of the tokens. An answer ends early, with `more`, where its "
        "payloads have some 500,000 tokens. What is sent goes into the ledger.",
        parameters=[MessagesQuerySerializer],
        responses={200: MessagesAnswerSerializer}
        | problems((400, examples.WRONG_SINCE), (404, examples.NO_INBOX)),
        examples=[OpenApiExample("One message", examples.MESSAGES, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        found = fetch_rows(self, parse_query(request, MessagesQuerySerializer), bodies=True)
        rows = [serialize_message_row(delivery, self.inbox) for delivery in found.deliveries]
        paid = [row["tokens"]["payload"] for row in rows]
        record_payloads(found.deliveries, paid, account=self.account, reader=self.reader)
        cursor = {"next_after": found.next_after, "more": found.more, "unread": found.unread}
        return Response({"messages": rows} | cursor)


class MessageLinesView(AgentTokenView):
    required_scopes = {"GET": "inbox:read"}

    @extend_schema(
        operation_id="list_lines",
        tags=["inbox"],
        summary="List the inbox, a line for each message",
        description="At most 60 tokens a line: number, sender, marks, subject, LOD-0 and, in brackets, what each "
        f"further level costs. The messages count as delivered then, and each line goes into the ledger. {CURSORS}",
        parameters=[RowsQuerySerializer],
        responses={200: LinesAnswerSerializer} | problems(400, (404, examples.NO_INBOX)),
        examples=[OpenApiExample("Two messages", examples.LINES, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        found = fetch_rows(self, parse_query(request, RowsQuerySerializer), bodies=False)
        return Response(
            serialize_lines(found, record_lines(found.deliveries, account=self.account, reader=self.reader))
        )


def fetch_rows(view: AgentTokenView, query: RowsQuerySerializer, *, bodies: bool) -> FetchResult:
    """The rows that a valid query asks for, with the messages' bodies or without."""
    return read_messages.fetch(
        agent=view.inbox,
        after=query.after_sequence(),
        limit=query.validated_data["limit"],
        latest=query.validated_data["latest"],
        filters=query.filters(),
        bodies=bodies,
    )


class MessageView(AgentTokenView):
    required_scopes = {"GET": "inbox:read"}

    @extend_schema(
        operation_id="show_message",
        tags=["inbox"],
        summary="Show what a message is and what reading it costs",
        description="Sender, state, the price of every level and what the delivery left out. It is not a read.",
        parameters=[MESSAGE_PARAMETER, InboxQuerySerializer],
        responses={200: MessageAnswerSerializer} | problems(400, (404, examples.NO_MESSAGE)),
        examples=[OpenApiExample("A stone", examples.MESSAGE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, message: str) -> Response:
        parse_query(request, InboxQuerySerializer)
        return Response(serialize_message(find_delivery(self.inbox, message), self.inbox))


class MessageLevelView(AgentTokenView):
    required_scopes = {"GET": "inbox:read"}

    @extend_schema(
        operation_id="read_message",
        tags=["inbox"],
        summary="Read one level of a message",
        description="Its text, and what the next level would cost; of a stone also levels beyond what was delivered. "
        "The message is read so far then, and the read goes into the ledger.",
        parameters=[MESSAGE_PARAMETER, LEVEL_PARAMETER, InboxQuerySerializer],
        responses={200: MessageLevelAnswerSerializer} | problems(400, (404, examples.NO_MESSAGE)),
        examples=[OpenApiExample("LOD-1", examples.MESSAGE_LEVEL, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, message: str, level: str) -> Response:
        parse_query(request, InboxQuerySerializer)
        if not _LEVEL.fullmatch(level):
            raise LevelNotFound(f"{level[:20]!r} is no level: they are numbered from 0, the scan.")
        read = read_messages.read_message(
            agent=self.inbox, message=message, level=int(level), reader=self.reader
        )
        return Response(serialize_message_level(read))


class MessageFocusView(AgentTokenView):
    required_scopes = {"GET": "inbox:read"}

    @extend_schema(
        operation_id="focus_message",
        tags=["inbox"],
        summary="Read what in a message answers a question",
        description="The passages nearest to `q`, with line numbers, what was left out, and the price of reading on "
        "(`next`); of a stone, those of its source. The read goes into the ledger; following `next` nothing is read or "
        "charged twice.",
        parameters=[MESSAGE_PARAMETER, MessageFocusQuerySerializer],
        responses={200: MessageFocusAnswerSerializer} | problems(400, (404, examples.NO_MESSAGE)),
        examples=[OpenApiExample("A question", examples.FOCUS, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, message: str) -> Response:
        query = parse_query(request, MessageFocusQuerySerializer)
        found = read_messages.focus_message(
            agent=self.inbox,
            message=message,
            question=query.validated_data["q"],
            max_tokens=query.validated_data.get("max_tokens"),
            skip=query.validated_data["skip"],
            reader=self.reader,
        )
        return Response(serialize_focus(found, request.path, texts=query.validated_data["texts"]))


class RequestLodView(AgentTokenView):
    required_scopes = {"POST": "inbox:read"}

    @extend_schema(
        operation_id="request_lod",
        tags=["inbox"],
        summary="Read a further level of a stone",
        description="Of any stone that your account stored or was sent; without the scope stones:read, of those that "
        "were sent to you. The read goes into the ledger, and messages that brought you the stone are read so far.",
        parameters=[InboxQuerySerializer],
        request=RequestLodRequestSerializer,
        responses={200: StoneLevelAnswerSerializer}
        | problems((400, examples.INVALID_HASH), (404, examples.NO_STONE), (409, examples.AMBIGUOUS), 415),
        examples=[
            OpenApiExample("LOD-1", examples.LOD_REQUEST, request_only=True),
            OpenApiExample("Its text", examples.STONE_LEVEL, response_only=True, status_codes=["200"]),
        ],
    )
    def post(self, request: Request) -> Response:
        parse_query(request, InboxQuerySerializer)
        serializer = parse_body(request, RequestLodRequestSerializer)
        read = request_lod(
            agent=self.inbox,
            reader=self.reader,
            only_delivered=self.only_delivered,
            **serializer.validated_data,
        )
        return Response(serialize_stone_level(read))
