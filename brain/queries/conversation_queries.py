"""The conversations of an account and their turns."""

import re
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Coalesce, Left
from django.utils import timezone

from brain.exceptions import AnswerNotFound, ConversationNotFound
from brain.models import Conversation, Interface, Summary, Turn
from core.text.follow_up import MAX_REMEMBERED, REMEMBERED_FOR
from core.text.storable_text import is_storable

LAST_QUERY_CHARACTERS = 300
_ID = re.compile(r"[0-9A-Za-z]{26}")


class ConversationListFields(TypedDict):
    turn_count: int
    # Its first LAST_QUERY_CHARACTERS; empty without turns.
    last_query: str


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    ListedConversation: TypeAlias = WithAnnotations[Conversation, ConversationListFields]
else:
    ListedConversation = Conversation


def conversations_of(account: User) -> QuerySet[ListedConversation]:
    """The latest first."""
    turns = Turn.objects.filter(account=account, conversation=OuterRef("pk")).order_by()
    counted = turns.values("conversation").annotate(rows=Count("pk")).values("rows")
    last = turns.order_by("-ordinal").annotate(begun=Left("query", LAST_QUERY_CHARACTERS)).values("begun")[:1]
    return (
        Conversation.objects.filter(account=account)
        .annotate(
            turn_count=Coalesce(Subquery(counted), 0),
            last_query=Coalesce(Subquery(last), Value(""), output_field=TextField()),
        )
        .order_by("-updated", "-pk")
    )


def find_conversation(account: User, conversation_id: str) -> Conversation:
    """Raises ConversationNotFound."""
    found = None
    if _ID.fullmatch(conversation_id):
        found = Conversation.objects.filter(account=account, pk=conversation_id.upper()).first()
    if found is None:
        raise ConversationNotFound(f"There is no conversation {conversation_id[:80]!r}.")
    return found


def find_conversation_by_name(account: User, interface: Interface, name: str) -> Conversation:
    """The conversation of that name; never creates one. Raises ConversationNotFound."""
    name = " ".join(name.split())
    found = None
    if is_storable(name):
        found = Conversation.objects.filter(account=account, interface=interface, name=name).first()
    if found is None:
        raise ConversationNotFound(
            f"There is no conversation named {name[:80]!r} of the interface {interface.label}."
        )
    return found


def turns_of(conversation: Conversation) -> QuerySet[Turn]:
    """All of them, archived ones too, oldest first."""
    return Turn.objects.filter(account=conversation.account_id, conversation=conversation).order_by("ordinal")


def recent_queries(conversation: Conversation) -> list[str]:
    """What was asked in the last REMEMBERED_FOR, newest first, at most MAX_REMEMBERED."""
    turns = turns_of(conversation).filter(created__gte=timezone.now() - REMEMBERED_FOR)
    return list(turns.order_by("-ordinal").values_list("query", flat=True)[:MAX_REMEMBERED])


def summaries_of(conversation: Conversation) -> QuerySet[Summary]:
    """The summaries of its archived turns, oldest first."""
    return Summary.objects.filter(account=conversation.account_id, conversation=conversation).order_by(
        "first"
    )


def find_turn(account: User, turn_id: str) -> Turn:
    """One answer with its conversation. Raises AnswerNotFound."""
    found = None
    if _ID.fullmatch(turn_id):
        rows = Turn.objects.filter(account=account, pk=turn_id.upper())
        found = rows.select_related("conversation").first()
    if found is None:
        raise AnswerNotFound(f"There is no answer {turn_id[:80]!r}.")
    return found
