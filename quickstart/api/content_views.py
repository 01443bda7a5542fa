"""GET of a collection's contents: its entries, its skills and their texts, its tree."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from core.jobs.find_jobs import jobs_of
from core.rest.etags import is_current, strong_etag, with_etag
from core.rest.pagination import KeysetPagination
from core.rest.schema import problems
from core.rest.strict_fields import refuse_unknown
from core.rest.trust import UNTRUSTED
from core.rest.views import RestView
from quickstart.api import examples
from quickstart.api.quickstart_serializers import (
    CollectionLine,
    EntryBody,
    SkillBody,
    SkillLine,
    TreeBody,
    serialize_branch,
    serialize_collection,
)
from quickstart.api.views import COLLECTION, CollectionQuery, CollectionView, at_this_site_if_shipped
from quickstart.models import INDEX_COLLECTION, Collection, Entry, Skill
from quickstart.queries.browse_collection import (
    entries_of,
    find_entry,
    find_skill,
    skills_of,
    tree_of,
    under_path,
    with_counts,
    with_words,
)
from quickstart.queries.content_json import serialize_entry, serialize_skill, serialize_skill_line
from quickstart.queries.readable_collections import collections_for, find_collection

MAX_WORDS = 500
FIND_PROBLEMS = ((400, examples.NOT_CHOSEN), (404, examples.NO_COLLECTION))
LIST_PROBLEMS = ((400, examples.INVALID_CURSOR), (404, examples.NO_COLLECTION))


class ContentListQuery(CollectionQuery):
    q = serializers.CharField(
        required=False, max_length=MAX_WORDS, help_text="Words that one of its texts holds."
    )
    path = serializers.CharField(
        required=False,
        max_length=1000,
        help_text="At this place of the tree or below it: `Stones/Reading`, or `Stones › CI/CD`.",
    )

    def validate_path(self, path: str) -> list[str]:
        """The labels, from the root."""
        # Labels like "CI/CD" need the other separator.
        labels = [label for label in path.split("›" if "›" in path else "/") if label.strip()]
        if not labels:
            raise serializers.ValidationError("Must name a label.", code="no_label")
        return labels


class EntryListQuery(ContentListQuery):
    level = serializers.IntegerField(required=False, min_value=0, max_value=4)
    tag = serializers.CharField(required=False, max_length=100)


class CollectionsView(RestView):
    required_scopes = {"GET": "kb:read"}

    @extend_schema(
        operation_id="list_collections",
        tags=["quickstart"],
        summary="List the collections that you may ask",
        description="Your own first. One that is not your own is shared with everybody on this site.",
        responses={200: CollectionLine(many=True)} | problems(400),
        examples=[
            OpenApiExample("One", examples.COLLECTIONS, response_only=True, status_codes=["200"]),
        ],
    )
    def get(self, request: Request) -> Response:
        refuse_unknown(request.query_params, {})
        lines: dict[str, dict[str, Any]] = {}
        rows = list(with_counts(collections_for(self.account)))
        jobs = jobs_of(rows, INDEX_COLLECTION)
        for row in rows:
            # Of several with one name only the first can be named.
            lines.setdefault(row.name, serialize_collection(row, self.account, jobs[row.pk]))
        return Response(list(lines.values()))


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
        parameters=[EntryListQuery],
        responses={200: EntryBody(many=True)} | problems(*LIST_PROBLEMS),
        examples=[OpenApiExample("An entry", examples.ENTRY, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        filters = _validated_query(request, EntryListQuery)
        collection = find_collection(self.account, filters["collection"])
        rows: QuerySet[Any] = _apply_filters(entries_of(collection), filters, collection)
        if "level" in filters:
            rows = rows.filter(level=filters["level"])
        if "tag" in filters:
            rows = rows.filter(tags__contains=[filters["tag"]])
        page = self.paginate_queryset(rows)
        return self.get_paginated_response([serialize_entry(row) for row in page or ()])


class EntryView(CollectionView):
    required_scopes = {"GET": "kb:read"}

    @extend_schema(
        operation_id="read_entry",
        tags=["quickstart"],
        summary="Read an entry",
        parameters=[COLLECTION, OpenApiParameter("entry_id", OpenApiTypes.STR, "path")],
        responses={200: EntryBody, 304: None} | problems(*FIND_PROBLEMS),
        examples=[OpenApiExample("An entry", examples.ENTRY, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, entry_id: str) -> Response:
        collection = self.collection_of(request)
        body = serialize_entry(find_entry(collection, entry_id))
        return _etag_response(request, at_this_site_if_shipped(body, collection, request))


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
        parameters=[ContentListQuery],
        responses={200: SkillLine(many=True)} | problems(*LIST_PROBLEMS),
        examples=[OpenApiExample("A skill", examples.SKILL_LINE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        filters = _validated_query(request, ContentListQuery)
        collection = find_collection(self.account, filters["collection"])
        page = self.paginate_queryset(_apply_filters(skills_of(collection), filters, collection))
        return self.get_paginated_response([serialize_skill_line(row) for row in page or ()])


class SkillView(CollectionView):
    required_scopes = {"GET": "kb:read"}

    @extend_schema(
        operation_id="read_skill",
        tags=["quickstart"],
        summary="Read a skill with its text",
        description="By its id or its file's name.",
        parameters=[COLLECTION, OpenApiParameter("skill_id", OpenApiTypes.STR, "path")],
        responses={200: SkillBody, 304: None} | problems(*FIND_PROBLEMS),
        examples=[OpenApiExample("A skill", examples.SKILL, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, skill_id: str) -> Response:
        collection = self.collection_of(request)
        body = serialize_skill(find_skill(collection, skill_id))
        return _etag_response(request, at_this_site_if_shipped(body, collection, request))


class TreeView(CollectionView):
    required_scopes = {"GET": "kb:read"}

    @extend_schema(
        operation_id="read_tree",
        tags=["quickstart"],
        summary="Read the capability tree",
        parameters=[COLLECTION],
        responses={200: TreeBody} | problems(*FIND_PROBLEMS),
        examples=[OpenApiExample("A tree", examples.TREE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        collection = self.collection_of(request)
        roots = [serialize_branch(branch) for branch in tree_of(collection)]
        return Response({"collection": collection.name, "roots": roots, "trust": UNTRUSTED})


def _validated_query(request: Request, query_class: type[ContentListQuery]) -> dict[str, Any]:
    """The validated parameters, without limit and cursor, which the pagination reads."""
    params = request.query_params.dict()
    refuse_unknown(params, dict.fromkeys([*query_class().fields, *KeysetPagination.parameters]))
    query = query_class(
        data={name: value for name, value in params.items() if name not in KeysetPagination.parameters}
    )
    query.is_valid(raise_exception=True)
    return dict(query.validated_data)


def _apply_filters(rows: QuerySet[Any], filters: dict[str, Any], collection: Collection) -> QuerySet[Any]:
    if "q" in filters:
        rows = with_words(rows, filters["q"], collection)
    if "path" in filters:
        rows = under_path(rows, filters["path"])
    return rows


def _etag_response(request: Request, body: dict[str, Any]) -> Response:
    etag = strong_etag(body)
    if is_current(request, etag):
        return with_etag(Response(status=304), etag)
    return with_etag(Response(body), etag)
