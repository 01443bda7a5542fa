"""GET /api/stones/search: the account's stones that come nearest to some words, one line each."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.rest.request_data import parse_query
from core.rest.schema import problems
from core.rest.strict_fields import StrictSerializer
from core.rest.views import RestView
from stones import examples, services
from stones.api.stone_serializers import StoneLine
from stones.queries import assemble
from stones.queries.list_stones import MAX_WORDS
from stones.rendering import serialize_stone_line

MAX_LIMIT = 50


class SearchQuery(StrictSerializer):
    q = serializers.CharField(
        max_length=MAX_WORDS,
        help_text='Words or a question. `"…"` keeps words together, a minus before a word leaves it out: then the '
        "newest come first, and nothing is found by meaning.",
    )
    limit = serializers.IntegerField(required=False, default=10, min_value=1, max_value=MAX_LIMIT)


class FoundStoneLine(StoneLine):
    every_word = serializers.BooleanField(
        help_text="It holds every word of `q`; else it comes near in meaning."
    )


class SearchAnswer(serializers.Serializer[Any]):
    items = FoundStoneLine(many=True)


class StoneSearchView(RestView):
    required_scopes = {"GET": "stones:read"}

    @extend_schema(
        operation_id="search_stones",
        tags=["stones"],
        summary="Find stones by words and by meaning",
        description="The stones that hold every word, nearest first; where they are few, those that come near in "
        "meaning behind them. Each with LOD-0 and the price of more; nothing goes into the ledger.",
        parameters=[SearchQuery],
        responses={200: SearchAnswer} | problems(400),
        examples=[OpenApiExample("One stone", examples.FOUND, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        query = parse_query(request, SearchQuery).validated_data
        found = services.find_stones(account=self.account, words=query["q"], limit=query["limit"])
        items = [
            serialize_stone_line(assemble(stone), stone.access_count) | {"every_word": at < found.whole}
            for at, stone in enumerate(found.stones)
        ]
        return Response({"items": items})
