"""Conversations: one per account, interface and name. Turns are appended, never changed, and deleted only with the
conversation.
"""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from audit.services import record_deletion
from brain.answer_trace import Trace
from brain.exceptions import ConversationNotFound, InvalidQuery
from brain.history.history_budget import PastSummary, PastTurn, prompt_history
from brain.models import Conversation, Interface, Mode, Turn
from brain.models.conversations import MAX_CONVERSATION_NAME
from brain.queries.conversation_queries import summaries_of, turns_of
from brain.services.conversation_summaries import summarise_when_long
from brain.standard_response import StandardResponse
from core.llm import count_tokens
from core.text.one_line import one_line
from core.text.storable_text import is_storable, remove_unstorable, storable_json

MAX_TITLE = 200
MAX_QUESTION_TITLE = 80
MAX_ASKED_BY = 120
# Turns beyond what fits into HISTORY_TOKENS are not loaded.
MAX_HISTORY_ROWS = 50


def open_conversation(*, account: User, interface: Interface, name: str) -> Conversation:
    """The conversation of this name, created if needed. Raises InvalidQuery.

    White space in the name is collapsed; it has 1 to 100 characters.
    """
    return Conversation.objects.get_or_create(
        account=account, interface=interface, name=validate_conversation_name(name)
    )[0]


def open_unnamed_conversation(*, account: User, interface: Interface) -> Conversation:
    """The one in which nothing was asked yet, else a new one; its first question will name it."""
    unused = Conversation.objects.filter(
        account=account, interface=interface, name=F("pk"), title="", turns=None
    )
    if (found := unused.first()) is not None:
        return found
    conversation = Conversation(account=account, interface=interface)
    conversation.name = conversation.pk
    conversation.save(force_insert=True)
    return conversation


def find_existing_conversation(*, account: User, interface: Interface, name: str) -> Conversation | None:
    """The conversation of this name; None if there is none yet. Raises InvalidQuery."""
    return Conversation.objects.filter(
        account=account, interface=interface, name=validate_conversation_name(name)
    ).first()


def build_turn(
    *,
    account: User,
    query: str,
    response: StandardResponse,
    mode: Mode,
    trace: Trace,
    model: str,
    tokens: int,
    asked_by: str,
) -> Turn:
    """A question and its answer as an unsaved turn, for `add_turn`.

    What the database cannot hold as text (U+0000, lone surrogates) is left out.
    """
    return Turn(
        account=account,
        query=remove_unstorable(query),
        answer=remove_unstorable(response.answer),
        metadata=storable_json(response.metadata.model_dump(mode="json", by_alias=True), remove_unstorable),
        mode=mode,
        trace=storable_json(trace.to_json(), remove_unstorable),
        model=model[:200],
        tokens=tokens,
        asked_by=remove_unstorable(asked_by)[:MAX_ASKED_BY],
    )


@transaction.atomic
def add_turn(*, conversation: Conversation, turn: Turn) -> Turn:
    """Append a new turn.

    Two at once are serialized: ordinals have no gap. Raises ConversationNotFound when the conversation was deleted
    meanwhile.
    """
    row = _lock(conversation)
    last = turns_of(row).aggregate(last=Max("ordinal"))["last"] or 0
    turn.conversation, turn.ordinal, turn.created = row, last + 1, timezone.now()
    turn.save(force_insert=True)
    row.updated = turn.created
    if row.is_unnamed and not row.title:
        row.title = _title_from(turn.query)
    row.save(update_fields=["updated", "title"])
    summarise_when_long(row)
    return turn


def history_of(conversation: Conversation) -> str:
    """The conversation so far, for a prompt: summaries, then the newest turns; empty for a new one.

    Within HISTORY_TOKENS. It repeats questions and sources: untrusted, to be fenced.
    """
    summaries = summaries_of(conversation).order_by("-first")[:MAX_HISTORY_ROWS]
    turns = turns_of(conversation).filter(summary=None).order_by("-ordinal")
    turn_rows = turns.values_list("ordinal", "query", "answer")[:MAX_HISTORY_ROWS]
    return prompt_history(
        [PastSummary(row.first, row.last, row.text) for row in reversed(summaries)],
        [PastTurn(*row) for row in reversed(turn_rows)],
        count_tokens=count_tokens,
    )


@transaction.atomic
def rename_conversation(*, conversation: Conversation, title: str) -> Conversation:
    """Set its title; empty: it goes by its name again, and without one by its first question.

    Raises InvalidQuery, ConversationNotFound.
    """
    name = _collapse_whitespace(title, "title")
    if len(name) > MAX_TITLE:
        raise InvalidQuery(f"The title has {len(name)} characters; at most {MAX_TITLE} are allowed.")
    row = _lock(conversation)
    first = turns_of(row).first() if row.is_unnamed and not name else None
    row.title = _title_from(first.query) if first else name
    row.save(update_fields=["title"])
    return row


@transaction.atomic
def delete_conversation(*, conversation: Conversation) -> None:
    """Delete it with its turns and summaries. Notes saved from it stay. Raises ConversationNotFound."""
    # Locked first: a turn being added is deleted with it, or fails to find it.
    _lock(conversation).delete()
    record_deletion("conversation", [conversation.pk], account=conversation.account_id)


def validate_conversation_name(name: str) -> str:
    """A name as it is stored, white space collapsed. Raises InvalidQuery."""
    name = _collapse_whitespace(name, "name")
    if not 1 <= len(name) <= MAX_CONVERSATION_NAME:
        raise InvalidQuery(
            f"The name of a conversation has 1 to {MAX_CONVERSATION_NAME} characters; this one has {len(name)}."
        )
    return name


def _title_from(query: str) -> str:
    """A question on one line, at most MAX_QUESTION_TITLE characters, cut behind a word unless there is only one."""
    line = one_line(query)
    if len(line) <= MAX_QUESTION_TITLE:
        return line
    begun = line[: MAX_QUESTION_TITLE - 1]
    return f"{(begun.rpartition(' ')[0] or begun).rstrip(' ,;:')}…"


def _lock(conversation: Conversation) -> Conversation:
    rows = Conversation.objects.filter(account=conversation.account_id, pk=conversation.pk)
    row = rows.select_for_update().first()
    if row is None:
        raise ConversationNotFound("The conversation was deleted.")
    return row


def _collapse_whitespace(text: str, what: str) -> str:
    """On one line. Raises InvalidQuery for what the database cannot hold as text."""
    if not is_storable(text):
        raise InvalidQuery(f"The {what} has a character that cannot be stored: U+0000, or half of one.")
    return " ".join(text.split())
