"""The page Ask: one field, one answer, and whether it was right."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from pages.people import account_of, reader_of
from quickstart.answers.model import Answer
from quickstart.exceptions import QuestionNotFound
from quickstart.kinds import Intent
from quickstart.models import Collection, Entry, Verdict
from quickstart.queries.browsing import entries_of
from quickstart.queries.collections import collections_for
from quickstart.services.asking import MAX_QUESTION, ask
from quickstart.services.feedback import give_feedback
from quickstart.views.people import collection_of, new_sitting, sitting_key
from rest.exceptions import ProductError
from rest.problems import status_of

SUGGESTED = 6


@require_safe
def ask_page(request: HttpRequest) -> HttpResponse:
    """`?q=` is asked and answered; without it the field, and what others begin with."""
    account = account_of(request)
    collection = collection_of(request)
    query = request.GET.get("q", "").strip()
    context: dict[str, Any] = {
        "collections": list(collections_for(account)),
        "collection": collection,
        "query": query,
        "longest": MAX_QUESTION,
        "intents": [each.value for each in Intent],
    }
    status = 200
    if collection and query:
        try:
            context["answer"] = _ask(request, collection, query)
            context["add_url"] = _add_url(request, collection, context["answer"])
        except ProductError as error:
            context["fault"], status = error.message, status_of(error)
    elif collection:
        context["suggested"] = _suggested(collection)
    is_fragment = request.headers.get("HX-Target") == "ask"
    template = "quickstart/_ask.html" if is_fragment else "quickstart/ask.html"
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


@require_POST
def feedback(request: HttpRequest) -> HttpResponse:
    """Was this right? Answered with the words that take the buttons' place, or back on the page that asked."""
    verdict = request.POST.get("verdict", "")
    try:
        if verdict not in Verdict.values:
            raise QuestionNotFound("Say whether it was right: up or down.")
        question_id = _number(request.POST.get("question", ""))
        question = give_feedback(
            account=account_of(request),
            question_id=question_id,
            verdict=Verdict(verdict),
            comment=request.POST.get("comment", ""),
        )
    except ProductError as error:
        return render(request, "error.html", {"status": 404, "detail": error.message}, status=404)
    if request.headers.get("HX-Request"):
        return render(request, "quickstart/_thanks.html", {"verdict": question.verdict})
    messages.success(request, "Thank you: noted. What was wrong waits for a curator.")
    asked = urlencode({"collection": question.collection.name})
    return redirect(f"{reverse('quickstart:ask')}?{asked}")


@require_POST
def start_over(request: HttpRequest) -> HttpResponse:
    """Begin a sitting in which nothing has been told."""
    new_sitting(request)
    collection = request.POST.get("collection", "")
    messages.success(request, "A new sitting: nothing counts as explained.")
    asked = urlencode({"collection": collection}) if collection else ""
    return redirect(f"{reverse('quickstart:ask')}?{asked}")


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
    """Where staff add the question that had no answer."""
    if not account_of(request).is_staff or answer.entry or answer.skill:
        return ""
    given = {"question": answer.query, "collection": collection.pk, "settles": answer.question_id or ""}
    if answer.nearest and answer.nearest[0].tree_path:
        given["tree_path"] = ",".join(answer.nearest[0].tree_path)
    return f"{reverse('admin:quickstart_entry_add')}?{urlencode(given)}"


def _suggested(collection: Collection) -> list[Entry]:
    """What most begin with: the most general entries."""
    return list(entries_of(collection).order_by("level", "position")[:SUGGESTED])


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise QuestionNotFound("There is no such question.")
    return int(text)
