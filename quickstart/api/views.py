"""Base class of the operations on a collection."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from core.pages.example_address import values_at_this_site
from core.rest.request_data import parse_query
from core.rest.strict_fields import StrictSerializer
from core.rest.views import RestView
from quickstart.models import Collection
from quickstart.queries.readable_collections import find_collection

COLLECTION = OpenApiParameter(
    "collection",
    OpenApiTypes.STR,
    description="The name of one that you may ask; needed where there are several.",
)


def at_this_site_if_shipped(body: Any, collection: Collection, request: Request) -> Any:
    """What ships with the site names its address; of other collections nothing is changed."""
    return values_at_this_site(body, request) if collection.shipped_hash else body


class CollectionQuery(StrictSerializer):
    collection = serializers.CharField(required=False, max_length=60, default=None)


class CollectionView(RestView):
    """An operation on a collection that the token's account may ask."""

    def collection_of(self, request: Request, query: type[CollectionQuery] = CollectionQuery) -> Collection:
        """The one that the query names, after every parameter was checked."""
        serializer = parse_query(request, query)
        return find_collection(self.account, serializer.validated_data.get("collection"))
