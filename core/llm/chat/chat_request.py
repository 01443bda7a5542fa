"""One request for a value of a shape: its messages, its tokens, and the arguments that a server's dialect takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, cast

import openai
from openai.types.chat import ChatCompletionMessageParam

from core.llm.chat.answer_shapes import Shape
from core.llm.chat.chat_model import Message, Result
from core.llm.chat.server_dialect import Dialect, Structure, with_schema_in_words
from core.llm.chat.shown_draft import ShownDraft
from core.llm.model_errors import TokenUsage
from core.llm.token_counts import count_tokens

# What a chat template adds to each message and to the whole, as OpenAI describes it.
_MESSAGE_TOKENS, _REPLY_TOKENS = 4, 3


@dataclass(frozen=True)
class ChatRequest(Generic[Result]):
    """`in_words`: the schema is also in the prompt, even if the server is given it."""

    messages: Sequence[Message]
    shape: Shape[Result]
    limit: int
    in_words: bool
    draft: ShownDraft | None = None

    @cached_property
    def spelt(self) -> list[Message]:
        return with_schema_in_words(self.messages, self.shape)

    @cached_property
    def prompt_tokens(self) -> int:
        message_tokens = sum(count_tokens(message["content"]) + _MESSAGE_TOKENS for message in self.messages)
        return (
            message_tokens
            + _REPLY_TOKENS
            + count_tokens(self.shape.schema_text) * (2 if self.in_words else 1)
        )

    def arguments(self, model: str, dialect: Dialect) -> dict[str, Any]:
        """Of the SDK's `create`, as the server's dialect has them."""
        strict = dialect.structure is Structure.SCHEMA
        messages = self.messages if strict and not self.in_words else self.spelt
        arguments: dict[str, Any] = {
            "model": model,
            "messages": [cast(ChatCompletionMessageParam, dict(message)) for message in messages],
        }
        if dialect.limits[0]:
            arguments[dialect.limits[0]] = self.limit
        if strict:
            arguments["response_format"] = _response_format(self.shape)
        elif dialect.structure is Structure.JSON:
            arguments["response_format"] = {"type": "json_object"}
        return arguments

    def count_usage(self, content: str) -> TokenUsage:
        """Our own count, for a provider that reports none."""
        return TokenUsage(self.prompt_tokens, count_tokens(content))


def sendable_messages(messages: Sequence[Message]) -> list[Message]:
    """UTF-8 cannot encode a lone surrogate."""
    return [
        {key: text.encode("utf-8", "replace").decode() for key, text in message.items()}
        for message in messages
    ]


def _response_format(shape: Shape[Any]) -> Any:
    """As the SDK's own `parse` makes it of a class."""
    given = shape.response_format
    if not isinstance(given, type):
        return given
    schema = openai.pydantic_function_tool(given)["function"].get("parameters")
    return {"type": "json_schema", "json_schema": {"name": given.__name__, "schema": schema, "strict": True}}
