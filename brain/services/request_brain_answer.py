"""The brain's answers that a model writes, in the background; without a model they are there at once."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.contrib.auth.models import User

from answering.answer_kinds import AnswerKind
from answering.models import WrittenAnswer
from answering.services.request_answer import request_answer
from brain.answer_trace import Trace
from brain.exceptions import (
    AnswerNotFound,
    AnswerNotInSchema,
    InvalidQuery,
    InvalidSchema,
    ModelNeeded,
    ModelUnavailable,
)
from brain.models import Interface, Turn
from brain.services.answer_in_schema import SchemaAnswer, answer_in_schema, validate_request
from brain.services.answer_model import chat_model
from brain.services.answer_question import (
    AnsweredQuestion,
    BrainQuestion,
    CheckedTurn,
    ask,
    save,
    write,
)
from brain.services.collect_context import validate_query
from brain.services.manage_conversations import validate_conversation_name
from brain.standard_response import Metadata, StandardResponse
from core.llm import Draft
from core.rest.agent_tokens import TokenInContent
from core.text.storable_text import storable_json

BRAIN_ANSWER = AnswerKind("brain", errors=(ModelUnavailable, InvalidQuery, TokenInContent))
SCHEMA_ANSWER = AnswerKind(
    "brain.schema",
    errors=(ModelUnavailable, ModelNeeded, AnswerNotInSchema, InvalidSchema, InvalidQuery, TokenInContent),
)
# Of a turn that could not be stored: its answer is kept with the written answer alone, for some hours.
_UNSAVED = ("query", "answer", "metadata", "mode", "trace", "model", "tokens", "asked_by")


def ask_or_request(
    account: User, question: BrainQuestion, *, requester: str, resumes: bool = False
) -> AnsweredQuestion | WrittenAnswer:
    """The answer, or where a model writes it, its row: it is written in the background.

    `requester` alone may see the row. `resumes`: the same question in its conversation takes up the row that is still
    open. Raises InvalidQuery, TokenInContent, TooManyAnswers; ModelUnavailable for
    settings that are wrong.
    """
    if chat_model(account) is None:
        return ask(account, question)
    validate_query(question.query)
    validate_conversation_name(question.conversation_name)
    return request_answer(
        account=account,
        kind=BRAIN_ANSWER,
        requester=requester,
        request=storable_json(asdict(question)),
        resumes=resumes,
    )


@BRAIN_ANSWER.writes
def write_brain_answer(answer: WrittenAnswer, draft: Draft) -> CheckedTurn:
    return write(answer.account, _question_of(answer), draft)


@BRAIN_ANSWER.saves
def save_brain_answer(answer: WrittenAnswer, checked: CheckedTurn) -> dict[str, Any]:
    turn = save(answer.account, _question_of(answer), checked).turn
    return (
        {"turn": turn.pk} if turn.is_saved else {"unsaved": {name: getattr(turn, name) for name in _UNSAVED}}
    )


def request_schema_answer(
    *,
    account: User,
    requester: str,
    query: str,
    schema: Mapping[str, Any],
    system_prompt: str | None = None,
    conversation: str | None = None,
    use_external: bool | None = None,
) -> WrittenAnswer:
    """Have an answer written in a shape of the caller's own, as `answer_in_schema` does.

    Raises what that raises before it asks a model, and TooManyAnswers.
    """
    validate_request(
        account=account, query=query, schema=schema, system_prompt=system_prompt, conversation=conversation
    )
    request = {
        "query": query,
        # As text: a database forgets the order of names, and a model writes in it.
        "schema": json.dumps(schema),
        "system_prompt": system_prompt,
        "conversation": conversation,
        "use_external": use_external,
    }
    return request_answer(
        account=account, kind=SCHEMA_ANSWER, requester=requester, request=storable_json(request)
    )


@SCHEMA_ANSWER.writes
def write_schema_answer(answer: WrittenAnswer, draft: Draft) -> SchemaAnswer:
    fields = answer.request | {"schema": json.loads(answer.request["schema"])}
    return answer_in_schema(account=answer.account, interface=Interface.REST, draft=draft, **fields)


@SCHEMA_ANSWER.saves
def save_schema_answer(answer: WrittenAnswer, shaped: SchemaAnswer) -> dict[str, Any]:
    """It is no turn: it stands with its row alone, for some hours."""
    return {
        "object": json.dumps(shaped.value),
        "model": shaped.model,
        "tokens": shaped.tokens,
        "trace": shaped.trace.to_json(),
    }


def schema_answer_of(answer: WrittenAnswer) -> SchemaAnswer:
    """An answer in a caller's schema that is done."""
    assert answer.result is not None
    stored = answer.result
    value, trace = json.loads(stored["object"]), Trace.from_json(stored["trace"])
    return SchemaAnswer(value, trace, stored["tokens"], stored["model"])


def turn_of(answer: WrittenAnswer) -> Turn:
    """The turn of an answer that is done. Raises AnswerNotFound if it was deleted since."""
    assert answer.result is not None
    if unsaved := answer.result.get("unsaved"):
        return Turn(account_id=answer.account_id, created=answer.finished or answer.created, **unsaved)
    turn = Turn.objects.filter(account=answer.account_id, pk=answer.result["turn"]).first()
    if turn is None:
        raise AnswerNotFound("The answer was deleted since, with its conversation.")
    return turn


def answered_question_of(answer: WrittenAnswer) -> AnsweredQuestion:
    """An answer that is done, as `ask` returns it. Raises AnswerNotFound."""
    turn = turn_of(answer)
    response = StandardResponse(answer=turn.answer, metadata=Metadata.model_validate(turn.metadata))
    return AnsweredQuestion(turn, response)


def _question_of(answer: WrittenAnswer) -> BrainQuestion:
    return BrainQuestion(**answer.request | {"interface": Interface(answer.request["interface"])})
