"""One question: from its context to an answer with checked citations, stored as a turn of its conversation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import structlog
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.utils import timezone

from brain.answer_trace import Trace
from brain.checking.answer_check import check_answer
from brain.checking.checked_answer import CheckedAnswer
from brain.exceptions import ConversationNotFound, ModelUnavailable
from brain.extracting import explain_quotes, extract_answer
from brain.models import Interface, Mode, Turn
from brain.prompting import build_retry_messages
from brain.services.answer_from_rows import answer_from_rows
from brain.services.answer_model import as_model_unavailable, build_prompt, chat_model
from brain.services.brain_overview import build_overview
from brain.services.collect_context import (
    Context,
    build_trace,
    collect_context,
    extractive_notices,
    report_sent_queries,
)
from brain.services.manage_conversations import (
    add_turn,
    build_turn,
    find_existing_conversation,
    open_conversation,
)
from brain.standard_response import StandardResponse
from core.llm import (
    ChatModel,
    Draft,
    LLMError,
    Message,
    Stopped,
    built_in_embedder,
    count_tokens,
    get_embedder,
)
from core.text.follow_up import leans_on_previous
from core.text.stretch_vectors import Embed

log = structlog.get_logger(__name__)

PURPOSE = "brain answer"
COMPLETION_TOKENS = 1_200
DEFAULT_CONVERSATION = "main"
NEAR_ABOVE = 0.2
"""Confidence from which on what was found is quoted as the nearest there is, where it does not seem to answer; not of a
question that leans on another one, whose topic is not held."""
FROM_ROWS_STEP = "The question is about the notes themselves: it was answered from their rows."
NOT_SAVED = "This answer could not be saved, and the conversation does not know it. Copy what you need."


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """`response` holds only what was checked. The turn's `is_saved` is False if it could not be stored."""

    turn: Turn
    response: StandardResponse

    @property
    def mode(self) -> Mode:
        return Mode(self.turn.mode)

    @property
    def trace(self) -> Trace:
        return Trace.from_json(self.turn.trace)


@dataclass(frozen=True, slots=True)
class BrainQuestion:
    """As it was asked.

    `conversation` is a name, None: the interface's main one. `use_external` None: the account's preference. `alone`:
    not read as following what was asked before.
    """

    query: str
    conversation: str | None = None
    interface: Interface = Interface.PAGE
    use_external: bool | None = None
    asked_by: str = ""
    alone: bool = False

    @property
    def conversation_name(self) -> str:
        return DEFAULT_CONVERSATION if self.conversation is None else self.conversation


@dataclass(frozen=True, slots=True)
class _BrainReply:
    """What holds of an answer, its author and its cost."""

    checked: CheckedAnswer
    mode: Mode
    model: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    attempts: int = 0
    notices: tuple[str, ...] = ()
    """What the asker is to know besides."""
    steps: tuple[str, ...] = ()
    """How it was made, where that is not what the context's steps tell."""


@dataclass(frozen=True, slots=True)
class CheckedTurn:
    """A turn that is not stored yet: what holds of its answer, and how it came about."""

    query: str
    """As it is stored: on one line, DEFAULT_QUERY where it was blank."""
    response: StandardResponse
    mode: Mode
    model: str
    """Empty without one."""
    trace: Trace


def ask(account: User, question: BrainQuestion) -> AnsweredQuestion:
    """Answer from the account's notes and profile, and if wanted from external sources; store the turn.

    Slow where a model is configured: never in a transaction. If the turn cannot be stored, the answer is returned all
    the same, with the notice NOT_SAVED. Raises InvalidQuery, TokenInContent; ModelUnavailable when the model fails:
    then nothing is stored, and no substitute answer is made.
    """
    return save(account, question, write(account, question))


def write(account: User, question: BrainQuestion, draft: Draft | None = None) -> CheckedTurn:
    """Gather, write and check, without storing anything. Raises as `ask`; Stopped where the draft says so."""
    existing = find_existing_conversation(
        account=account, interface=question.interface, name=question.conversation_name
    )
    context = collect_context(
        account=account,
        query=question.query,
        conversation=None if question.alone else existing,
        use_external=question.use_external,
    )
    with report_sent_queries(context):
        model = chat_model(account)
        reply = _answer_from_rows(account, context, has_model=model is not None)
        if reply is None:
            reply = (
                _answer_extractively(account, context) if model is None else _ask_model(model, context, draft)
            )
    response, trace = reply.checked.response, _trace(context, reply)
    return CheckedTurn(context.query, response, reply.mode, reply.model, trace)


def save(account: User, question: BrainQuestion, checked: CheckedTurn) -> AnsweredQuestion:
    """Store the turn in its conversation; where that fails the answer says so."""
    turn = _unsaved_turn(account, question, checked)
    try:
        with transaction.atomic():
            conversation = open_conversation(
                account=account, interface=question.interface, name=question.conversation_name
            )
            add_turn(conversation=conversation, turn=turn)
    except (DatabaseError, ConversationNotFound):
        # The specification's step 6: the answer was paid for, and is no less true for not being stored.
        log.exception("brain_turn_not_saved")
        trace = replace(checked.trace, notices=(*checked.trace.notices, NOT_SAVED))
        turn = _unsaved_turn(account, question, replace(checked, trace=trace))
    return AnsweredQuestion(turn, checked.response)


def _unsaved_turn(account: User, question: BrainQuestion, checked: CheckedTurn) -> Turn:
    return build_turn(
        account=account,
        query=checked.query,
        response=checked.response,
        mode=checked.mode,
        trace=checked.trace,
        model=checked.model,
        tokens=checked.trace.prompt_tokens + checked.trace.completion_tokens,
        asked_by=question.asked_by,
    )


def _answer_from_rows(account: User, context: Context, *, has_model: bool) -> _BrainReply | None:
    """The answer to a question about the notes themselves, its citations checked; None for another question."""
    rows = context.note_rows
    found = answer_from_rows(account, rows, has_model=has_model) if rows else None
    if found is None:
        return None
    checked = check_answer(found.response, found.sources, is_overview=True)
    return _BrainReply(checked, Mode.EXTRACTIVE, steps=(FROM_ROWS_STEP,))


def _ask_model(model: ChatModel, context: Context, draft: Draft | None) -> _BrainReply:
    """The model's answer, checked; one retry with the reasons if something did not hold."""
    messages = build_prompt(context)
    first = _exchange(model, messages, context, draft, previous=None)
    reasons = first.checked.reasons
    if not reasons:
        return first
    log.info("brain_answer_asked_again", reasons=len(reasons))
    retry_messages = build_retry_messages(
        messages, first.checked.original.model_dump_json(by_alias=True), reasons
    )
    if draft is not None:
        draft.restart()
    try:
        return _exchange(model, retry_messages, context, draft, previous=first)
    except ModelUnavailable:
        # Keep the first answer with what held of it: one citation less is better than none.
        return replace(first, attempts=2)


def _exchange(
    model: ChatModel,
    messages: Sequence[Message],
    context: Context,
    draft: Draft | None,
    *,
    previous: _BrainReply | None,
) -> _BrainReply:
    try:
        completion = model.parse(
            messages, StandardResponse, purpose=PURPOSE, max_completion_tokens=COMPLETION_TOKENS, draft=draft
        )
    except Stopped:
        raise
    except LLMError as error:
        log.warning("brain_answer_failed", kind=error.kind)
        raise as_model_unavailable(error) from error
    return _BrainReply(
        checked=check_answer(completion.value, context.sources, query=context.query),
        mode=Mode.MODEL,
        model=completion.model,
        prompt_tokens=completion.prompt_tokens + (previous.prompt_tokens if previous else 0),
        completion_tokens=completion.completion_tokens + (previous.completion_tokens if previous else 0),
        attempts=2 if previous else 1,
    )


def _answer_extractively(account: User, context: Context) -> _BrainReply:
    """The best sentences, quoted, under the same check as a model's answer."""
    if context.is_blank:
        overview = build_overview(account=account, sources=context.sources)
        checked = check_answer(overview, context.sources, is_overview=True)
        return _BrainReply(checked, Mode.EXTRACTIVE)
    try:
        # Sentences are compared at once: where the server of embeddings is away, the built-in model can do it.
        embedder = get_embedder() if context.retrieved.by_vectors else built_in_embedder()
        response = _quote_sources(context, embedder.embed)
    except LLMError as error:
        log.warning("brain_answer_without_vectors", kind=error.kind)
        response = _quote_sources(context, None)
    checked = check_answer(response, context.sources, query=context.query)
    return _BrainReply(
        checked,
        Mode.EXTRACTIVE,
        notices=extractive_notices(context, response),
        steps=explain_quotes(context.questions, checked.response, context.sources),
    )


def _quote_sources(context: Context, embed: Embed | None) -> StandardResponse:
    return extract_answer(
        context.searched,
        context.sources,
        embed=embed,
        count_tokens=count_tokens,
        covers=context.retrieved.covers or any(source.url for source in context.sources),
        question=context.own_words,
        today=timezone.localdate(),
        is_near=context.retrieved.confidence >= NEAR_ABOVE
        and not context.retrieved.why_not
        and not leans_on_previous(context.question),
    )


def _trace(context: Context, reply: _BrainReply) -> Trace:
    checked = reply.checked
    trace = build_trace(
        context,
        prompt_tokens=reply.prompt_tokens,
        completion_tokens=reply.completion_tokens,
        attempts=reply.attempts,
    )
    return replace(
        trace,
        steps=(*trace.steps, *reply.steps),
        notices=(*trace.notices, *reply.notices),
        cited=checked.spans,
        dropped=checked.dropped,
        unsupported=checked.unsupported,
    )
