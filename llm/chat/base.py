"""What a chat model is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel

# {"role": "system" | "user" | "assistant", "content": …}
Message = Mapping[str, str]
Value = TypeVar("Value", bound=BaseModel)

# Room for four levels of detail and for a model that thinks before it answers.
MAX_COMPLETION_TOKENS = 4_000


@dataclass(frozen=True, slots=True)
class Answer(Generic[Value]):
    """`model` as the provider names it. Tokens of the exchange that gave the value, failed ones before it not
    counted; `tokens_reported` False: the provider did not say and they are our own count."""

    value: Value
    model: str
    prompt_tokens: int
    completion_tokens: int
    tokens_reported: bool = True


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
