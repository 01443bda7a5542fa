"""The standard response, in the specification's fields, JSON in its camelCase. Nothing is checked here."""

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from brain.answer_sources import SourceType


class _Camel(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class Citation(_Camel):
    """A place in a note. `excerpt` stands in the note word for word."""

    note_id: str
    note_title: str
    excerpt: str | None = None


class ExternalSource(_Camel):
    """A page outside. `source` is who publishes it: "Wikipedia"."""

    title: str
    source: str
    url: str
    excerpt: str | None = None


class Metadata(_Camel):
    has_sources: bool
    source_types: list[SourceType] = Field(default_factory=list)
    citations: list[Citation] = Field(default_factory=list)
    external_sources: list[ExternalSource] = Field(default_factory=list)
    used_profile: bool = False
    source_explanation: str = ""


class StandardResponse(_Camel):
    """`model_dump(mode="json", by_alias=True)` is the specification's JSON."""

    answer: str
    metadata: Metadata
