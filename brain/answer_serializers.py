"""An answer as callers get it: `answer` and `metadata` are the specification's, the rest says how it came about."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from brain.answer_sources import SourceType
from brain.answer_trace import Trace
from brain.models import Mode, Turn
from brain.standard_response import Metadata
from core.rest.trust import TrustField

MODES = Mode.values
SOURCE_TYPES = [each.value for each in SourceType]


class AnswerTextList(serializers.ListField):
    child = serializers.CharField()


class CitationBody(serializers.Serializer[Any]):
    noteId = serializers.CharField()
    noteTitle = serializers.CharField()
    excerpt = serializers.CharField(allow_null=True, help_text="Stands in the note, word for word.")
    noteDay = serializers.DateField(
        required=False,
        help_text="Of the message, the entry or the line that is cited, else of the note, if known.",
    )


class PageBody(serializers.Serializer[Any]):
    title = serializers.CharField()
    source = serializers.CharField(help_text="Who publishes it.")  # type: ignore[assignment]  # DRF takes it out
    url = serializers.CharField()
    excerpt = serializers.CharField(allow_null=True)


class MetadataBody(serializers.Serializer[Any]):
    """The specification's fields; only what was checked is in them."""

    hasSources = serializers.BooleanField()
    sourceTypes = serializers.ListField(child=serializers.ChoiceField(SOURCE_TYPES))
    citations = CitationBody(many=True)
    externalSources = PageBody(many=True)
    usedProfile = serializers.BooleanField()
    sourceExplanation = serializers.CharField()


class DroppedBody(serializers.Serializer[Any]):
    what = serializers.CharField()
    reason = serializers.CharField()


class ConsideredBody(serializers.Serializer[Any]):
    type = serializers.ChoiceField(SOURCE_TYPES)
    id = serializers.CharField(help_text="Of a note; `profile`; a page's URL.")
    title = serializers.CharField()
    score = serializers.FloatField()
    tokens = serializers.IntegerField(help_text="Of it in the prompt; 0: none.")


class PlaceBody(serializers.Serializer[Any]):
    type = serializers.ChoiceField(SOURCE_TYPES)
    id = serializers.CharField()
    start = serializers.IntegerField(help_text="Characters into the source's text, as it was then.")
    end = serializers.IntegerField()


class TraceBody(serializers.Serializer[Any]):
    retrieved = ConsideredBody(many=True)
    how = serializers.CharField(help_text="By what the notes were found.")
    confidence = serializers.FloatField(help_text="0 to 1, that the notes or the profile hold an answer.")
    steps = AnswerTextList()
    notices = AnswerTextList()
    sent_to = AnswerTextList()
    context_tokens = serializers.IntegerField()
    history_tokens = serializers.IntegerField()
    prompt_tokens = serializers.IntegerField()
    completion_tokens = serializers.IntegerField()
    attempts = serializers.IntegerField(help_text="How often the model was asked; 0 without one.")
    cited = PlaceBody(
        many=True,
        help_text="One for each citation, then each page, in their order, then the profile if it was used.",
    )
    dropped = DroppedBody(many=True)
    unsupported = AnswerTextList()
    withheld = AnswerTextList(help_text="Passages that address a model, and were not put into the prompt.")


@extend_schema_field(MetadataBody)
class MetadataField(serializers.Field[Any, Any, Any, Any]):
    def to_representation(self, value: Any) -> Any:
        # A database forgets the order of names.
        return Metadata.model_validate(value).model_dump(mode="json", by_alias=True)


@extend_schema_field(TraceBody)
class TraceField(serializers.Field[Any, Any, Any, Any]):
    def to_representation(self, value: Any) -> Any:
        # What was stored before a field was thought of has its default.
        return Trace().to_json() | value


class BrainAnswer(serializers.Serializer[Turn]):
    """A turn of a conversation."""

    turn_id = serializers.CharField(
        source="saved_id", allow_null=True, help_text="null: it could not be saved, as `notices` say."
    )
    conversation_id = serializers.CharField(allow_null=True)
    ordinal = serializers.IntegerField(allow_null=True, help_text="From 1.")
    query = serializers.CharField()
    answer = serializers.CharField(help_text="Markdown.")
    metadata = MetadataField()
    is_sure = serializers.BooleanField(
        help_text="false: nothing found answers, or what is quoted is only the nearest there is, as `answer` says."
    )
    mode = serializers.ChoiceField(
        MODES, help_text="extractive: no model is configured; the answer is quoted from what was found."
    )
    model = serializers.CharField(help_text="Who wrote the answer; empty without a model.")
    notices = AnswerTextList(
        source="trace.notices",
        help_text="What you should know of sources outside, and whether the answer could not be saved.",
    )
    sent_to = AnswerTextList(
        source="trace.sent_to", help_text="Outside sources that were sent the query's words."
    )
    unsupported = AnswerTextList(
        source="trace.unsupported", help_text="Sentences of the answer that no cited excerpt supports."
    )
    dropped = DroppedBody(
        many=True, source="trace.dropped", help_text="What the model cited and the check did not let pass."
    )
    tokens = serializers.IntegerField(help_text="Prompt and completion; 0 without a model.")
    asked_by = serializers.CharField()
    trust = TrustField()
    created = serializers.DateTimeField()


class TracedAnswer(BrainAnswer):
    trace = TraceField()
