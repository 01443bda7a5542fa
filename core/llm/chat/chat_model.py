"""The interface of a chat model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel

from core.llm.chat.draft import Draft

# {"role": "system" | "user" | "assistant", "content": …}
Message = Mapping[str, str]
Value = TypeVar("Value", bound=BaseModel)
Result = TypeVar("Result")

# Room for four levels of detail and for a model that reasons before it answers.
MAX_COMPLETION_TOKENS = 4_000


@dataclass(frozen=True, slots=True)
class Answer(Generic[Result]):
    """`model` is the provider's name for it. Tokens are those of the exchange that gave the value; `failed_tokens`
    those of earlier exchanges that gave none.
    """

    value: Result
    model: str
    prompt_tokens: int
    completion_tokens: int
    failed_tokens: int = 0

    @property
    def spent(self) -> int:
        return self.prompt_tokens + self.completion_tokens + self.failed_tokens


class ChatModel(Protocol):
    @property
    def name(self) -> str: ...

    def parse(
        self,
        messages: Sequence[Message],
        schema: type[Value],
        *,
        purpose: str,
        max_completion_tokens: int = MAX_COMPLETION_TOKENS,
        draft: Draft | None = None,
    ) -> Answer[Value]:
        """The model's answer to `messages` as a `schema`. Slow (seconds to minutes): never inside a transaction.

        `purpose` labels the tokens in the usage record (at most 50 characters). `draft` is told the first text field
        of `schema` while it is written, and may stop the call. Raises LLMError; BudgetExhausted before anything is
        sent; Stopped.
        """
        ...

    def parse_json(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        *,
        purpose: str,
        max_completion_tokens: int = MAX_COMPLETION_TOKENS,
        draft: Draft | None = None,
    ) -> Answer[Any]:
        """The model's answer as JSON, asked to follow `schema` (a JSON Schema).

        Otherwise as `parse`, but the draft is told nothing: it may stop the call. The answer is not validated against
        `schema`: the caller does that. It is any JSON value, without NUL, lone surrogates or numbers that JSON lacks.
        """
        ...
