"""POST /assistant/api/level and /assistant/api/stone: read a level of a stone, make a stone of a copy."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assistant.api import examples
from assistant.api.assistant_view import AssistantView, body_of
from assistant.api.caller_authentication import AllowedCaller
from assistant.api.problems import REFUSALS
from assistant.services.hand_over import copy_as_stone
from core.rest.schema import problems
from core.rest.strict_fields import StrictBooleanField, StrictIntegerField, StrictSerializer, StrictTextField
from core.rest.trust import UNTRUSTED, TrustField
from stones import services
from stones.format import MAX_LEVELS
from stones.queries.stone_ledger import tokens_read_by
from stones.services import LevelRead
from stones.services.pasted_stone import CopiedLevels, claims_of, stored_stone

FINDING = (
    (400, examples.INVALID_HASH),
    (404, examples.NO_STONE),
    (404, examples.NO_LEVEL),
    (409, examples.AMBIGUOUS),
)
COMPARING = ((409, examples.COPY_DIFFERS), (422, examples.NO_HEADER))


class CopyOfIt(StrictSerializer):
    header = StrictTextField(help_text="Its header's lines, from the opening mark on.")
    levels = serializers.ListField(
        child=StrictTextField(),
        max_length=MAX_LEVELS,
        help_text="The SHA-256 of each level's trimmed text, LOD-0 first.",
    )
    is_whole = StrictBooleanField(help_text="Whether the last of them is its source.")


class LevelRequest(StrictSerializer):
    border_hash = StrictTextField(help_text="8 to 64 hex digits: the hash, or as many as are unique.")
    level = StrictIntegerField(help_text="0, the scan, to lod_count - 1, the source.")
    copy = CopyOfIt(
        required=False, help_text="What is at hand of it: a level is read only where that is stored."
    )


class NextLevel(serializers.Serializer[Any]):
    level = serializers.IntegerField()
    tokens = serializers.IntegerField()


class LoadedLevel(serializers.Serializer[Any]):
    """A level, what the next one would cost, and what was saved against pasting the whole text."""

    border_hash = serializers.CharField()
    sha256 = serializers.CharField()
    level = serializers.IntegerField()
    name = serializers.CharField(help_text="Scan, Detail, Deep or Source.")
    content = serializers.CharField()
    tokens = serializers.IntegerField()
    next = NextLevel(allow_null=True)
    lod_tokens = serializers.ListField(child=serializers.IntegerField(), help_text="LOD-0 first.")
    whole_tokens = serializers.IntegerField(help_text="What pasting the whole text costs.")
    read_tokens = serializers.IntegerField(help_text="What you have read of it so far, as the ledger says.")
    saved_tokens = serializers.IntegerField(help_text="Of these, what was not read so far.")
    url = serializers.CharField(help_text="Its page.")
    trust = TrustField()


def loaded_level(read: LevelRead, reader: str) -> dict[str, Any]:
    assembled, content = read.assembled, read.assembled.stone.content
    spent = tokens_read_by(assembled.stone, reader)
    return {
        "border_hash": content.border_hash,
        "sha256": content.sha256,
        "level": read.level.number,
        "name": read.level.name,
        "content": read.content,
        "tokens": read.level.tokens,
        "next": {"level": read.next.number, "tokens": read.next.tokens} if read.next else None,
        "lod_tokens": list(assembled.lod_tokens),
        "whole_tokens": content.tokens,
        "read_tokens": spent,
        "saved_tokens": max(content.tokens - spent, 0),
        "url": reverse("stones:detail", args=[assembled.stone.address]),
        "trust": UNTRUSTED,
    }


class AssistantLevelView(AssistantView):
    admits = {"POST": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_level",
        tags=["assistant"],
        summary="Load a level of a stone",
        description="Of a stone that the account has or was sent. The read goes into the ledger, as the person's. Of a "
        "copy that says something else than what is stored nothing is read.",
        request=LevelRequest,
        responses={200: LoadedLevel} | problems(*REFUSALS, *FINDING, *COMPARING, 415),
        examples=[
            OpenApiExample("LOD-0", examples.LEVEL_REQUEST, request_only=True),
            OpenApiExample("Loaded", examples.LEVEL, response_only=True, status_codes=["200"]),
        ],
    )
    def post(self, request: Request) -> Response:
        fields = body_of(request, LevelRequest)
        recipient = self.asker.agent
        if copy := fields.pop("copy", None):
            copied = CopiedLevels(tuple(copy["levels"]), copy["is_whole"], claims_of(copy["header"]))
            stone = stored_stone(self.account, fields["border_hash"], copied, recipient=recipient)
            fields["border_hash"] = stone.pk
        read = services.read_level(account=self.account, reader=self.reader, recipient=recipient, **fields)
        return Response(loaded_level(read, self.reader))


class StoneRequest(StrictSerializer):
    content = StrictTextField(help_text="What was copied, kept verbatim as the top level.")
    source_app = StrictTextField(required=False, default="", help_text="Where it stood: the page's address.")


class CopiedStone(serializers.Serializer[Any]):
    """A stone of what was copied."""

    qastone = serializers.CharField(help_text="The whole stone as text: what goes into the clipboard.")
    border_hash = serializers.CharField()
    tokens = serializers.IntegerField(help_text="What pasting the text itself costs.")
    lod_tokens = serializers.ListField(child=serializers.IntegerField(), help_text="LOD-0 first.")
    url = serializers.CharField()
    trust = TrustField()


class AssistantStoneView(AssistantView):
    admits = {"POST": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_stone",
        tags=["assistant"],
        summary="Copy a text as a stone",
        description="The copy goes into the history of the clipboard, with where it came from. The same text again is "
        "the same stone.",
        request=StoneRequest,
        responses={201: CopiedStone}
        | problems(
            *REFUSALS,
            400,
            (409, examples.PAUSED),
            (413, examples.TOO_LARGE),
            415,
            (422, examples.SECRET),
            (422, examples.STONE_NOT_MADE),
        ),
        examples=[
            OpenApiExample("A selection", examples.STONE_REQUEST, request_only=True),
            OpenApiExample("Its stone", examples.STONE, response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request) -> Response:
        stone = copy_as_stone(caller=self.asker, **body_of(request, StoneRequest))
        content = stone.stone.content
        answer = {
            "qastone": services.stone_text(stone),
            "border_hash": content.border_hash,
            "tokens": content.tokens,
            "lod_tokens": list(stone.lod_tokens),
            "url": reverse("stones:detail", args=[content.border_hash]),
            "trust": UNTRUSTED,
        }
        return Response(answer, status=201)
