"""What a chat model is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel

# {"role": "system" | "user" | "assistant", "content": …}
Message = Mapping[str, str]
Value = TypeVar("Value", bound=BaseModel)
Result = TypeVar("Result")

# Room for four levels of detail and for a model that thinks before it answers.
MAX_COMPLETION_TOKENS = 4_000


@dataclass(frozen=True, slots=True)
class Answer(Generic[Result]):
    """`model` as the provider names it. Tokens of the exchange that gave the value; `failed_tokens` those of the ones
    before it that gave none. `tokens_reported` False: the provider did not say and they are our own count."""

    value: Result
    model: str
    prompt_tokens: int
    completion_tokens: int
    tokens_reported: bool = True
    failed_tokens: int = 0

    @property
    def spent(self) -> int:
        """All tokens that the value cost."""
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
    ) -> Answer[Value]:
        """The model's answer to `messages` as a `schema`. Slow (seconds to minutes): never inside a
        transaction.

        `purpose` says in the usage record what the tokens were for (at most 50 characters).
        Raises LLMError; BudgetExhausted before anything is sent.
        """
        ...

    def parse_json(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        *,
        purpose: str,
        max_completion_tokens: int = MAX_COMPLETION_TOKENS,
    ) -> Answer[Any]:
        """The model's answer as JSON, after it was asked for what `schema` (a JSON Schema) describes.

        Otherwise as `parse`. Nothing here says whether the answer follows `schema`: whoever gave it validates. It is
        any JSON value, without NUL, halves of characters or numbers that JSON does not have.
        """
        ...
