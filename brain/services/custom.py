"""An answer in the caller's own shape, from the same context as the standard one: valid, or an error that says why not.

It is no turn of a conversation: nothing is kept of it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from django.contrib.auth.models import User
from pydantic import BaseModel

from brain.exceptions import AnswerNotInSchema, InvalidQuery, InvalidSchema, ModelNeeded
from brain.models import Interface
from brain.prompting import CUSTOM_SYSTEM, system_for
from brain.services.asking_model import chat_model, messages_for, unavailable
from brain.services.context import collect, telling_what_was_sent
from brain.services.conversations import begun_conversation
from brain.services.tracing import trace_of
from brain.shapes import GivenSchema, SchemaFault, TypedSchema
from brain.trace import Trace
from llm import Answer, ChatModel, LLMError, Message
from rest.tokens import refuse_tokens

log = structlog.get_logger(__name__)

PURPOSE = "brain shape"
COMPLETION_TOKENS = 2_000
MAX_SYSTEM_PROMPT = 8_000
"""Characters."""


@dataclass(frozen=True, slots=True)
class Shaped:
    """`value` is an instance of the pydantic class, or the JSON value that the schema allows. `tokens`: prompt and
    completion, a second attempt included."""

    value: Any
    trace: Trace
    tokens: int
    model: str


def answer_in_schema(
    *,
    account: User,
    query: str,
    schema: type[BaseModel] | Mapping[str, Any],
    system_prompt: str | None = None,
    room: str | None = None,
    interface: Interface = Interface.COMMAND,
    use_external: bool | None = None,
) -> Shaped:
    """Answer in the shape of `schema`: a pydantic class, or a JSON Schema of draft 2020-12 (`brain.shapes`).

    `system_prompt` stands in place of how an answer is usually written, before the rules about the sources, which
    nobody replaces. `room`: what was said there is known to the model; None, or a room that there is not: nothing was.
    Slow: never in a transaction. Raises InvalidSchema and InvalidQuery before anything is asked, TokenInContent,
    ModelNeeded without a model, ModelUnavailable when it fails, and AnswerNotInSchema after two answers that do not
    validate, with the validator's words.
    """
    shape = _shape(schema)
    system = _system(system_prompt)
    model = _model(account)
    begun = None
    if room is not None:
        begun = begun_conversation(account=account, interface=interface, room=room)
    context = collect(account=account, query=query, conversation=begun, use_external=use_external)
    messages = messages_for(context, system=system)
    with telling_what_was_sent(context):
        value, answers = _valid(model, messages, shape)
    trace = trace_of(
        context,
        prompt_tokens=sum(answer.prompt_tokens for answer in answers),
        completion_tokens=sum(answer.completion_tokens for answer in answers),
        attempts=len(answers),
    )
    return Shaped(value, trace, trace.prompt_tokens + trace.completion_tokens, answers[-1].model)


def _model(account: User) -> ChatModel:
    model = chat_model(account)
    if model is None:
        raise ModelNeeded(
            "An answer in a shape of your own takes a model, and none is configured (LLM_MODEL). The standard answer "
            "works without: it quotes your notes."
        )
    return model


def _shape(schema: type[BaseModel] | Mapping[str, Any]) -> GivenSchema | TypedSchema[BaseModel]:
    try:
        if isinstance(schema, type):
            return TypedSchema(schema)
        shape = GivenSchema(schema)
    except SchemaFault as error:
        raise InvalidSchema(f"The schema cannot be taken. {error}", place=error.place) from error
    refuse_tokens(json.dumps(shape.schema, ensure_ascii=False), where="schema")
    return shape


def _system(prompt: str | None) -> str:
    text = (prompt or "").encode(errors="replace").decode().replace("\x00", " ").strip()
    if len(text) > MAX_SYSTEM_PROMPT:
        raise InvalidQuery(f"The system prompt may have {MAX_SYSTEM_PROMPT:,} characters. Nothing was asked.")
    refuse_tokens(text, where="system_prompt")
    return system_for(text) if text else CUSTOM_SYSTEM


def _valid(
    model: ChatModel, messages: Sequence[Message], shape: GivenSchema | TypedSchema[BaseModel]
) -> tuple[Any, list[Answer[Any]]]:
    """The first of two answers that validates, and what was answered until then."""
    answers = [_asked(model, messages, shape)]
    value, faults = shape.read(answers[0].value)
    if faults:
        log.info("brain_shape_asked_again", faults=len(faults))
        answers.append(_asked(model, _again(messages, answers[0].value, faults), shape))
        value, faults = shape.read(answers[1].value)
    if faults:
        raise AnswerNotInSchema(
            f"The model's answer does not follow the schema, the second time too: {'; '.join(faults)}",
            faults=list(faults),
        )
    return value, answers


def _asked(
    model: ChatModel, messages: Sequence[Message], shape: GivenSchema | TypedSchema[BaseModel]
) -> Answer[Any]:
    try:
        return model.parse_json(
            messages, shape.schema, purpose=PURPOSE, max_completion_tokens=COMPLETION_TOKENS
        )
    except LLMError as error:
        log.warning("brain_shape_failed", kind=error.kind)
        raise unavailable(error) from error


def _again(messages: Sequence[Message], value: object, faults: Sequence[str]) -> list[Message]:
    told = "\n".join(f"- {fault}" for fault in faults)
    asked = (
        f"This answer does not follow the schema. The validator says:\n{told}\n"
        "Write the whole value anew, as the schema asks. Make nothing up to satisfy it."
    )
    answer = json.dumps(value, ensure_ascii=False)
    return [*messages, {"role": "assistant", "content": answer}, {"role": "user", "content": asked}]
