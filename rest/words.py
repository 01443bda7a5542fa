"""What a sender says of its own text: the fields in which every operation takes it, and tells what it leaves out."""

from typing import Any

from rest_framework import serializers

from rest.fields import StrictSerializer, Text

_TRUE = "Every number, date, path, command and name in it must stand in the text, and no negation be turned round."
LEFT_OUT = serializers.ListField(
    child=serializers.CharField(),
    help_text="Warnings, prohibitions and asks of the text that the words given with it leave out, with their lines.",
)
ORIGINS = ("sender", "model", "extract")
LOD_0_ORIGIN = serializers.ChoiceField(
    ORIGINS,
    allow_null=True,
    help_text="Whose words `lod_0` is; null: it is the text itself, or nobody knows.",
)


class WordsRequest(StrictSerializer):
    """A text may come with its sender's own words."""

    summary = Text(
        required=False,
        allow_null=True,
        help_text="LOD-0 in your own words, at most 40 tokens: what it is, what is asked or came out, and the warning "
        f"that turns its meaning. {_TRUE}",
    )
    detail = Text(
        required=False,
        allow_null=True,
        help_text="LOD-1 in your own words, one paragraph of at most 150 tokens; beside `summary`.",
    )

    def words(self) -> dict[str, Any]:
        """Those that were given, "" for each that was not."""
        return {name: self.validated_data.get(name) or "" for name in ("summary", "detail")}


class RewordRequest(WordsRequest):
    """New words for a text that is there."""

    summary = Text(help_text="LOD-0 in your own words, at most 40 tokens.")
