"""Serializer fields for a sender's own summary of its text, and for what the summary leaves out."""

from typing import Any

from rest_framework import serializers

from core.rest.strict_fields import StrictSerializer, StrictTextField

_RULE = "Every number, date, path, command and name in it must stand in the text, and no negation be turned round."
ORIGINS = ("sender", "author", "model", "extract")


class LeftOutField(serializers.ListField):
    """What the words given with a text do not say of it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            child=serializers.CharField(),
            help_text="Warnings, prohibitions and asks of the text that the words given with it leave out, with their "
            "lines.",
            **kwargs,
        )


class HintField(serializers.CharField):
    """How to better what was accepted as it was."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            allow_null=True,
            help_text="Where a long text came without `summary`: that an extract stands in its place, and how to give "
            "a sentence. Where the stone had other words already, or the text is no longer than yours: that yours "
            "were not used. Else null.",
            **kwargs,
        )


def extract_hint(call: str) -> str:
    """What a sender reads whose text came without a sentence; `call` gives it one."""
    return f"LOD-0 is an extract: nobody has said what matters. Give your own sentence: {call}"


class OriginField(serializers.ChoiceField):
    """Whose words LOD-0 is."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            ORIGINS,
            allow_null=True,
            help_text="Whose words `lod_0` is. sender: its own, compared with the text by words, which may miss "
            "what is wrong; author: as it came, unchecked; null: the text itself, or nobody knows.",
            **kwargs,
        )


class WordsRequest(StrictSerializer):
    """A text may come with its sender's own words."""

    summary = StrictTextField(
        required=False,
        allow_null=True,
        help_text="LOD-0 in your own words, at most 40 tokens: what it is, what is asked or came out, and the warning "
        f"that turns its meaning. {_RULE}",
    )
    detail = StrictTextField(
        required=False,
        allow_null=True,
        help_text="LOD-1 in your own words, one paragraph of at most 150 tokens; beside `summary`.",
    )

    def words(self) -> dict[str, Any]:
        """Those that were given, "" for each that was not."""
        return {name: self.validated_data.get(name) or "" for name in ("summary", "detail")}


class RewordRequest(WordsRequest):
    """New words for a text that is there."""

    summary = StrictTextField(help_text="LOD-0 in your own words, at most 40 tokens.")
