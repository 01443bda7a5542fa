"""GET /api/stones: the account's stones, one line each, found by filters and words."""

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from core.rest.pagination import KeysetPagination
from core.rest.schema import problems
from core.rest.strict_fields import refuse_unknown
from core.rest.views import RestView
from stones import examples
from stones.api.filters import StoneFilter
from stones.api.stone_serializers import StoneLine
from stones.models import CountedStone, Stone
from stones.queries import assemble, stones_of, with_list_fields, with_read_counts
from stones.rendering import serialize_stone_line


class StoneListView(RestView, GenericAPIView[CountedStone]):
    required_scopes = {"GET": "stones:read"}
    # For the documentation; `get_queryset` knows the account.
    queryset: QuerySet[CountedStone] = with_read_counts(with_list_fields(Stone.objects.none()))
    serializer_class = StoneLine
    pagination_class = KeysetPagination
    filterset_class = StoneFilter

    def get_queryset(self) -> QuerySet[CountedStone]:
        return with_read_counts(stones_of(self.account))

    @extend_schema(
        operation_id="list_stones",
        tags=["stones"],
        summary="List and search stones",
        description="Newest first, each with LOD-0 and the price of more. Listing is not a read: nothing goes into "
        "the ledger. Unknown parameters are refused.",
        filters=True,
        responses={200: StoneLine(many=True)} | problems((400, examples.INVALID_CURSOR)),
        examples=[OpenApiExample("One page", examples.LINE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        allowed = [*StoneFilter.base_filters, *KeysetPagination.parameters]
        refuse_unknown(request.query_params, dict.fromkeys(allowed))
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        lines = [serialize_stone_line(assemble(stone), stone.access_count) for stone in page or ()]
        return self.get_paginated_response(lines)
