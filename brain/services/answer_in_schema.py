"""An answer in the caller's own shape, from the same context as the standard one: valid, or an error that says why
not.

It is not stored as a turn of a conversation.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from django.contrib.auth.models import User
from pydantic import BaseModel

from brain.answer_schemas import JsonSchema, PydanticSchema, SchemaFault
from brain.answer_trace import Trace
from brain.exceptions import AnswerNotInSchema, InvalidQuery, InvalidSchema, ModelNeeded
from brain.models import Interface
from brain.prompting import CUSTOM_SYSTEM, system_for
from brain.services.answer_model import as_model_unavailable, build_prompt, chat_model
from brain.services.collect_context import build_trace, collect_context, report_sent_queries, validate_query
from brain.services.manage_conversations import find_existing_conversation, validate_conversation_name
from core.llm import Answer, ChatModel, Draft, LLMError, Message, Stopped
from core.rest.agent_tokens import refuse_tokens
from core.text.storable_text import storable

log = structlog.get_logger(__name__)

PURPOSE = "brain shape"
COMPLETION_TOKENS = 2_000
MAX_SYSTEM_PROMPT = 8_000
"""Characters."""


@dataclass(frozen=True, slots=True)
class SchemaAnswer:
    """`value` is an instance of the pydantic class, or a JSON value that validates. `tokens`: prompt and completion,
    a second attempt included.
    """

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
    conversation: str | None = None,
    interface: Interface = Interface.COMMAND,
    use_external: bool | None = None,
    draft: Draft | None = None,
) -> SchemaAnswer:
    """Answer in the shape of `schema`: a pydantic class, or a JSON Schema of draft 2020-12 (`brain.answer_schemas`).

    `system_prompt` replaces the usual style of an answer; the rules about the sources still follow it. `conversation`
    names one whose history is in the prompt; None or an unknown name: no history. Slow: never in a transaction.

    Raises InvalidSchema and InvalidQuery before any model call, TokenInContent, ModelNeeded without a model,
    ModelUnavailable when it fails, and AnswerNotInSchema, with the validator's messages, after two answers that do
    not validate.
    """
    answer_schema = _parse_schema(schema)
    system = _system(system_prompt)
    model = _model(account)
    existing = None
    if conversation is not None:
        existing = find_existing_conversation(account=account, interface=interface, name=conversation)
    context = collect_context(account=account, query=query, conversation=existing, use_external=use_external)
    messages = build_prompt(context, system=system)
    with report_sent_queries(context):
        value, answers = _ask_until_valid(model, messages, answer_schema, draft)
    trace = build_trace(
        context,
        prompt_tokens=sum(answer.prompt_tokens for answer in answers),
        completion_tokens=sum(answer.completion_tokens for answer in answers),
        attempts=len(answers),
    )
    return SchemaAnswer(value, trace, trace.prompt_tokens + trace.completion_tokens, answers[-1].model)


def validate_request(
    *,
    account: User,
    query: str,
    schema: type[BaseModel] | Mapping[str, Any],
    system_prompt: str | None = None,
    conversation: str | None = None,
) -> None:
    """What `answer_in_schema` refuses before it asks a model. Raises as it does."""
    _parse_schema(schema)
    _system(system_prompt)
    _model(account)
    validate_query(query)
    if conversation is not None:
        validate_conversation_name(conversation)


def _model(account: User) -> ChatModel:
    model = chat_model(account)
    if model is None:
        raise ModelNeeded(
            "An answer in a shape of your own takes a model, and none is configured (LLM_MODEL). The standard answer "
            "works without: it quotes your notes."
        )
    return model


def _parse_schema(schema: type[BaseModel] | Mapping[str, Any]) -> JsonSchema | PydanticSchema[BaseModel]:
    try:
        if isinstance(schema, type):
            return PydanticSchema(schema)
        answer_schema = JsonSchema(schema)
    except SchemaFault as error:
        raise InvalidSchema(f"The schema cannot be taken. {error}", place=error.place) from error
    refuse_tokens(json.dumps(answer_schema.schema, ensure_ascii=False), where="schema")
    return answer_schema


def _system(prompt: str | None) -> str:
    text = storable(prompt or "").strip()
    if len(text) > MAX_SYSTEM_PROMPT:
        raise InvalidQuery(f"The system prompt may have {MAX_SYSTEM_PROMPT:,} characters. Nothing was asked.")
    refuse_tokens(text, where="system_prompt")
    return system_for(text) if text else CUSTOM_SYSTEM


def _ask_until_valid(
    model: ChatModel,
    messages: Sequence[Message],
    answer_schema: JsonSchema | PydanticSchema[BaseModel],
    draft: Draft | None,
) -> tuple[Any, list[Answer[Any]]]:
    """The first of two answers that validates, and all answers up to it."""
    answers = [_ask_model(model, messages, answer_schema, draft)]
    value, faults = answer_schema.read(answers[0].value)
    if faults:
        log.info("brain_shape_asked_again", faults=len(faults))
        retry = _build_retry(messages, answers[0].value, faults)
        answers.append(_ask_model(model, retry, answer_schema, draft))
        value, faults = answer_schema.read(answers[1].value)
    if faults:
        raise AnswerNotInSchema(
            f"The model's answer does not follow the schema, the second time too: {'; '.join(faults)}",
            faults=list(faults),
        )
    return value, answers


def _ask_model(
    model: ChatModel,
    messages: Sequence[Message],
    answer_schema: JsonSchema | PydanticSchema[BaseModel],
    draft: Draft | None,
) -> Answer[Any]:
    try:
        return model.parse_json(
            messages,
            answer_schema.schema,
            purpose=PURPOSE,
            max_completion_tokens=COMPLETION_TOKENS,
            draft=draft,
        )
    except Stopped:
        raise
    except LLMError as error:
        log.warning("brain_shape_failed", kind=error.kind)
        raise as_model_unavailable(error) from error


def _build_retry(messages: Sequence[Message], value: object, faults: Sequence[str]) -> list[Message]:
    fault_lines = "\n".join(f"- {fault}" for fault in faults)
    request = (
        f"This answer does not follow the schema. The validator says:\n{fault_lines}\n"
        "Write the whole value anew, as the schema asks. Make nothing up to satisfy it."
    )
    answer = json.dumps(value, ensure_ascii=False)
    return [*messages, {"role": "assistant", "content": answer}, {"role": "user", "content": request}]
