"""POST /mcp/memory/remember, GET /mcp/memory/recall, POST /mcp/memory/forget: the rules are those of the services."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.rest.idempotency import KEY_REUSED, idempotent
from core.rest.request_data import parse_body, refuse_parameters
from core.rest.schema import problems
from core.rest.strict_fields import StrictBooleanField, StrictIntegerField, StrictSerializer, StrictTextField
from core.rest.trust import UNTRUSTED, TrustField
from inbox.api import memory_examples as examples
from inbox.api.agent_token_view import AgentTokenView
from inbox.rendering.format_time import format_time
from inbox.rendering.memory_facts import serialize_memory
from inbox.services import memory as services
from stones.focus_serializers import COUNTING
from stones.rendering import token_counting

TAG_PARAMETER = OpenApiParameter(
    "tag",
    OpenApiTypes.STR,
    many=True,
    description="Only memories that have this tag; may be given several times.",
)


class RememberRequestSerializer(StrictSerializer):
    text = StrictTextField(help_text=f"What to remember, at most {services.MAX_BYTES:,} bytes.")
    key = StrictTextField(
        required=False,
        default="",
        help_text=f"What it is about, at most {services.MAX_KEY} characters, such as `deploy/port`: it takes the place "
        "of what stands under that key, which is kept as history.",
    )
    tags = serializers.ListField(
        child=StrictTextField(),
        required=False,
        default=list,
        help_text=f"At most {services.MAX_TAGS}, of at most {services.MAX_TAG} characters.",
    )
    ttl_seconds = StrictIntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=services.TTL_SECONDS[0],
        max_value=services.TTL_SECONDS[-1],
        help_text="Seconds until it is deleted; without it, it stays until it is forgotten, and what is said again "
        "stays as long as it was to stay before, from now.",
    )
    shared = StrictBooleanField(
        required=False, default=False, help_text="true: all agents of your account recall it."
    )


class RecallQuerySerializer(StrictSerializer):
    query = serializers.CharField(
        max_length=services.MAX_QUERY, trim_whitespace=False, help_text="The question, as it is typed."
    )
    max_tokens = serializers.IntegerField(
        required=False,
        default=services.DEFAULT_BUDGET,
        min_value=services.BUDGET[0],
        max_value=services.BUDGET[-1],
        help_text="The most that `text` may cost.",
    )
    history = serializers.BooleanField(
        required=False, default=False, help_text="true: what was replaced under its key, too."
    )
    texts = serializers.BooleanField(
        required=False, default=False, help_text="true: each of `memories` says its text once more."
    )


class ForgetRequestSerializer(StrictSerializer):
    memory = StrictTextField(help_text="A key or an id, as recall shows them.")


class MemoryFactsSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    key = serializers.CharField(help_text="Empty: it stands by itself.")
    tags = serializers.ListField(child=serializers.CharField())
    shared = serializers.BooleanField()
    tokens = serializers.IntegerField(help_text="Of the whole text.")
    created = serializers.DateTimeField()
    expires = serializers.DateTimeField(allow_null=True)


class RememberedAnswerSerializer(MemoryFactsSerializer):
    replaced = serializers.CharField(
        allow_null=True,
        help_text="The id of the memory whose place it took; `recall?history=true` finds that.",
    )
    replaced_from = serializers.CharField(
        allow_null=True, help_text="The other agent that had shared what was replaced."
    )


class RecalledMemoryAnswerSerializer(MemoryFactsSerializer):
    text = serializers.CharField(
        required=False,
        help_text="With `texts`: all of it, or the stretches that answer, with … between them.",
    )
    is_cut = serializers.BooleanField()
    by = serializers.CharField(help_text="The agent that remembered it.")
    superseded = serializers.DateTimeField(allow_null=True, help_text="When another took its place.")
    restored = serializers.DateTimeField(
        allow_null=True,
        help_text="Since when it holds again: another agent's text in its place was forgotten.",
    )


class RecalledAnswerSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="To be read: one memory a block, and at the end what was cut.")
    tokens = serializers.IntegerField(help_text="Of `text`; never above max_tokens.")
    counting = COUNTING
    is_match = serializers.BooleanField(
        help_text="false: nothing clearly matches; what is told comes nearest."
    )
    is_sure = serializers.BooleanField(
        help_text="false: nothing found surely answers; what is returned is only the nearest there is, as `text` says."
    )
    by_vectors = serializers.BooleanField(
        help_text="false: some were found by their words alone, as they are not embedded yet."
    )
    left_out = serializers.IntegerField(help_text="Memories that match, too, but had no room.")
    left_out_tokens = serializers.IntegerField()
    memories = RecalledMemoryAnswerSerializer(many=True)
    trust = TrustField()


class ForgottenAnswerSerializer(serializers.Serializer[Any]):
    forgotten = serializers.IntegerField(help_text="Texts that are gone, the history of the key included.")
    restored_from = serializers.CharField(
        allow_null=True, help_text="The other agent whose shared text stands under the key again."
    )


class RememberView(AgentTokenView):
    required_scopes = {"POST": "inbox:send"}

    @extend_schema(
        operation_id="remember",
        tags=["memory"],
        summary="Remember a text",
        description="For you alone, or `shared` with your account's agents. Under a `key` it takes the place of what "
        "was there. The same text again, under the same key or none and with no further tag, changes nothing but the "
        "time.",
        request=RememberRequestSerializer,
        responses={201: RememberedAnswerSerializer}
        | problems((400, examples.INVALID), (413, examples.TOO_LARGE), 415, (422, KEY_REUSED)),
        examples=[
            OpenApiExample("A fact", examples.REMEMBER_REQUEST, request_only=True),
            OpenApiExample("It replaced one", examples.REMEMBERED, response_only=True, status_codes=["201"]),
        ],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        refuse_parameters(request)
        serializer = parse_body(request, RememberRequestSerializer)
        result = services.remember(agent=self.agent, **serializer.validated_data)
        replaced = {
            "replaced": result.replaced.pk if result.replaced else None,
            "replaced_from": result.replaced_from,
        }
        return Response(serialize_memory(result.memory) | replaced, status=201)


class RecallView(AgentTokenView):
    required_scopes = {"GET": "inbox:read"}

    @extend_schema(
        operation_id="recall",
        tags=["memory"],
        summary="Recall what answers a question",
        description="Of your own memories and those shared in your account, by words and by meaning, best first; under "
        "one key the newest first. `text` says it all within `max_tokens`; `memories` are the facts beside it.",
        parameters=[RecallQuerySerializer, TAG_PARAMETER],
        responses={200: RecalledAnswerSerializer} | problems((400, examples.INVALID_QUERY)),
        examples=[OpenApiExample("A fact", examples.RECALLED, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        parameters = request.query_params.dict()
        parameters.pop("tag", None)
        query = RecallQuerySerializer(data=parameters)
        query.is_valid(raise_exception=True)
        tags = request.query_params.getlist("tag")
        texts = query.validated_data.pop("texts")
        found = services.recall(agent=self.agent, tags=tags, **query.validated_data)
        return Response(_serialize_recall(found, texts=texts))


class ForgetView(AgentTokenView):
    required_scopes = {"POST": "inbox:send"}

    @extend_schema(
        operation_id="forget",
        tags=["memory"],
        summary="Forget a memory",
        description="Deletes its text for good, with the whole history of its key. A key means your own memory before "
        "a shared one; the id of a replaced text means that text alone. Of what is shared an agent forgets only what "
        "it wrote itself, and another agent's text that this had replaced holds again; the account's person forgets "
        "the rest on the page Memory.",
        request=ForgetRequestSerializer,
        responses={200: ForgottenAnswerSerializer}
        | problems(
            (400, examples.INVALID),
            (403, examples.OF_ANOTHER),
            (404, examples.NOT_FOUND),
            415,
            (422, KEY_REUSED),
        ),
        examples=[
            OpenApiExample("By its key", {"memory": "export/port"}, request_only=True),
            OpenApiExample(
                "Gone", {"forgotten": 2, "restored_from": None}, response_only=True, status_codes=["200"]
            ),
        ],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        refuse_parameters(request)
        serializer = parse_body(request, ForgetRequestSerializer)
        forgotten, restored_from = services.forget(agent=self.agent, **serializer.validated_data)
        return Response({"forgotten": forgotten, "restored_from": restored_from or None})


def _serialize_recall(found: services.RecallResult, *, texts: bool) -> dict[str, Any]:
    return {
        "text": found.text,
        "tokens": found.tokens,
        "counting": token_counting(),
        "is_match": found.is_match,
        "is_sure": found.is_sure,
        "by_vectors": found.by_vectors,
        "left_out": found.left_out,
        "left_out_tokens": found.left_out_tokens,
        "memories": [
            serialize_memory(item.memory)
            | ({"text": item.excerpt} if texts else {})
            | {
                "is_cut": item.is_cut,
                "by": item.memory.agent.name,
                "superseded": format_time(item.memory.superseded),
                "restored": format_time(item.memory.restored),
            }
            for item in found.items
        ],
        "trust": UNTRUSTED,
    }
