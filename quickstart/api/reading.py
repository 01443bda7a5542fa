"""GET of what a collection holds: its entries, its skills and their texts, its tree."""

from typing import Any

from django.db.models import Count, Q, QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from quickstart.api import examples
from quickstart.api.answers import (
    CollectionLine,
    EntryBody,
    SkillBody,
    SkillLine,
    TreeBody,
    branch_body,
    collection_line,
    entry_body,
    skill_body,
    skill_line,
)
from quickstart.api.views import COLLECTION, CollectionQuery, CollectionView
from quickstart.models import Entry, Review, Skill
from quickstart.queries.browsing import (
    entries_of,
    find_entry,
    find_skill,
    skills_of,
    tree_of,
    under,
    with_words,
)
from quickstart.queries.collections import collections_for, find_collection
from rest.etags import is_current, strong_etag, with_etag
from rest.pagination import KeysetPagination
from rest.schema import problems
from rest.views import RestView

MAX_WORDS = 500
FINDING = ((400, examples.NOT_CHOSEN), (404, examples.NO_COLLECTION))
PATH_SEPARATOR = "/"


class EntriesQuery(CollectionQuery):
    q = serializers.CharField(
        required=False, max_length=MAX_WORDS, help_text="Words that one of its texts holds."
    )
    level = serializers.IntegerField(required=False, min_value=0, max_value=4)
    tag = serializers.CharField(required=False, max_length=100)
    path = serializers.CharField(
        required=False,
        max_length=1000,
        help_text="At this place of the tree or below it: `Compilation/Targets`.",
    )
    limit = serializers.CharField(required=False)
    cursor = serializers.CharField(required=False)


class SkillsQuery(CollectionQuery):
    q = serializers.CharField(
        required=False, max_length=MAX_WORDS, help_text="Words that one of its texts holds."
    )
    path = serializers.CharField(
        required=False, max_length=1000, help_text="At this place of the tree or below it: `Mindmap/Linking`."
    )
    limit = serializers.CharField(required=False)
    cursor = serializers.CharField(required=False)


class CollectionsView(RestView):
    required_scopes = {"GET": "kb:read"}

    @extend_schema(
        operation_id="list_collections",
        tags=["quickstart"],
        summary="List the collections that you may ask",
        responses={200: CollectionLine(many=True)} | problems(),
        examples=[
            OpenApiExample("One", examples.COLLECTIONS, response_only=True, status_codes=["200"]),
        ],
    )
    def get(self, request: Request) -> Response:
        published = Q(entries__review=Review.PUBLISHED)
        rows = collections_for(self.account).annotate(
            entry_count=Count("entries", filter=published, distinct=True),
            skill_count=Count("skills", filter=Q(skills__review=Review.PUBLISHED), distinct=True),
        )
        return Response([collection_line(row, self.account) for row in rows])


class EntriesView(CollectionView, GenericAPIView[Entry]):
    required_scopes = {"GET": "kb:read"}
    queryset = Entry.objects.none()
    serializer_class = EntryBody
    pagination_class = KeysetPagination

    @extend_schema(
        operation_id="list_entries",
        tags=["quickstart"],
        summary="List and search entries",
        description="The published ones, the latest first.",
        parameters=[EntriesQuery],
        responses={200: EntryBody(many=True)} | problems(*FINDING),
        examples=[OpenApiExample("An entry", examples.ENTRY, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        query = EntriesQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        asked = query.validated_data
        rows: QuerySet[Any] = _narrowed(entries_of(find_collection(self.account, asked["collection"])), asked)
        if "level" in asked:
            rows = rows.filter(level=asked["level"])
        if "tag" in asked:
            rows = rows.filter(tags__contains=[asked["tag"]])
        page = self.paginate_queryset(rows)
        return self.get_paginated_response([entry_body(row) for row in page or ()])


class EntryView(CollectionView):
    required_scopes = {"GET": "kb:read"}

    @extend_schema(
        operation_id="read_entry",
        tags=["quickstart"],
        summary="Read an entry",
        parameters=[COLLECTION, OpenApiParameter("entry_id", OpenApiTypes.STR, "path")],
        responses={200: EntryBody, 304: None} | problems(*FINDING),
        examples=[OpenApiExample("An entry", examples.ENTRY, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, entry_id: str) -> Response:
        body = entry_body(find_entry(self.collection_of(request), entry_id))
        return _tagged(request, body)


class SkillsView(CollectionView, GenericAPIView[Skill]):
    required_scopes = {"GET": "kb:read"}
    queryset = Skill.objects.none()
    serializer_class = SkillLine
    pagination_class = KeysetPagination

    @extend_schema(
        operation_id="list_skills",
        tags=["quickstart"],
        summary="List and search skills",
        description="The published ones, the latest first, without their texts.",
        parameters=[SkillsQuery],
        responses={200: SkillLine(many=True)} | problems(*FINDING),
        examples=[OpenApiExample("A skill", examples.SKILL_LINE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        query = SkillsQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        asked = query.validated_data
        page = self.paginate_queryset(
            _narrowed(skills_of(find_collection(self.account, asked["collection"])), asked)
        )
        return self.get_paginated_response([skill_line(row) for row in page or ()])


class SkillView(CollectionView):
    required_scopes = {"GET": "kb:read"}

    @extend_schema(
        operation_id="read_skill",
        tags=["quickstart"],
        summary="Read a skill with its text",
        description="By its id or its file's name.",
        parameters=[COLLECTION, OpenApiParameter("skill_id", OpenApiTypes.STR, "path")],
        responses={200: SkillBody, 304: None} | problems(*FINDING),
        examples=[OpenApiExample("A skill", examples.SKILL, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, skill_id: str) -> Response:
        body = skill_body(find_skill(self.collection_of(request), skill_id))
        return _tagged(request, body)


class TreeView(CollectionView):
    required_scopes = {"GET": "kb:read"}

    @extend_schema(
        operation_id="read_tree",
        tags=["quickstart"],
        summary="Read the capability tree",
        parameters=[COLLECTION],
        responses={200: TreeBody} | problems(*FINDING),
        examples=[OpenApiExample("A tree", examples.TREE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        collection = self.collection_of(request)
        roots = [branch_body(branch) for branch in tree_of(collection)]
        return Response({"collection": collection.name, "roots": roots})


def _narrowed(rows: QuerySet[Any], asked: dict[str, Any]) -> QuerySet[Any]:
    if "q" in asked:
        rows = with_words(rows, asked["q"])
    if "path" in asked:
        rows = under(rows, [label for label in asked["path"].split(PATH_SEPARATOR) if label.strip()])
    return rows


def _tagged(request: Request, body: dict[str, Any]) -> Response:
    etag = strong_etag(body)
    if is_current(request, etag):
        return with_etag(Response(status=304), etag)
    return with_etag(Response(body), etag)
