"""The Brain page: a conversation with its turns, and the field for the next question."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from answering.exceptions import AnsweringError, WrittenAnswerNotFound
from answering.models import AnswerState, WrittenAnswer
from answering.queries.find_answers import PERSON, find_written_answer
from brain.exceptions import ConversationNotFound, ModelUnavailable
from brain.models import Conversation, Interface, Turn
from brain.queries.conversation_queries import (
    conversations_of,
    find_conversation,
    find_conversation_by_name,
    summaries_of,
    turns_of,
)
from brain.queries.note_queries import count_notes
from brain.services.answer_question import DEFAULT_CONVERSATION, BrainQuestion
from brain.services.collect_context import MAX_QUERY
from brain.services.manage_conversations import (
    find_existing_conversation,
    open_conversation,
    open_unnamed_conversation,
)
from brain.services.request_brain_answer import BRAIN_ANSWER, ask_or_request, turn_of
from brain.services.retrieve_sources import retrieve
from brain.services.search_external import is_external_enabled, list_external_sources
from brain.views.render_turns import render_turns
from core.pages.fragments import is_for_region, render_page
from core.pages.request_account import account_of, ledger_reader_of
from core.rest.exceptions import ProductError
from core.rest.problems import status_of

TURNS_PER_PAGE = 10
MAX_CONVERSATIONS = 50
# Paging back further than this starts at the first turns.
_MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class FailedQuestion:
    """A question that failed; it stays in the field."""

    query: str
    external: bool
    error: ProductError

    @property
    def is_model_error(self) -> bool:
        return isinstance(self.error, (ModelUnavailable, AnsweringError))


@dataclass(frozen=True, slots=True)
class PendingAnswer:
    """An answer that a model is writing. `url` is of the page that shows it, now and when it has ended."""

    answer: WrittenAnswer
    url: str

    @property
    def query(self) -> str:
        return str(self.answer.request["query"])


@require_safe
def chat(request: HttpRequest) -> HttpResponse:
    """`?c=` a conversation, else the main conversation; `?before=` its turns before this one; `?q=` prefills the field.

    `?answer=` an answer that a model is writing, or has just written.
    """
    account = account_of(request)
    conversation = _conversation(account, request.GET.get("c", ""))
    if (answer_id := request.GET.get("answer", "")) and (written := _written_answer(account, answer_id)):
        return _written_page(request, conversation, written)
    return _page(request, conversation)


@require_POST
def ask_brain(request: HttpRequest) -> HttpResponse:
    """Ask in a conversation, or in the main one: redirects to the answer; htmx gets the page's fragment with it.

    `alone`: not as following what was asked before.
    """
    account, query = account_of(request), request.POST.get("q", "")
    conversation = _conversation(account, request.POST.get("c", ""))
    external = request.POST.get("external") == "on"
    try:
        answered = ask_or_request(
            account,
            BrainQuestion(
                query,
                conversation=conversation.name if conversation else DEFAULT_CONVERSATION,
                interface=Interface(conversation.interface) if conversation else Interface.PAGE,
                use_external=external,
                asked_by=ledger_reader_of(request),
                alone=request.POST.get("alone") == "on",
            ),
            requester=PERSON,
        )
    except ProductError as error:
        return _page(request, conversation, failure=FailedQuestion(query, external, error))
    if isinstance(answered, WrittenAnswer):
        return _follow(request, conversation, answered)
    return _answered_page(request, conversation, answered.turn)


def _follow(request: HttpRequest, conversation: Conversation | None, written: WrittenAnswer) -> HttpResponse:
    """The page on which the answer is being written: a redirect there; htmx gets its fragment."""
    parameters = {"c": conversation.pk} if conversation else {}
    url = f"{reverse('brain:chat')}?{urlencode(parameters | {'answer': written.pk})}"
    if not is_for_region(request, "brain"):
        return redirect(url)
    response = _page(request, conversation, pending=PendingAnswer(written, url))
    response["HX-Push-Url"] = url
    return response


def _written_page(
    request: HttpRequest, conversation: Conversation | None, written: WrittenAnswer
) -> HttpResponse:
    """What `ask_brain` would have shown, if it had waited."""
    if written.is_open:
        return _page(request, conversation, pending=PendingAnswer(written, request.get_full_path()))
    if written.state == AnswerState.DONE:
        return _answered_page(request, conversation, turn_of(written))
    request_fields = written.request
    failure = FailedQuestion(
        request_fields["query"], bool(request_fields["use_external"]), BRAIN_ANSWER.error_of(written)
    )
    response = _page(request, conversation, failure=failure)
    response.status_code = 200  # of a page that shows how an answer ended: this request has not failed
    return response


def _written_answer(account: User, answer_id: str) -> WrittenAnswer | None:
    """None: it is gone; its turn is in the conversation."""
    try:
        return find_written_answer(
            account=account, requester=PERSON, answer_id=answer_id, kinds=(BRAIN_ANSWER,)
        )
    except WrittenAnswerNotFound:
        return None


def _answered_page(request: HttpRequest, conversation: Conversation | None, turn: Turn) -> HttpResponse:
    if not turn.is_saved:
        return _page(request, conversation, new_turn=turn)
    url = f"{reverse('brain:chat')}?{urlencode({'c': turn.conversation_id})}"
    if not is_for_region(request, "brain"):
        return redirect(f"{url}#turn-{turn.pk}")
    response = _page(request, turn.conversation, new_turn=turn)
    response["HX-Push-Url"] = url
    return response


@require_POST
def conversation_new(request: HttpRequest) -> HttpResponse:
    """Create a conversation, or open the one of that name; without a name its first question names it."""
    account, name = account_of(request), request.POST.get("name", "")
    try:
        made = _named_conversation(request, account, name) if name.strip() else _unnamed_conversation(account)
    except ProductError as error:
        conversation = _conversation(account, request.POST.get("c", ""))
        return _page(request, conversation, name_error=error, new_name=name)
    return redirect(f"{reverse('brain:chat')}?{urlencode({'c': made.pk})}")


def _named_conversation(request: HttpRequest, account: User, name: str) -> Conversation:
    """Says so where it is there already."""
    found = find_existing_conversation(account=account, interface=Interface.PAGE, name=name)
    if found is None:
        return open_conversation(account=account, interface=Interface.PAGE, name=name)
    messages.info(request, f"There is a conversation “{found}” already: this is it.")
    return found


def _unnamed_conversation(account: User) -> Conversation:
    return open_unnamed_conversation(account=account, interface=Interface.PAGE)


def _conversation(account: User, conversation_id: str) -> Conversation | None:
    """The named one, else the main conversation if it exists. Raises ConversationNotFound for another account's."""
    if conversation_id:
        return find_conversation(account, conversation_id)
    try:
        return find_conversation_by_name(account, Interface.PAGE, DEFAULT_CONVERSATION)
    except ConversationNotFound:
        return None


def _page(
    request: HttpRequest,
    conversation: Conversation | None,
    *,
    failure: FailedQuestion | None = None,
    new_turn: Turn | None = None,
    pending: PendingAnswer | None = None,
    name_error: ProductError | None = None,
    new_name: str = "",
) -> HttpResponse:
    account = account_of(request)
    context = _form_context(request, conversation, failure)
    context |= _turns(request, account, conversation)
    context |= {
        "conversations": list(conversations_of(account)[: MAX_CONVERSATIONS + 1]),
        "max_conversations": MAX_CONVERSATIONS,
        "failure": failure,
        "new_turn": new_turn,
        "pending": pending,
        "name_error": name_error,
        "new_name": new_name,
    }
    if new_turn and not new_turn.is_saved:
        context["turns"] += render_turns(account, [new_turn])
    if not context["turns"]:
        context["note_count"] = count_notes(account)
    if failure and failure.is_model_error:
        context["retrieved"] = retrieve(account=account, query=failure.query)
    fault = failure.error if failure else name_error
    status = status_of(fault) if fault else 200
    # htmx takes a 503 for a network that is gone; this one has said what is wrong.
    status = 200 if status >= 500 and is_for_region(request, "brain") else status
    regions = {"brain": "brain/_chat.html"}
    return render_page(request, "brain/chat.html", context, regions=regions, status=status)


def _form_context(
    request: HttpRequest, conversation: Conversation | None, failure: FailedQuestion | None
) -> dict[str, Any]:
    # A question that is refused comes back to the form that was opened; one that is answered leaves it empty.
    is_open = failure is not None or request.method != "POST"
    opened_with = request.GET.get("q", "")[:MAX_QUERY] if is_open else ""
    uses_external = failure.external if failure else is_external_enabled(account_of(request))
    return {
        "conversation": conversation,
        # Its draft is the same before it exists.
        "is_main": conversation is not None and conversation.name == DEFAULT_CONVERSATION,
        "max_query_characters": MAX_QUERY,
        "query": failure.query if failure else opened_with,
        "opened_with": opened_with,
        "ask_url": reverse("brain:ask") + (f"?{urlencode({'q': opened_with})}" if opened_with else ""),
        "external": uses_external,
        "external_titles": [each.title for each in list_external_sources() if each.ready],
        "has_model": bool(settings.LLM_MODEL),
    }


def _turns(request: HttpRequest, account: User, conversation: Conversation | None) -> dict[str, Any]:
    """The newest, or those before the one in the address; oldest first."""
    if conversation is None:
        return {"turns": []}
    rows = turns_of(conversation)
    before = _number(request.GET.get("before", "")) if request.method != "POST" else None
    candidates = rows if before is None else rows.filter(ordinal__lt=before)
    found = list(candidates.order_by("-ordinal")[: TURNS_PER_PAGE + 1])
    turns = found[:TURNS_PER_PAGE][::-1]
    first = turns[0].ordinal if turns else 1
    archived = any(turn.summary_id for turn in turns)
    return {
        "turns": render_turns(account, turns),
        "earlier": first if len(found) > TURNS_PER_PAGE else None,
        "is_past": before is not None,
        "summaries": list(summaries_of(conversation).filter(last__gte=first, first__lte=turns[-1].ordinal))
        if archived
        else [],
    }


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None
