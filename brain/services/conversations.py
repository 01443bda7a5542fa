"""Conversations: one for each account, interface and room. Turns are added, never changed, and kept until the
conversation is deleted by whoever holds it."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from brain.exceptions import ConversationNotFound, InvalidQuery
from brain.history import PastSummary, PastTurn, prompt_history
from brain.models import Conversation, Interface, Mode, Turn
from brain.models.conversations import MAX_ROOM
from brain.queries.conversations import summaries_of, turns_of
from brain.response import StandardResponse
from brain.services.summarising import summarise_when_long
from brain.trace import Trace
from jobs.models import JobState
from llm import count_tokens

MAX_TITLE = 200
MAX_ASKED_BY = 120
# More than fit into HISTORY_TOKENS are not read.
MOST_LOOKED_AT = 50


def open_conversation(*, account: User, interface: Interface, room: str) -> Conversation:
    """The conversation of this room, made where there is none yet. Raises InvalidQuery.

    The room's white space is folded; it has 1 to 100 characters.
    """
    conversation, _ = Conversation.objects.get_or_create(
        account=account,
        interface=interface,
        room=checked_room(room),
        # Nothing waits: its job begins when its turns are many.
        defaults={"state": JobState.DONE},
    )
    return conversation


def begun_conversation(*, account: User, interface: Interface, room: str) -> Conversation | None:
    """The conversation of this room, None where nothing was said yet. Raises InvalidQuery."""
    return Conversation.objects.filter(account=account, interface=interface, room=checked_room(room)).first()


def unsaved_turn(
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
    """A question and its answer, not saved yet: `add_turn` puts it into a conversation.

    What the database cannot hold as text (U+0000, half a character) is left out.
    """
    return Turn(
        account=account,
        query=_storable(query),
        answer=_storable(response.answer),
        metadata=_storable(response.metadata.model_dump(mode="json", by_alias=True)),
        mode=mode,
        trace=_storable(trace.to_json()),
        model=model[:200],
        tokens=tokens,
        asked_by=_storable(asked_by)[:MAX_ASKED_BY],
    )


@transaction.atomic
def add_turn(*, conversation: Conversation, turn: Turn) -> Turn:
    """Put a new turn behind the turns there are.

    Of two at once the second waits: their ordinals have no gap. Raises ConversationNotFound when the conversation was
    deleted meanwhile.
    """
    held = _locked(conversation)
    last = turns_of(held).aggregate(last=Max("ordinal"))["last"] or 0
    turn.conversation, turn.ordinal, turn.created = held, last + 1, timezone.now()
    turn.save(force_insert=True)
    held.updated = turn.created
    held.save(update_fields=["updated"])
    summarise_when_long(held)
    return turn


def history_of(conversation: Conversation) -> str:
    """What a prompt says of the conversation so far: summaries, then the newest turns; empty for a new one.

    Within HISTORY_TOKENS. It repeats what was asked and read: untrusted, to be fenced.
    """
    summaries = summaries_of(conversation).order_by("-first")[:MOST_LOOKED_AT]
    turns = turns_of(conversation).filter(summary=None).order_by("-ordinal")
    asked = turns.values_list("ordinal", "query", "answer")[:MOST_LOOKED_AT]
    return prompt_history(
        [PastSummary(row.first, row.last, row.text) for row in reversed(summaries)],
        [PastTurn(*row) for row in reversed(asked)],
        count_tokens=count_tokens,
    )


@transaction.atomic
def rename(*, conversation: Conversation, title: str) -> Conversation:
    """Give it a title, or none: it goes by its room again. Raises InvalidQuery, ConversationNotFound."""
    name = _folded(title, "title")
    if len(name) > MAX_TITLE:
        raise InvalidQuery(f"The title has {len(name)} characters; at most {MAX_TITLE} are allowed.")
    held = _locked(conversation)
    held.title = name
    held.save(update_fields=["title"])
    return held


@transaction.atomic
def delete_conversation(*, conversation: Conversation) -> None:
    """Delete it with its turns and summaries. Notes saved from it stay. Raises ConversationNotFound."""
    # Locked first: a turn that is just being added comes before, or finds nothing.
    _locked(conversation).delete()


def checked_room(room: str) -> str:
    """A room as it is stored, white space folded. Raises InvalidQuery."""
    name = _folded(room, "room")
    if not 1 <= len(name) <= MAX_ROOM:
        raise InvalidQuery(f"A room has 1 to {MAX_ROOM} characters; this one has {len(name)}.")
    return name


def _locked(conversation: Conversation) -> Conversation:
    rows = Conversation.objects.filter(account=conversation.account_id, pk=conversation.pk)
    held = rows.select_for_update().first()
    if held is None:
        raise ConversationNotFound("The conversation was deleted.")
    return held


def _folded(text: str, what: str) -> str:
    """On one line. Raises InvalidQuery for what a database cannot hold as text."""
    if text != _storable(text):
        raise InvalidQuery(f"The {what} has a character that cannot be stored: U+0000, or half of one.")
    return " ".join(text.split())


def _storable(value: Any) -> Any:
    """The same text, or JSON, without what Postgres refuses in it."""
    if isinstance(value, str):
        return value.replace("\x00", "").encode(errors="ignore").decode()
    if isinstance(value, dict):
        return {_storable(key): _storable(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_storable(each) for each in value]
    return value
