"""The Ask page: one field, one answer, and feedback on it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import structlog
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from answering.exceptions import WrittenAnswerNotFound
from answering.models import AnswerState, WrittenAnswer
from answering.queries.find_answers import PERSON, find_written_answer
from core.llm import LLMError, get_chat_model
from core.pages.fragments import is_for_region, is_htmx, render_page
from core.pages.request_account import account_of, ledger_reader_of
from core.rest.exceptions import ProductError
from core.rest.problems import status_of
from quickstart.exceptions import InvalidQuickstartQuestion
from quickstart.kinds import AskOutcome, Intent, OwnerKind
from quickstart.models import Collection, Entry, FeedbackVerdict, Question
from quickstart.parsing.skill_references import skill_named
from quickstart.queries.browse_collection import entries_of
from quickstart.queries.readable_collections import in_order_to_ask
from quickstart.rendering.answer_content import AnswerEntry, QuickstartAnswer
from quickstart.rendering.page_steps import names_page
from quickstart.services.answer_parts import to_answer_entry
from quickstart.services.answer_question import MAX_QUESTION
from quickstart.services.ask_collections import ask_collections
from quickstart.services.choose_option import pick_option
from quickstart.services.give_feedback import give_feedback
from quickstart.services.manual_sections import named_documents
from quickstart.services.request_phrasing import PHRASING, request_phrasing, wording_of
from quickstart.views.collection_access import (
    collection_of,
    conversation_of,
    may_curate,
    new_conversation,
    selectable_collections,
    session_of,
)
from quickstart.views.offered_options import picked_of, question_address, question_number

MAX_SUGGESTED = 6
log = structlog.get_logger(__name__)


@require_safe
def ask_page(request: HttpRequest) -> HttpResponse:
    """With `?q=` the answer; without it the field and suggested questions. `?intent=` is the asker's choice.

    `?phrase=on` lets the configured model word the answer: it leads to `?phrase=` with the id of that wording. A
    question whose address names no `?conversation=` begins one: it leads to the address that names it.
    """
    conversation = conversation_of(request)
    query = request.GET.get("q", "").strip()
    if query and not conversation and not is_for_region(request, "ask"):
        return redirect(_address(request, conversation=new_conversation()))
    collections = selectable_collections(request)
    chosen = collection_of(request) if request.GET.get("collection") else None
    to_ask = [chosen] if chosen else in_order_to_ask(collections)
    collection = to_ask[0] if to_ask else None
    context = _form_context(request, query, conversation)
    context |= {"collections": collections, "collection": collection, "is_chosen": chosen is not None}
    status, phrasing = 200, None
    if collection and query:
        try:
            answered_in, answer = _ask(request, to_ask, query, context["conversation"])
            if answered_in != collection:
                context |= {"collection": answered_in, "instead_of": collection}
            phrasing = _phrasing(request, answer)
            context |= _answer_context(request, answered_in, answer, phrasing)
        except ProductError as error:
            context["fault"], status = error.message, status_of(error)
    elif collection:
        context["suggested"] = _suggested(collection)
    is_new = phrasing is not None and request.GET.get("phrase") == "on"
    if is_new and not is_for_region(request, "ask"):
        return redirect(context["phrasing_url"])
    regions = {"ask": "quickstart/_ask.html"}
    response = render_page(request, "quickstart/ask.html", context, regions=regions, status=status)
    if is_new:
        response["HX-Push-Url"] = context["phrasing_url"]
    elif query and not conversation:
        response["HX-Push-Url"] = _address(request, conversation=context["conversation"])
    return response


def _form_context(request: HttpRequest, query: str, conversation: str) -> dict[str, Any]:
    return {
        "query": query,
        # A question that the page itself asked leaves the form, and its draft, as they were opened.
        "opened_with": "" if is_for_region(request, "ask") else query,
        "longest": MAX_QUESTION,
        "conversation": conversation or new_conversation(),
    }


@require_POST
def feedback(request: HttpRequest) -> HttpResponse:
    """Feedback on an answer: htmx gets the text that replaces the buttons, others a redirect to the question."""
    verdict = request.POST.get("verdict", "")
    if verdict not in FeedbackVerdict.values:
        raise InvalidQuickstartQuestion("Say whether it was right: up or down.")
    question = give_feedback(
        account=account_of(request),
        question_id=question_number(request.POST.get("question", "")),
        verdict=FeedbackVerdict(verdict),
        comment=request.POST.get("comment", ""),
    )
    if is_htmx(request):
        return render(request, "quickstart/_feedback_thanks.html", {"question": question})
    messages.success(request, _thanks(question))
    return redirect(question_address(question, intent=request.POST.get("intent", "")))


@require_POST
def pick(request: HttpRequest) -> HttpResponse:
    """“This one”, of what was offered to a question: leads back to the question, or with `from=page` to its page."""
    kind: OwnerKind = "skill" if request.POST.get("kind") == "skill" else "entry"
    option_id = request.POST.get("id", "")
    question = pick_option(
        account=account_of(request),
        question_id=question_number(request.POST.get("question", "")),
        kind=kind,
        option_id=option_id,
    )
    if request.POST.get("from") == "page":
        address = reverse(f"quickstart:{kind}", args=[option_id])
        query = urlencode({"collection": question.collection.name, "asked": question.pk})
        return redirect(f"{address}?{query}")
    return redirect(question_address(question, intent=request.POST.get("intent", "")))


def _thanks(question: Question) -> str:
    if question.verdict == FeedbackVerdict.UP:
        return "Thank you."
    return "Thank you: a curator will look at it."


def _phrasing(request: HttpRequest, answer: QuickstartAnswer) -> WrittenAnswer | None:
    """The wording of this answer that a model writes, or has written: requested now, or named in the address."""
    phrase, account = request.GET.get("phrase", ""), account_of(request)
    if phrase == "on":
        return request_phrasing(answer, account=account, requester=PERSON)
    if not phrase:
        return None
    try:
        return find_written_answer(account=account, requester=PERSON, answer_id=phrase, kinds=(PHRASING,))
    except WrittenAnswerNotFound:
        return None


def _answer_context(
    request: HttpRequest, collection: Collection, answer: QuickstartAnswer, phrasing: WrittenAnswer | None
) -> dict[str, Any]:
    if phrasing is not None and phrasing.state == AnswerState.DONE:
        answer = replace(answer, phrased=wording_of(phrasing))
    explained = _explained(collection, answer)
    shown = answer.entry or explained
    return {
        "answer": answer,
        "documents": named_documents(collection, answer.related_docs),
        "closest_documents": named_documents(collection, [answer.closest_doc] if answer.closest_doc else []),
        "phrasing": phrasing,
        "phrasing_url": _phrasing_url(request, phrasing),
        # With entries alone each kind of question has the same answer.
        "may_switch": answer.intent_chosen or any(each.kind == "skill" for each in answer.scores),
        "other_intents": [each for each in Intent if each != answer.intent],
        "levels": {level: level.words for level in Entry.TreeLevel},
        "by_page": shown is not None and names_page(shown.answer),
        "may_phrase": answer.outcome == AskOutcome.ANSWERED and answer.entry is not None and _has_model(),
        "add_url": _add_url(request, collection, answer),
        "explained": explained,
        "picked": picked_of(request, answer.question_id) if answer.outcome != AskOutcome.ANSWERED else None,
    }


def _explained(collection: Collection, answer: QuickstartAnswer) -> AnswerEntry | None:
    """Where a skill alone answers: the entry that explains it, if it names that skill; its answer is shown, too."""
    if answer.explained_in is None or answer.skill is None:
        return None
    entry = entries_of(collection).filter(entry_id=answer.explained_in.entry_id).first()
    is_its_own = entry and answer.skill.skill_id in map(skill_named, entry.related_skills)
    return to_answer_entry(entry, collection) if entry and is_its_own else None


def _phrasing_url(request: HttpRequest, phrasing: WrittenAnswer | None) -> str:
    """Of the page with this wording."""
    return _address(request, **({"phrase": phrasing.pk} if phrasing is not None else {}))


def _address(request: HttpRequest, **changed: str) -> str:
    """This page's, with these parameters."""
    parameters = request.GET.copy()
    for name, value in changed.items():
        parameters[name] = value
    return f"{reverse('quickstart:ask')}?{parameters.urlencode()}"


def _has_model() -> bool:
    try:
        return get_chat_model() is not None
    except LLMError as error:
        log.warning("no_chat_model", reason=str(error))
        return False


def _ask(
    request: HttpRequest, collections: Sequence[Collection], query: str, conversation: str
) -> tuple[Collection, QuickstartAnswer]:
    chosen = request.GET.get("intent", "")
    return ask_collections(
        account=account_of(request),
        collections=collections,
        query=query,
        session_key=session_of(conversation),
        intent=Intent(chosen) if chosen in list(Intent) else None,
        asked_by=ledger_reader_of(request),
    )


def _add_url(request: HttpRequest, collection: Collection, answer: QuickstartAnswer) -> str:
    """For curators: the admin's form for an entry, prefilled with the unanswered question."""
    if answer.outcome != AskOutcome.NO_ANSWER or not may_curate(request, collection, "add_entry"):
        return ""
    initial: dict[str, Any] = {
        "collection": collection.pk,
        "question": answer.query,
        "settles": answer.question_id,
    }
    if answer.nearest:
        initial["tree_path"] = answer.nearest[0].tree_path
    return f"{reverse('admin:quickstart_entry_add')}?{urlencode(initial, doseq=True)}"


def _suggested(collection: Collection) -> list[Entry]:
    """The most general entries."""
    return list(entries_of(collection).order_by("level", "position")[:MAX_SUGGESTED])
