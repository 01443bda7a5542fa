"""A chat model for tests: it says what it was told to say, and remembers what it was asked."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from llm.chat.base import MAX_COMPLETION_TOKENS, Answer, Message, Value
from llm.errors import LLMError
from llm.tokens import count_tokens

Plain = BaseModel | Mapping[str, Any] | LLMError
Scripted = Plain | Callable[[Sequence[Message], type[BaseModel]], Plain]


@dataclass(frozen=True, slots=True)
class FakeCall:
    messages: tuple[Message, ...]
    schema: type[BaseModel]
    purpose: str
    max_completion_tokens: int


class FakeChat:
    """Gives the scripted answers in their order: a value, its fields, an error to raise, or a function of the
    messages and the schema that returns one of these. `itertools.repeat(answer)` never runs out.

    Fields are validated like a real answer. Tokens are counted, no budget is touched.
    """

    def __init__(self, answers: Iterable[Scripted] = (), *, name: str = "fake-chat") -> None:
        self.name = name
        self.calls: list[FakeCall] = []
        self._answers = iter(answers)

    def parse(
        self,
        messages: Sequence[Message],
        schema: type[Value],
        *,
        purpose: str,
        max_completion_tokens: int = MAX_COMPLETION_TOKENS,
    ) -> Answer[Value]:
        self.calls.append(FakeCall(tuple(messages), schema, purpose, max_completion_tokens))
        answer = next(self._answers, None)
        if answer is None:
            raise LookupError(f"FakeChat was asked {len(self.calls)} times and has no answer left")
        if callable(answer):
            answer = answer(messages, schema)
        if isinstance(answer, LLMError):
            raise answer
        fields = answer.model_dump() if isinstance(answer, BaseModel) else answer
        value = schema.model_validate(fields)
        prompt = sum(count_tokens(message["content"]) for message in messages)
        return Answer(value, self.name, prompt, count_tokens(value.model_dump_json()))
