"""One question, from its context to an answer whose citations hold, kept as a turn of its conversation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import structlog
from django.contrib.auth.models import User
from django.db import DatabaseError

from brain.checking import Checked, check
from brain.exceptions import ConversationNotFound, ModelUnavailable
from brain.extracting import extract
from brain.models import Interface, Mode, Turn
from brain.prompting import retry
from brain.response import StandardResponse
from brain.services.asking_model import chat_model, messages_for, unavailable
from brain.services.context import Context, collect, telling_what_was_sent
from brain.services.conversations import add_turn, begun_conversation, open_conversation, unsaved_turn
from brain.services.overview import overview
from brain.services.tracing import trace_of
from brain.trace import CitedPlace, DroppedItem, Trace
from llm import ChatModel, LLMError, Message, count_tokens, get_embedder
from texts import Embed

log = structlog.get_logger(__name__)

PURPOSE = "brain answer"
COMPLETION_TOKENS = 1_200
DEFAULT_ROOM = "main"
NOT_SAVED = "This answer could not be saved, and the conversation does not know it. Copy what you need."


@dataclass(frozen=True, slots=True)
class Answered:
    """`response` holds only what was checked. `turn` is its row with the trace, `is_saved` where it could be."""

    turn: Turn
    response: StandardResponse
    mode: Mode
    trace: Trace


@dataclass(frozen=True, slots=True)
class _Written:
    """What was written, by whom, and what it cost."""

    checked: Checked
    mode: Mode
    model: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    attempts: int = 0


def ask(
    *,
    account: User,
    query: str,
    room: str | None = None,
    interface: Interface = Interface.PAGE,
    use_external: bool | None = None,
    asked_by: str = "",
) -> Answered:
    """Answer from the account's notes and profile, and where wanted from outside; keep the turn.

    `room` None: the interface's main one. `use_external` None: as the account prefers. Slow where a model is
    configured: never in a transaction. Where the turn cannot be saved, its answer is given all the same, with the
    notice NOT_SAVED. Raises InvalidQuery, TokenInContent; ModelUnavailable when the model fails: then nothing is
    kept, and no answer is made up.
    """
    room = DEFAULT_ROOM if room is None else room
    begun = begun_conversation(account=account, interface=interface, room=room)
    context = collect(account=account, query=query, conversation=begun, use_external=use_external)
    with telling_what_was_sent(context):
        model = chat_model(account)
        written = _extracted(account, context) if model is None else _asked(model, context)
    trace = _trace(context, written)
    fields: dict[str, Any] = {
        "account": account,
        "query": context.query,
        "response": written.checked.response,
        "mode": written.mode,
        "model": written.model,
        "tokens": written.prompt_tokens + written.completion_tokens,
        "asked_by": asked_by,
    }
    try:
        conversation = open_conversation(account=account, interface=interface, room=room)
        turn = add_turn(conversation=conversation, turn=unsaved_turn(trace=trace, **fields))
    except (DatabaseError, ConversationNotFound):
        # The specification's step 6: the answer was paid for, and is no less true for not being kept.
        log.exception("brain_turn_not_saved")
        trace = replace(trace, notices=(*trace.notices, NOT_SAVED))
        turn = unsaved_turn(trace=trace, **fields)
    return Answered(turn, written.checked.response, written.mode, trace)


def _asked(model: ChatModel, context: Context) -> _Written:
    """The model's answer, checked; asked once more with the reasons where something did not hold."""
    messages = messages_for(context)
    first = _exchange(model, messages, context, before=None)
    reasons = first.checked.reasons
    if not reasons:
        return first
    log.info("brain_answer_asked_again", reasons=len(reasons))
    again = retry(messages, first.checked.given.model_dump_json(by_alias=True), reasons)
    try:
        return _exchange(model, again, context, before=first)
    except ModelUnavailable:
        # The first answer stands, with what held of it: a citation less is better than none.
        return replace(first, attempts=2)


def _exchange(
    model: ChatModel, messages: Sequence[Message], context: Context, *, before: _Written | None
) -> _Written:
    try:
        given = model.parse(
            messages, StandardResponse, purpose=PURPOSE, max_completion_tokens=COMPLETION_TOKENS
        )
    except LLMError as error:
        log.warning("brain_answer_failed", kind=error.kind)
        raise unavailable(error) from error
    return _Written(
        checked=check(given.value, context.sources, query=context.query),
        mode=Mode.MODEL,
        model=given.model,
        prompt_tokens=given.prompt_tokens + (before.prompt_tokens if before else 0),
        completion_tokens=given.completion_tokens + (before.completion_tokens if before else 0),
        attempts=2 if before else 1,
    )


def _extracted(account: User, context: Context) -> _Written:
    """The best sentences, quoted: the same check as a model's answer passes."""
    if context.is_blank:
        told = overview(account=account, sources=context.sources)
        # Its own sentences are counted, not quoted: of them there is nothing to check but the quotations.
        has_quotations = bool(told.metadata.citations)
        checked = check(told, context.sources, by_us=True) if has_quotations else Checked(told, told, ())
        return _Written(checked, Mode.EXTRACTIVE)
    try:
        response = _quoted(context, get_embedder().embed if context.retrieved.by_vectors else None)
    except LLMError as error:
        # It answered when the question was embedded; the words choose as well.
        log.warning("brain_answer_without_vectors", kind=error.kind)
        response = _quoted(context, None)
    return _Written(check(response, context.sources, query=context.query), Mode.EXTRACTIVE)


def _quoted(context: Context, embed: Embed | None) -> StandardResponse:
    return extract(
        context.query,
        context.sources,
        embed=embed,
        count_tokens=count_tokens,
        covers=context.retrieved.covers or any(source.url for source in context.sources),
    )


def _trace(context: Context, written: _Written) -> Trace:
    checked = written.checked
    trace = trace_of(
        context,
        prompt_tokens=written.prompt_tokens,
        completion_tokens=written.completion_tokens,
        attempts=written.attempts,
    )
    return replace(
        trace,
        cited=tuple(
            CitedPlace(place.type, place.source_id, place.start, place.end) for place in checked.places
        ),
        dropped=tuple(DroppedItem(each.what, each.reason) for each in checked.dropped),
        unsupported=checked.unsupported,
    )
