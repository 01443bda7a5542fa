"""What a helper's model has cost so far, against what it may cost."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from pydantic import BaseModel

from core.text.passages import CountTokens

MESSAGE_TOKENS = 8
"""What a message costs beside its text."""

Value = TypeVar("Value", bound=BaseModel)
Value_co = TypeVar("Value_co", bound=BaseModel, covariant=True)


class HelperChatAnswer(Protocol[Value_co]):
    @property
    def value(self) -> Value_co: ...
    @property
    def model(self) -> str: ...
    @property
    def spent(self) -> int: ...


class HelperChatModel(Protocol):
    """The part of `llm.ChatModel` that helpers use."""

    def parse(
        self,
        messages: Sequence[Mapping[str, str]],
        schema: type[Value],
        *,
        purpose: str,
        max_completion_tokens: int = ...,
    ) -> HelperChatAnswer[Value]: ...


class Meter:
    """A chat model whose tokens are counted, those of an exchange that failed included. `used` never goes back.

    `spend` is called with each exchange's tokens at once, as the worker may die before the next.
    """

    def __init__(
        self,
        chat: HelperChatModel,
        *,
        budget_tokens: int,
        count_tokens: CountTokens,
        spend: Callable[[int], None],
    ) -> None:
        self._chat = chat
        self._budget = budget_tokens
        self._count_tokens = count_tokens
        self._spend = spend
        self.used = 0

    def affords(self, messages: Sequence[Mapping[str, str]], *, completion: int, reserve: int = 0) -> bool:
        """Whether a call that may cost so much leaves `reserve` tokens of the budget."""
        prompt = sum(self._count_tokens(message["content"]) + MESSAGE_TOKENS for message in messages)
        return self.used + prompt + completion + reserve <= self._budget

    def parse(
        self, messages: Sequence[Mapping[str, str]], schema: type[Value], *, purpose: str, completion: int
    ) -> HelperChatAnswer[Value]:
        """As the model's own. Raises what the model and `spend` raise."""
        try:
            answer = self._chat.parse(messages, schema, purpose=purpose, max_completion_tokens=completion)
        except Exception as error:
            # The errors of every model say what they cost, if anything.
            self._count(int(getattr(getattr(error, "usage", None), "total", 0)))
            raise
        self._count(answer.spent)
        return answer

    def _count(self, tokens: int) -> None:
        if tokens:
            self.used += tokens
            self._spend(tokens)
