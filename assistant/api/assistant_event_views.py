"""POST /assistant/api/events: usage of the assistant, without any content."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assistant.api import examples
from assistant.api.assistant_view import AssistantView, body_of
from assistant.api.caller_authentication import AllowedCaller
from assistant.api.problems import REFUSALS
from assistant.services.take_events import take_events
from core.rest.schema import THROTTLED, problems
from core.rest.strict_fields import StrictSerializer


@extend_schema_field({"type": "array", "maxItems": 100, "items": {"type": "object"}})
class EventList(serializers.Field[Any, Any, Any, Any]):
    """A list of objects, which `analytics.services.ingest` validates."""

    default_error_messages = {"invalid": "Must be a list of objects."}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, list) or not all(isinstance(each, dict) for each in data):
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class EventsRequest(StrictSerializer):
    events = EventList(
        help_text="At most 100: {id, session_id, timestamp, type, …}. One that is sent twice is one event."
    )


class EventsStored(serializers.Serializer[Any]):
    stored = serializers.IntegerField()
    repeated = serializers.IntegerField(help_text="These were there already.")


class EventsView(AssistantView):
    admits = {"POST": AllowedCaller.PUBLIC}

    @extend_schema(
        operation_id="assistant_events",
        tags=["assistant"],
        summary="Record what was done",
        description="All or nothing: where one event cannot be taken, none is stored. There is no field for content. "
        "Of a page with a key alone so many a day are taken (APP_EVENTS_PER_DAY).",
        request=EventsRequest,
        responses={202: EventsStored}
        | problems(
            *REFUSALS,
            (400, examples.INVALID_EVENTS),
            413,
            415,
            (429, THROTTLED),
            (429, examples.TOO_MANY_EVENTS),
        ),
        examples=[
            OpenApiExample("A click", examples.EVENTS_REQUEST, request_only=True),
            OpenApiExample("Stored", examples.EVENTS, response_only=True, status_codes=["202"]),
        ],
    )
    def post(self, request: Request) -> Response:
        fields = body_of(request, EventsRequest)
        stored = take_events(caller=self.asker, events=fields["events"])
        return Response({"stored": stored.stored, "repeated": stored.repeated}, status=202)
