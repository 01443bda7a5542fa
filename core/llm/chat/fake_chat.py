"""A chat model for tests: returns scripted answers and records its calls."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from core.llm.chat.answer_shapes import PydanticShape
from core.llm.chat.chat_model import MAX_COMPLETION_TOKENS, Answer, Message, Result, Value
from core.llm.chat.draft import Draft
from core.llm.model_errors import LLMError, Stopped
from core.llm.token_counts import count_tokens

JSON = Mapping[str, Any] | list[Any] | str | int | float | bool | None
Plain = BaseModel | JSON | LLMError
Scripted = Plain | Callable[[Sequence[Message], Any], Plain]
_NONE_LEFT = object()


@dataclass(frozen=True, slots=True)
class FakeCall:
    """`schema` is a class, or for `parse_json` a JSON Schema."""

    messages: tuple[Message, ...]
    schema: Any
    purpose: str
    max_completion_tokens: int


class FakeChat:
    """Returns the scripted answers in order: a value, its fields, any JSON, an error to raise, or a function of the
    messages and the schema that returns one of these. `itertools.repeat(answer)` never runs out.

    Fields are validated like a real answer; those of `parse_json` are not, like a real one. Tokens are counted, no
    budget is charged.
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
        draft: Draft | None = None,
    ) -> Answer[Value]:
        answer_text = self._next(FakeCall(tuple(messages), schema, purpose, max_completion_tokens))
        value = schema.model_validate(
            answer_text.model_dump() if isinstance(answer_text, BaseModel) else answer_text
        )
        if draft is not None:
            _show(value, draft)
        return self._answer(messages, value, value.model_dump_json())

    def parse_json(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        *,
        purpose: str,
        max_completion_tokens: int = MAX_COMPLETION_TOKENS,
        draft: Draft | None = None,
    ) -> Answer[Any]:
        answer_text = self._next(FakeCall(tuple(messages), schema, purpose, max_completion_tokens))
        text = (
            answer_text.model_dump_json(by_alias=True)
            if isinstance(answer_text, BaseModel)
            else json.dumps(answer_text)
        )
        return self._answer(messages, json.loads(text), text)

    def _next(self, call: FakeCall) -> Any:
        self.calls.append(call)
        answer: Any = next(self._answers, _NONE_LEFT)
        if answer is _NONE_LEFT:
            raise LookupError(f"FakeChat was asked {len(self.calls)} times and has no answer left")
        if callable(answer):
            answer = answer(call.messages, call.schema)
        if isinstance(answer, LLMError):
            raise answer
        return answer

    def _answer(self, messages: Sequence[Message], value: Result, text: str) -> Answer[Result]:
        prompt = sum(count_tokens(message["content"]) for message in messages)
        return Answer(value, self.name, prompt, count_tokens(text))


def _show(value: BaseModel, draft: Draft) -> None:
    """Word by word. Raises Stopped."""
    shown = value.model_dump(by_alias=True).get(PydanticShape(type(value)).draft_field, "")
    for word in re.findall(r"\S*\s*", shown):
        if draft.should_stop():
            raise Stopped
        draft.add(word)
