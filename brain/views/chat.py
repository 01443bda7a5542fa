"""The page Brain: a room, what was asked and answered in it, and the field for the next question."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from brain.exceptions import ConversationNotFound, ModelUnavailable
from brain.models import Conversation, Interface, Turn
from brain.queries.conversations import (
    conversations_of,
    find_conversation,
    find_room,
    summaries_of,
    turns_of,
)
from brain.queries.notes import notes_of
from brain.services.answering import DEFAULT_ROOM, ask
from brain.services.context import MAX_QUERY
from brain.services.conversations import open_conversation
from brain.services.outside import is_wanted, sources_available
from brain.services.retrieving import retrieve
from brain.views.shown import shown_turns
from pages.people import account_of, reader_of
from rest.exceptions import ProductError
from rest.problems import status_of

TURNS = 10
ROOMS = 50
# Whoever asks to see more than this is at the first turns.
_MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Failed:
    """A question that was not answered: it stays in the field."""

    query: str
    external: bool
    error: ProductError

    @property
    def is_models(self) -> bool:
        return isinstance(self.error, ModelUnavailable)


@require_safe
def chat(request: HttpRequest) -> HttpResponse:
    """`?c=` a conversation, else the main room; `?before=` its turns before this one; `?q=` fills the field in."""
    return _page(request, _conversation(account_of(request), request.GET.get("c", "")))


@require_POST
def ask_brain(request: HttpRequest) -> HttpResponse:
    """Ask in a conversation, or in the main room: back to it at the answer; for htmx, all of it with the answer."""
    account, query = account_of(request), request.POST.get("q", "")
    conversation = _conversation(account, request.POST.get("c", ""))
    external = request.POST.get("external") == "on"
    try:
        answered = ask(
            account=account,
            query=query,
            room=conversation.room if conversation else DEFAULT_ROOM,
            interface=Interface(conversation.interface) if conversation else Interface.PAGE,
            use_external=external,
            asked_by=reader_of(request),
        )
    except ProductError as error:
        return _page(request, conversation, failed=Failed(query, external, error))
    turn = answered.turn
    if not turn.is_saved:
        return _page(request, conversation, told=turn)
    url = f"{reverse('brain:chat')}?{urlencode({'c': turn.conversation_id})}"
    if not _is_fragment(request):
        return redirect(f"{url}#turn-{turn.pk}")
    response = _page(request, turn.conversation, told=turn)
    response["HX-Push-Url"] = url
    return response


@require_POST
def new_room(request: HttpRequest) -> HttpResponse:
    """Make a room, or enter the one of that name."""
    name = request.POST.get("room", "")
    try:
        made = open_conversation(account=account_of(request), interface=Interface.PAGE, room=name)
    except ProductError as error:
        conversation = _conversation(account_of(request), request.POST.get("c", ""))
        return _page(request, conversation, room_fault=error, room_name=name)
    return redirect(f"{reverse('brain:chat')}?{urlencode({'c': made.pk})}")


def _conversation(account: User, conversation_id: str) -> Conversation | None:
    """The named one, else the main room where there is one. Raises ConversationNotFound for what is not theirs."""
    if conversation_id:
        return find_conversation(account, conversation_id)
    try:
        return find_room(account, Interface.PAGE, DEFAULT_ROOM)
    except ConversationNotFound:
        return None


def _page(
    request: HttpRequest,
    conversation: Conversation | None,
    *,
    failed: Failed | None = None,
    told: Turn | None = None,
    room_fault: ProductError | None = None,
    room_name: str = "",
) -> HttpResponse:
    account, is_fragment = account_of(request), _is_fragment(request)
    context: dict[str, Any] = {
        "conversation": conversation,
        "rooms": list(conversations_of(account)[: ROOMS + 1]),
        "most_rooms": ROOMS,
        "longest": MAX_QUERY,
        "query": failed.query if failed else request.GET.get("q", "")[:MAX_QUERY],
        "external": failed.external if failed else is_wanted(account),
        "outside": [each.title for each in sources_available() if each.ready],
        "failed": failed,
        "told": told,
        "room_fault": room_fault,
        "room_name": room_name,
        "is_fragment": is_fragment,
    }
    context |= _turns(request, account, conversation)
    if told and not told.is_saved:
        context["turns"] += shown_turns(account, [told])
    if not context["turns"]:
        context["note_count"] = notes_of(account).count()
    if failed and failed.is_models:
        context["found"] = retrieve(account=account, query=failed.query)
    fault = failed.error if failed else room_fault
    status = status_of(fault) if fault else 200
    # htmx takes a 503 for a network that is gone; this one has said what is wrong.
    status = 200 if is_fragment and status >= 500 else status
    template = "brain/_chat.html" if is_fragment else "brain/chat.html"
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _turns(request: HttpRequest, account: User, conversation: Conversation | None) -> dict[str, Any]:
    """The newest ones, or those before the one that the address names; the oldest first."""
    if conversation is None:
        return {"turns": []}
    rows = turns_of(conversation)
    before = _number(request.GET.get("before", "")) if request.method != "POST" else None
    wanted = rows if before is None else rows.filter(ordinal__lt=before)
    found = list(wanted.order_by("-ordinal")[: TURNS + 1])
    turns = found[:TURNS][::-1]
    first = turns[0].ordinal if turns else 1
    archived = any(turn.summary_id for turn in turns)
    return {
        "turns": shown_turns(account, turns),
        "earlier": first if len(found) > TURNS else None,
        "is_past": before is not None,
        "summaries": list(summaries_of(conversation).filter(last__gte=first, first__lte=turns[-1].ordinal))
        if archived
        else [],
    }


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None


def _is_fragment(request: HttpRequest) -> bool:
    return request.headers.get("HX-Target") == "brain"
