"""The job of a conversation: summarise its old turns. A summary replaces them in prompts; turns remain, archived."""

import structlog
from django.conf import settings

from brain.history.history_budget import PastTurn
from brain.history.summarise_turns import (
    SUMMARY_TOKENS,
    WrittenSummary,
    extract_summary,
    fitting_turns,
    summary_messages,
)
from brain.models import SUMMARISE, Conversation, Summary, Turn
from brain.queries.conversation_queries import turns_of
from core.jobs.models import Job
from core.jobs.request_jobs import request_jobs
from core.llm import LLMError, count_tokens, get_chat_model
from core.text.cut_to_tokens import cut_to_sentences
from core.text.storable_text import remove_unstorable

log = structlog.get_logger(__name__)

# More unsummarised turns than the first start the job, which leaves the newest.
MAX_UNSUMMARISED, NEWEST_LEFT = 8, 4
# Of the model's window, for the rules and the answer.
RESERVED_TOKENS = 1_500
PROMPT_TOKENS = 6_000
COMPLETION_TOKENS = 1_000
# A long backlog is summarised in several rounds.
MAX_TURNS = 50


def summarise_when_long(conversation: Conversation) -> None:
    """Request the job if there are many turns without a summary. Call while its row is locked."""
    if _is_long(conversation):
        request_jobs([conversation], SUMMARISE)


@SUMMARISE.runs
def summarise(job: Job, conversation: Conversation) -> None:
    """Summarise its old turns; what is left is done in another round. Raises LLMError when a retry may help."""
    turns = _select_old_turns(conversation)
    if not turns:
        return
    text, model = _write_summary(conversation, turns, may_ask=not job.is_last_attempt)
    with job.owned_transaction():
        _store(conversation, turns, text, model)
        summarise_when_long(conversation)
        job.finish()


def _select_old_turns(conversation: Conversation) -> list[PastTurn]:
    """The turns of the next summary: all but the newest NEWEST_LEFT, as far as one prompt holds them."""
    rows = turns_of(conversation).filter(summary=None)
    old = max(rows.count() - NEWEST_LEFT, 0) if _is_long(conversation) else 0
    turns = [_as_past_turn(row) for row in rows[: min(old, MAX_TURNS)]]
    room = min(PROMPT_TOKENS, max(settings.LLM_CONTEXT_TOKENS - RESERVED_TOKENS, 500))
    return list(fitting_turns(turns, count_tokens=count_tokens, max_tokens=room))


def _as_past_turn(row: Turn) -> PastTurn:
    named = [*row.metadata.get("citations", []), *row.metadata.get("externalSources", [])]
    cited = next((each["excerpt"] for each in named if each.get("excerpt")), "")
    return PastTurn(row.ordinal, row.query, row.answer, cited)


def _write_summary(conversation: Conversation, turns: list[PastTurn], *, may_ask: bool) -> tuple[str, str]:
    """The summary, and the model that wrote it; empty for an extract. Raises LLMError when a retry may help.

    The last attempt may ask no model: whatever failed before, the history must not grow for ever.
    """
    try:
        text, model = _ask_for_summary(conversation, turns) if may_ask else ("", "")
    except LLMError as error:
        if error.passes_soon:
            raise
        log.warning("summary_extracted", conversation=conversation.pk, kind=error.kind)
        text, model = "", ""
    return (text, model) if text else (extract_summary(turns, count_tokens=count_tokens), "")


def _ask_for_summary(conversation: Conversation, turns: list[PastTurn]) -> tuple[str, str]:
    """Empty without a model, or where it wrote nothing. Raises LLMError."""
    chat = get_chat_model(account=conversation.account_id)
    if chat is None:
        return "", ""
    answer = chat.parse(
        summary_messages(turns, count_tokens=count_tokens),
        WrittenSummary,
        purpose="brain-summary",
        max_completion_tokens=COMPLETION_TOKENS,
    )
    summary = remove_unstorable(answer.value.summary).strip()
    return cut_to_sentences(summary, SUMMARY_TOKENS, count_tokens), answer.model


def _store(conversation: Conversation, turns: list[PastTurn], text: str, model: str) -> None:
    summary = Summary.objects.create(
        account_id=conversation.account_id,
        conversation=conversation,
        first=turns[0].ordinal,
        last=turns[-1].ordinal,
        text=text,
        model=model[:200],
        tokens=count_tokens(text),
    )
    rows = turns_of(conversation).filter(summary=None)
    rows.filter(ordinal__range=(summary.first, summary.last)).update(summary=summary)


def _is_long(conversation: Conversation) -> bool:
    return turns_of(conversation).filter(summary=None).count() > MAX_UNSUMMARISED
