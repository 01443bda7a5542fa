"""The page Ask: one field, one answer, and whether it was right."""

from typing import Any
from urllib.parse import urlencode

import structlog
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from llm import LLMError, get_chat_model
from pages.people import account_of, reader_of
from quickstart.answers.model import Answer
from quickstart.exceptions import InvalidQuestion, QuestionNotFound
from quickstart.kinds import Intent, Outcome
from quickstart.models import Collection, Entry, Question, Verdict
from quickstart.queries.browsing import entries_of
from quickstart.services.asking import MAX_QUESTION, ask
from quickstart.services.feedback import give_feedback
from quickstart.views.people import (
    collection_of,
    may_curate,
    new_sitting,
    shown_collections,
    sitting_key,
)
from rest.exceptions import ProductError
from rest.problems import status_of

SUGGESTED = 6
log = structlog.get_logger(__name__)


@require_safe
def ask_page(request: HttpRequest) -> HttpResponse:
    """`?q=` is asked and answered; without it the field, and what others begin with. `?intent=` is the asker's choice.

    `?phrase=on` lets the configured model word the answer.
    """
    collection = collection_of(request)
    query = request.GET.get("q", "").strip()
    is_fragment = request.headers.get("HX-Target") == "ask"
    context: dict[str, Any] = {
        "collections": shown_collections(request),
        "collection": collection,
        "query": query,
        "longest": MAX_QUESTION,
        "is_fragment": is_fragment,
    }
    status = 200
    if collection and query:
        try:
            context |= _answered(request, collection, query)
        except ProductError as error:
            context["fault"], status = error.message, status_of(error)
    elif collection:
        context["suggested"] = _suggested(collection)
    template = "quickstart/_ask.html" if is_fragment else "quickstart/ask.html"
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


@require_POST
def feedback(request: HttpRequest) -> HttpResponse:
    """Was this right? Answered with the words that take the buttons' place, or back at the question."""
    verdict = request.POST.get("verdict", "")
    if verdict not in Verdict.values:
        raise InvalidQuestion("Say whether it was right: up or down.")
    question = give_feedback(
        account=account_of(request),
        question_id=_number(request.POST.get("question", "")),
        verdict=Verdict(verdict),
        comment=request.POST.get("comment", ""),
    )
    if request.headers.get("HX-Request"):
        return render(request, "quickstart/_thanks.html", {"question": question})
    messages.success(request, _thanks(question))
    chosen = request.POST.get("intent", "")
    return _back(
        question.collection.name, q=question.text, **({"intent": chosen} if chosen in list(Intent) else {})
    )


@require_POST
def start_over(request: HttpRequest) -> HttpResponse:
    """Begin a sitting in which nothing has been told."""
    new_sitting(request)
    messages.success(request, "Started over: nothing counts as explained.")
    return _back(request.POST.get("collection", ""))


def _back(collection: str, **asked: str) -> HttpResponse:
    query = urlencode(({"collection": collection} if collection else {}) | asked)
    return redirect(reverse("quickstart:ask") + (f"?{query}" if query else ""))


def _thanks(question: Question) -> str:
    if question.verdict == Verdict.UP:
        return "Thank you: noted as right."
    return "Thank you: a curator will look at it."


def _answered(request: HttpRequest, collection: Collection, query: str) -> dict[str, Any]:
    answer = _ask(request, collection, query)
    return {
        "answer": answer,
        "other_intents": [each.value for each in Intent if each != answer.intent],
        "levels": dict(Entry.Level.choices),
        "may_phrase": answer.outcome == Outcome.ANSWERED and answer.entry is not None and _has_model(),
        "add_url": _add_url(request, collection, answer),
    }


def _has_model() -> bool:
    try:
        return get_chat_model() is not None
    except LLMError as error:
        log.warning("no_chat_model", reason=str(error))
        return False


def _ask(request: HttpRequest, collection: Collection, query: str) -> Answer:
    chosen = request.GET.get("intent", "")
    return ask(
        account=account_of(request),
        collection=collection,
        query=query,
        session_key=sitting_key(request),
        intent=Intent(chosen) if chosen in list(Intent) else None,
        asked_by=reader_of(request),
        phrase=request.GET.get("phrase") == "on",
    )


def _add_url(request: HttpRequest, collection: Collection, answer: Answer) -> str:
    """Where curators add the question that had no answer: the admin's form, filled in."""
    if answer.outcome != Outcome.NO_ANSWER or not may_curate(request, collection, "add_entry"):
        return ""
    given: dict[str, Any] = {
        "collection": collection.pk,
        "question": answer.query,
        "settles": answer.question_id,
    }
    if answer.nearest:
        given["tree_path"] = answer.nearest[0].tree_path
    return f"{reverse('admin:quickstart_entry_add')}?{urlencode(given, doseq=True)}"


def _suggested(collection: Collection) -> list[Entry]:
    """What most begin with: the most general entries."""
    return list(entries_of(collection).order_by("level", "position")[:SUGGESTED])


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise QuestionNotFound("There is no such question.")
    return int(text)
