"""/api/brain/sources: which sources outside there are, and whether the account wants them asked."""

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from brain.api import examples
from brain.api.parse_request import validate_body
from brain.external_source_serializers import SourcesBody, serialize_sources
from brain.services.search_external import set_external_enabled
from core.rest.request_data import refuse_parameters
from core.rest.schema import problems
from core.rest.strict_fields import StrictBooleanField, StrictSerializer
from core.rest.views import RestView


class SourcesRequest(StrictSerializer):
    use_external = StrictBooleanField(
        help_text="true: a question that says nothing of it may be sent outside, where notes do not cover it."
    )


class SourcesView(RestView):
    required_scopes = {"GET": "brain:ask", "PUT": "brain:write"}

    @extend_schema(
        operation_id="read_sources",
        tags=["brain"],
        summary="List the sources outside",
        description="They are off until your account, or a question, wants them. What is sent is the question's words.",
        responses={200: SourcesBody} | problems(400),
        examples=[OpenApiExample("Off", examples.SOURCES, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        refuse_parameters(request)
        return self._sources_response()

    @extend_schema(
        operation_id="set_sources",
        tags=["brain"],
        summary="Say whether questions may be sent outside",
        description="For all of the account's questions that do not say it themselves. Safe to repeat.",
        request=SourcesRequest,
        responses={200: SourcesBody} | problems((400, examples.INVALID), 415),
        examples=[
            OpenApiExample("Turn them on", {"use_external": True}, request_only=True),
            OpenApiExample(
                "On", examples.SOURCES | {"use_external": True}, response_only=True, status_codes=["200"]
            ),
        ],
    )
    def put(self, request: Request) -> Response:
        set_external_enabled(account=self.account, **validate_body(request, SourcesRequest))
        return self._sources_response()

    def _sources_response(self) -> Response:
        return Response(serialize_sources(self.account))
