"""GET /mcp/inbox/updates, a long poll: what came after a cursor, as soon as something does.

The view itself never waits. Where qastone_site.long_poll stands before it, its 204 says for which inbox, and how long,
the request is to wait outside.
"""

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.rest.request_data import parse_query
from core.rest.schema import problems
from inbox.api import examples
from inbox.api.agent_token_view import AgentTokenView
from inbox.api.inbox_request_serializers import UpdatesQuerySerializer
from inbox.api.message_serializers import LinesAnswerSerializer, serialize_lines
from inbox.services import read_messages
from inbox.services.record_list_reads import record_lines

# "<agent id> <seconds>", for qastone_site.long_poll, which removes it.
WAIT_HEADER = "X-QAStone-Wait"


class UpdatesView(AgentTokenView):
    required_scopes = {"GET": "inbox:read"}

    @extend_schema(
        operation_id="wait_for_updates",
        tags=["inbox"],
        summary="Wait for messages",
        description="Answers with the lines of what came after `after`, at once if there is anything, else when "
        "something comes, or with 204 after `wait` seconds. Then ask again: there is no need to poll in a loop. The "
        "messages count as delivered then.",
        parameters=[UpdatesQuerySerializer],
        responses={200: LinesAnswerSerializer, 204: None}
        | problems((400, examples.WRONG_WAIT), (404, examples.NO_INBOX)),
        examples=[OpenApiExample("Something came", examples.LINES, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        query = parse_query(request, UpdatesQuerySerializer)
        parameters = query.validated_data
        found = read_messages.fetch(
            agent=self.inbox, after=parameters["after"], limit=parameters["limit"], bodies=False
        )
        no_store = {"Cache-Control": "no-store"}
        if found.deliveries:
            lines = record_lines(found.deliveries, account=self.account, reader=self.reader)
            return Response(serialize_lines(found, lines), headers=no_store)
        wait = {WAIT_HEADER: f"{self.inbox.pk} {parameters['wait']:g}"} if parameters["wait"] else {}
        return Response(status=204, headers=no_store | wait)
