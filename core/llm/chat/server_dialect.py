"""How far a server follows OpenAI's protocol, found out from what it rejects.

Servers differ in three points: structured outputs (a JSON schema, "some JSON", or nothing at all), the name
of the limit on the answer (OpenAI's newer models refuse `max_tokens`, Mistral refuses
`max_completion_tokens`, Ollama ignores the latter), and whether they stream an answer, and its usage with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

import openai

from core.llm.chat.answer_shapes import Shape
from core.llm.chat.chat_model import Message
from core.llm.translate_errors import LENGTH_WORDS, mentions


class Structure(IntEnum):
    SCHEMA = 1
    JSON = 2
    TEXT = 3


class Streaming(IntEnum):
    WITH_USAGE = 1
    PLAIN = 2
    NONE = 3


_USAGE_WORDS = ("stream_options", "include_usage")
_STREAM_WORDS = ("'stream'", '"stream"', '\\"stream\\"', "`stream`", "streaming", "stream=true")
_STRUCTURE_WORDS = (
    "response_format",
    "json_schema",
    "json_object",
    "structured output",
    "json mode",
    "schema",
    "grammar",
)
_OPENAI_LIMITS = ("max_completion_tokens", "max_tokens", "")
_OTHER_LIMITS = ("max_tokens", "max_completion_tokens", "")


@dataclass(frozen=True, slots=True)
class Dialect:
    """`limits`: names of the token limit still to be tried; the first is in use, "" sends none."""

    structure: Structure = Structure.SCHEMA
    limits: tuple[str, ...] = _OTHER_LIMITS
    streaming: Streaming = Streaming.WITH_USAGE

    def after(self, error: openai.APIStatusError) -> "Dialect | None":
        """The next simpler dialect if this error complains about the request; None if it does not."""
        if error.status_code not in (400, 404, 415, 422, 500, 501) or mentions(error, *LENGTH_WORDS):
            return None
        if self.streaming is Streaming.WITH_USAGE and mentions(error, *_USAGE_WORDS):
            return replace(self, streaming=Streaming.PLAIN)
        if self.streaming is not Streaming.NONE and mentions(error, *_STREAM_WORDS):
            return replace(self, streaming=Streaming.NONE)
        if self.limits[0] and mentions(error, self.limits[0]):
            return replace(self, limits=self.limits[1:])
        if self.structure is not Structure.TEXT and mentions(error, *_STRUCTURE_WORDS):
            return replace(self, structure=Structure(self.structure + 1))
        return None


def dialect_for(shape: Shape[object], dialect: Dialect) -> Dialect:
    """The most that both `shape` and the server, as far as known, support."""
    most = (
        Structure.SCHEMA if shape.response_format else Structure.JSON if shape.is_object else Structure.TEXT
    )
    return replace(dialect, structure=max(dialect.structure, most))


def first_dialect(base_url: str) -> Dialect:
    official = not base_url or base_url.startswith("https://api.openai.com/")
    return Dialect(limits=_OPENAI_LIMITS if official else _OTHER_LIMITS)


def with_schema_in_words(messages: Sequence[Message], shape: Shape[object]) -> list[Message]:
    """The same messages, with the schema in words for a server that cannot enforce it.

    It is added to the first system message: some models' templates allow only one, at the start.
    """
    order = (
        f"Answer with one JSON {'object' if shape.is_object else 'value'} and nothing else. "
        f"It follows this JSON Schema:\n{shape.schema_text}"
    )
    if messages and messages[0]["role"] == "system":
        first = {"role": "system", "content": f"{messages[0]['content']}\n\n{order}"}
        return [first, *messages[1:]]
    return [{"role": "system", "content": order}, *messages]
