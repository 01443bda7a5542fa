"""POST /api/format-qastone: text goes in, a stone comes out."""

import threading

from django.conf import settings
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from core.rest.request_data import parse_body, parse_query
from core.rest.schema import problems
from core.rest.views import RestView
from stones import examples, services
from stones.api.stone_requests import FormatQuery, FormatRequest
from stones.api.stone_serializers import FormattedStone
from stones.queries import assemble_to_read, name_for, reloaded
from stones.rendering import serialize_formatted_stone

SEND_INSTEAD = (
    "Send it as it is (POST /mcp/inbox/send-stone), which stores it: to yourself, if it is only to be stored. Or store "
    "it on the page Paste."
)

# Those who wait hold a thread of the web process each; the others must always find one free.
_waiting = threading.BoundedSemaphore(max(1, settings.WEB_THREADS // 2))


class FormatView(RestView):
    required_scopes = {"POST": "stones:write"}

    @extend_schema(
        operation_id="format_qastone",
        tags=["stones"],
        summary="Make a stone of a text",
        description="Stores the content and answers with its stone at once: the levels are written in the "
        "background, and until then `status` is generating and an extract stands in their place. With `?wait=` the "
        "answer comes when they are written, or after so many seconds. The same content under the same header again "
        "is the same stone (200), its time to live begun anew: no `Idempotency-Key` is read. A content that is a stone "
        "already is refused (422), and so is a `summary` that says what the content does not. What it leaves out of "
        "the content's own warnings and asks is told (`left_out`); PUT …/summary mends it. A long content without "
        "`summary` is taken with an extract, and `hint` says how to better that. Unknown fields are refused.",
        parameters=[FormatQuery],
        request=FormatRequest,
        responses={201: FormattedStone, 200: FormattedStone}
        | problems(
            (400, examples.UNKNOWN_CHANNEL),
            (413, examples.TOO_LARGE),
            415,
            (422, examples.ALREADY_A_STONE),
            (422, examples.SUMMARY_REFUSED),
        ),
        examples=[
            OpenApiExample("A task", examples.FORMAT_REQUEST, request_only=True),
            OpenApiExample("With its sender's words", examples.WORDS_REQUEST, request_only=True),
            OpenApiExample("Its stone", examples.FORMATTED, response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request) -> Response:
        query = parse_query(request, FormatQuery)
        sent = parse_body(request, FormatRequest)
        services.refuse_stone(sent.validated_data["content"], instead=SEND_INSTEAD)
        draft = sent.draft(self.agent_name)
        stored = services.store_stone(account=self.account, draft=draft)
        stone = stored.stone
        if (seconds := query.validated_data["wait"]) and _waiting.acquire(blocking=False):
            try:
                services.wait_until_settled(stone=stone, seconds=seconds)
            finally:
                _waiting.release()
            stone = reloaded(stone)
        name_for(self.agent, [stone])
        assembled = assemble_to_read(stone)
        body = serialize_formatted_stone(
            assembled,
            services.stone_text(assembled),
            left_out=stored.left_out,
            has_other_words=stored.has_other_words,
            unused=stored.unused,
            reword=f'PUT {reverse("stones-api:summary", args=[stone.address])} {{"summary": "…"}}',
        )
        place = reverse("stones-api:stone", args=[stone.address])
        return Response(body, status=201 if stored.created else 200, headers={"Location": place})
