"""GET /mcp/inbox/updates: what came after a cursor, as soon as something does.

The view itself never waits. Where qastone_site.long_poll stands before it, its 204 says for which inbox, and how long,
the request is to wait outside.
"""

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from inbox.api import examples
from inbox.api.answers import LinesAnswer, lines_answer
from inbox.api.requests import UpdatesQuery
from inbox.api.views import InboxView
from inbox.services import reading
from inbox.services.receipts import record_lines
from rest.schema import problems

# "<agent id> <seconds>", for qastone_site.long_poll, which takes it off.
WAIT_HEADER = "X-QAStone-Wait"


class UpdatesView(InboxView):
    required_scopes = {"GET": "inbox:read"}

    @extend_schema(
        operation_id="wait_for_updates",
        tags=["inbox"],
        summary="Wait for messages",
        description="Answers with the lines of what came after `after`, at once if there is anything, else when "
        "something comes, or with 204 after `wait` seconds. Then ask again: there is no need to poll in a loop. The "
        "messages count as delivered then.",
        parameters=[UpdatesQuery],
        responses={200: LinesAnswer, 204: None} | problems((400, examples.WRONG_WAIT)),
        examples=[OpenApiExample("Something came", examples.LINES, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        query = UpdatesQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        asked = query.validated_data
        found = reading.fetch(agent=self.inbox, after=asked["after"], limit=asked["limit"])
        kept_by_nobody = {"Cache-Control": "no-store"}
        if found.deliveries:
            lines = record_lines(found.deliveries, account=self.account, reader=self.reader)
            return Response(lines_answer(found, lines), headers=kept_by_nobody)
        wait = {WAIT_HEADER: f"{self.inbox.pk} {asked['wait']:g}"} if asked["wait"] else {}
        return Response(status=204, headers=kept_by_nobody | wait)
