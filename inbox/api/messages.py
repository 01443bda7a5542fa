"""GET /mcp/inbox/messages and lines, a message with its levels and passages; POST /mcp/inbox/request-lod."""

import re

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from inbox.api import examples
from inbox.api.answers import (
    LinesAnswer,
    MessageAnswer,
    MessagesAnswer,
    lines_answer,
    message_answer,
    message_row,
)
from inbox.api.contents import (
    MessageFocusAnswer,
    MessageLevelAnswer,
    StoneLevelAnswer,
    focus_answer,
    message_level_answer,
    stone_level_answer,
)
from inbox.api.requests import FocusQuery, InboxQuery, MessagesQuery, RequestLodRequest, RowsQuery
from inbox.api.views import InboxView
from inbox.queries import find_delivery
from inbox.services import reading
from inbox.services.fetching import Fetched
from inbox.services.receipts import record_lines, record_payloads
from rest.schema import problems
from stones.exceptions import LevelNotFound

MESSAGE = OpenApiParameter(
    "message",
    OpenApiTypes.STR,
    "path",
    description="Its tracking_id, or its number in your inbox (`12` for `#12`).",
)
LEVEL = OpenApiParameter("level", OpenApiTypes.INT, "path", description="0, the scan, to the top, all of it.")
CURSORS = (
    "Rows come in the order of their arrival. `next_after` of one answer is `after` of the next: who reads so while "
    "others write skips nothing and sees nothing twice."
)
_LEVEL = re.compile("[0-9]{1,4}")


class MessagesView(InboxView):
    required_scopes = {"GET": "inbox:read"}

    @extend_schema(
        operation_id="list_messages",
        tags=["inbox"],
        summary="Fetch messages with their payloads",
        description="Of your own inbox, or that which `agent` names; the messages count as delivered then. "
        f"{CURSORS} `lines` is the same list at a fraction of the tokens. What is sent goes into the ledger.",
        parameters=[MessagesQuery],
        responses={200: MessagesAnswer} | problems((400, examples.WRONG_SINCE), (404, examples.NO_INBOX)),
        examples=[OpenApiExample("One message", examples.MESSAGES, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        found = fetched(self, MessagesQuery(data=request.query_params.dict()))
        rows = [message_row(delivery, self.inbox) for delivery in found.deliveries]
        paid = [row["tokens"]["payload"] for row in rows]
        record_payloads(found.deliveries, paid, account=self.account, reader=self.reader)
        told = {"next_after": found.next_after, "more": found.more, "unread": found.unread}
        return Response({"messages": rows} | told)


class LinesView(InboxView):
    required_scopes = {"GET": "inbox:read"}

    @extend_schema(
        operation_id="list_lines",
        tags=["inbox"],
        summary="List the inbox, a line for each message",
        description="At most 60 tokens a line: number, sender, marks, subject, LOD-0 and, in brackets, what each "
        f"further level costs. The messages count as delivered then, and each line goes into the ledger. {CURSORS}",
        parameters=[RowsQuery],
        responses={200: LinesAnswer} | problems(400, (404, examples.NO_INBOX)),
        examples=[OpenApiExample("Two messages", examples.LINES, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        found = fetched(self, RowsQuery(data=request.query_params.dict()))
        return Response(
            lines_answer(found, record_lines(found.deliveries, account=self.account, reader=self.reader))
        )


def fetched(view: InboxView, query: RowsQuery) -> Fetched:
    """The rows that were asked for."""
    query.is_valid(raise_exception=True)
    return reading.fetch(
        agent=view.inbox,
        after=query.after_sequence(),
        limit=query.validated_data["limit"],
        latest=query.validated_data["latest"],
        wanted=query.wanted(),
    )


class MessageView(InboxView):
    required_scopes = {"GET": "inbox:read"}

    @extend_schema(
        operation_id="show_message",
        tags=["inbox"],
        summary="Show what a message is and what reading it costs",
        description="Sender, state, the price of every level and what the delivery left out. It is not a read.",
        parameters=[MESSAGE, InboxQuery],
        responses={200: MessageAnswer} | problems(400, (404, examples.NO_MESSAGE)),
        examples=[OpenApiExample("A stone", examples.MESSAGE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, message: str) -> Response:
        InboxQuery(data=request.query_params.dict()).is_valid(raise_exception=True)
        return Response(message_answer(find_delivery(self.inbox, message), self.inbox))


class MessageLevelView(InboxView):
    required_scopes = {"GET": "inbox:read"}

    @extend_schema(
        operation_id="read_message",
        tags=["inbox"],
        summary="Read one level of a message",
        description="Its text, and what the next level would cost; of a stone also levels beyond what was delivered. "
        "The message is read so far then, and the read goes into the ledger.",
        parameters=[MESSAGE, LEVEL, InboxQuery],
        responses={200: MessageLevelAnswer} | problems(400, (404, examples.NO_MESSAGE)),
        examples=[OpenApiExample("LOD-1", examples.MESSAGE_LEVEL, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, message: str, level: str) -> Response:
        InboxQuery(data=request.query_params.dict()).is_valid(raise_exception=True)
        if not _LEVEL.fullmatch(level):
            raise LevelNotFound(f"{level[:20]!r} is no level: they are numbered from 0, the scan.")
        read = reading.read_message(agent=self.inbox, message=message, level=int(level), reader=self.reader)
        return Response(message_level_answer(read))


class MessageFocusView(InboxView):
    required_scopes = {"GET": "inbox:read"}

    @extend_schema(
        operation_id="focus_message",
        tags=["inbox"],
        summary="Read what in a message answers a question",
        description="The passages that answer `q`, with line numbers and what was left out, within `max_tokens`; of a "
        "stone, those of its source. The read goes into the ledger.",
        parameters=[MESSAGE, FocusQuery],
        responses={200: MessageFocusAnswer} | problems(400, (404, examples.NO_MESSAGE)),
        examples=[OpenApiExample("A question", examples.FOCUS, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, message: str) -> Response:
        query = FocusQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        found = reading.focus_message(
            agent=self.inbox,
            message=message,
            question=query.validated_data["q"],
            max_tokens=query.validated_data["max_tokens"],
            reader=self.reader,
        )
        return Response(focus_answer(found))


class RequestLodView(InboxView):
    required_scopes = {"POST": "inbox:read"}

    @extend_schema(
        operation_id="request_lod",
        tags=["inbox"],
        summary="Read a further level of a stone",
        description="Of any stone that your account stored or was sent; without the scope stones:read, of those that "
        "were sent to you. The read goes into the ledger, and messages that brought you the stone are read so far.",
        parameters=[InboxQuery],
        request=RequestLodRequest,
        responses={200: StoneLevelAnswer}
        | problems((400, examples.INVALID_HASH), (404, examples.NO_STONE), (409, examples.AMBIGUOUS), 415),
        examples=[
            OpenApiExample("LOD-1", examples.LOD_REQUEST, request_only=True),
            OpenApiExample("Its text", examples.STONE_LEVEL, response_only=True, status_codes=["200"]),
        ],
    )
    def post(self, request: Request) -> Response:
        InboxQuery(data=request.query_params.dict()).is_valid(raise_exception=True)
        asked = RequestLodRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        read = reading.request_lod(
            agent=self.inbox,
            reader=self.reader,
            only_delivered=self.only_delivered,
            **asked.validated_data,
        )
        return Response(stone_level_answer(read))
