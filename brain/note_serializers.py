"""Notes as callers send and get them."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from brain.answer_serializers import SOURCE_TYPES, AnswerTextList
from brain.models import EMBED_NOTE, Note, NoteOrigin
from brain.models.notes import MAX_TAG, MAX_TITLE
from brain.services.find_notes import FoundNote
from brain.services.note_content import MAX_BYTES, MAX_DESCRIPTION, MAX_TAGS
from core.jobs.find_jobs import jobs_of
from core.jobs.models import JobState
from core.rest.strict_fields import StrictIntegerField, StrictSerializer, StrictTextField
from core.rest.trust import TrustField

ORIGINS = NoteOrigin.values


class NoteRequest(StrictSerializer):
    title = StrictTextField(help_text=f"One line, at most {MAX_TITLE} characters.")
    body = StrictTextField(help_text=f"Markdown, at most {MAX_BYTES:,} bytes.")
    tags = serializers.ListField(
        child=StrictTextField(),
        required=False,
        default=list,
        help_text=f"At most {MAX_TAGS}, of at most {MAX_TAG} characters. Any spelling is taken and stored in one.",
    )
    description = StrictTextField(
        required=False,
        default="",
        help_text=f"What it is about, at most {MAX_DESCRIPTION:,} characters; found with the note, never cited.",
    )
    dated = serializers.DateTimeField(
        required=False, help_text="The day it is from; left out: the day that the title gives, else now."
    )


class NoteChange(StrictSerializer):
    version = StrictIntegerField(
        required=False, min_value=1, max_value=2**31 - 1, help_text="That you have read. Or send If-Match."
    )
    title = StrictTextField(required=False)
    body = StrictTextField(required=False)
    tags = serializers.ListField(child=StrictTextField(), required=False)
    description = StrictTextField(required=False)
    dated = serializers.DateTimeField(required=False)


class NoteFacts(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    tags = AnswerTextList()
    description = serializers.CharField()
    origin = serializers.ChoiceField(ORIGINS, help_text="answer: a saved answer.")
    file = serializers.CharField(help_text="That it was imported from; empty: none.")
    dated = serializers.DateTimeField(help_text="The day it is from.")
    tokens = serializers.IntegerField(help_text="Of the body.")
    version = serializers.IntegerField(help_text="Grows with each edit.")
    updated = serializers.DateTimeField()
    demo = serializers.BooleanField(source="is_demo", help_text="It came with the site, as an example.")
    trust = TrustField()


class NoteRow(NoteFacts):
    """Its context has the `jobs` that embed notes, by the note's id."""

    indexed = serializers.SerializerMethodField(help_text="false: its words alone find it, for now.")
    excerpt = serializers.CharField(
        required=False, help_text="Of a search: the stretch that answers best, word for word."
    )
    start = serializers.IntegerField(
        required=False, help_text="Where that stands in the body, in characters."
    )
    end = serializers.IntegerField(required=False)
    score = serializers.FloatField(required=False, help_text="Of notes of one search, the higher the better.")

    def get_indexed(self, note: Note) -> bool:
        return bool(self.context["jobs"][note.pk].state == JobState.DONE)


class SourceBody(serializers.Serializer[Any]):
    type = serializers.ChoiceField(SOURCE_TYPES)
    id = serializers.CharField(help_text="Of a note; `profile`; a page's URL.")
    title = serializers.CharField()
    url = serializers.CharField(help_text="Empty but for a page.")
    excerpt = serializers.CharField()


class NoteBody(NoteFacts):
    body = serializers.CharField(help_text="Markdown.")
    sources = SourceBody(many=True, help_text="Of a saved answer: what it cites.")


class RelatedBody(serializers.Serializer[Any]):
    items = NoteRow(many=True)


class TagBody(serializers.Serializer[Any]):
    tag = serializers.CharField()
    notes = serializers.IntegerField(help_text="Your own that have it, without those of the demonstration.")


class TagsBody(serializers.Serializer[Any]):
    items = TagBody(many=True)


def serialize_notes(notes: Sequence[Note]) -> list[dict[str, Any]]:
    return list(NoteRow(notes, many=True, context={"jobs": jobs_of(notes, EMBED_NOTE)}).data)


def serialize_found_notes(found: Sequence[FoundNote]) -> list[dict[str, Any]]:
    rows = serialize_notes([each.note for each in found])
    return [
        row | {"excerpt": each.excerpt, "start": each.start, "end": each.end, "score": each.score}
        for row, each in zip(rows, found, strict=True)
    ]


def version_tag(note: Note) -> str:
    """A strong ETag: NoteBody changes only with the version."""
    return f'"{note.version}"'
