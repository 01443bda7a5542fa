"""The Questions page: unanswered questions, for curators."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from core.pages.json_twins import rows_response, wants_rows
from core.pages.request_account import account_of, staff_only
from quickstart.exceptions import InvalidEntry
from quickstart.kinds import OwnerKind
from quickstart.models import Collection
from quickstart.queries.waiting_questions import (
    MAX_WAITING,
    QuestionGroup,
    group_waiting_questions,
    picks_any,
    unsettled_questions,
)
from quickstart.services.accept_wordings import accept_wordings
from quickstart.services.settle_questions import settle
from quickstart.views.collection_access import is_curator, may_curate

MAX_GROUPS = 50
MAX_VARIANTS = 12
_OWNERS: dict[OwnerKind, str] = {"entry": "entries", "skill": "skills"}
"""Of wordings."""


@require_safe
@staff_only
def questions_page(request: HttpRequest) -> HttpResponse:
    """The groups of one of the curator's own collections, most wanted first."""
    collections = _own_collections(request)
    collection = _chosen(collections, request.GET.get("collection", ""))
    context: dict[str, Any] = {"collections": collections, "collection": collection}
    groups = group_waiting_questions(collection) if collection else []
    if wants_rows(request):
        return rows_response(request, [_as_row(group) for group in groups], file_name="questions")
    if collection:
        may_add = may_curate(request, collection, "add_entry")
        context |= {
            "groups": [
                (group, _add_url(collection, group) if may_add else "") for group in groups[:MAX_GROUPS]
            ],
            "may_accept": {kind: may_curate(request, collection, f"change_{kind}") for kind in _OWNERS},
            "group_count": len(groups),
            "question_count": unsettled_questions(collection).count(),
            "max_questions": MAX_WAITING,
        }
    return render(request, "quickstart/questions.html", context)


@require_POST
@staff_only
def dismiss(request: HttpRequest) -> HttpResponse:
    """Take questions from the queue without an answer."""
    collection = _chosen(_own_collections(request), request.POST.get("collection", ""))
    count = settle(account=account_of(request), question_ids=_numbers(request.POST.getlist("question")))
    message = (
        f"Dismissed: {count} question{'' if count == 1 else 's'}." if count else "They were already done."
    )
    messages.success(request, message)
    return _to_questions(collection)


@require_POST
@staff_only
def accept(request: HttpRequest) -> HttpResponse:
    """Make questions wordings of the entry or skill that their askers picked."""
    collection = _chosen(_own_collections(request), request.POST.get("collection", ""))
    numbers = _numbers(request.POST.getlist("question"))
    may_change = {kind: is_curator(request, f"change_{kind}") for kind in _OWNERS}
    for kind, name in _OWNERS.items():
        is_needed = not any(may_change.values()) or picks_any(account_of(request), numbers, kind)
        if is_needed and not may_change[kind]:
            raise PermissionDenied(f"You may not change {name}: an administrator can allow it.")
    try:
        count = accept_wordings(account=account_of(request), question_ids=numbers)
    except InvalidEntry as error:
        messages.error(request, error.message)
    else:
        message = f"Added as wordings: {count} question{'' if count == 1 else 's'}."
        messages.success(request, message if count else "They were already done.")
    return _to_questions(collection)


def _to_questions(collection: Collection | None) -> HttpResponse:
    query_string = f"?{urlencode({'collection': collection.name})}" if collection else ""
    return redirect(reverse("quickstart:questions") + query_string)


def _own_collections(request: HttpRequest) -> list[Collection]:
    """Only own collections: questions to a shared one are visible to its owner alone."""
    return list(Collection.objects.filter(account=account_of(request)).order_by("name"))


def _chosen(collections: list[Collection], name: str) -> Collection | None:
    """The named one, or the first. Raises Http404 for an unknown name."""
    found = [collection for collection in collections if not name or collection.name == name]
    if name and not found:
        raise Http404(f"There is no collection {name!r} of yours.")
    return found[0] if found else None


def _as_row(group: QuestionGroup) -> dict[str, Any]:
    return {
        "question": group.newest.text,
        "wordings": list(group.wordings),
        "times": group.times,
        "askers": group.askers,
        "last_asked": group.newest.asked.isoformat(),
        "called_wrong": group.down_voted,
        "comments": group.comments,
        "nearest": group.nearest.entry_id if group.nearest else None,
        "picked": {pick.title: len(pick.questions) for pick in group.picks},
    }


def _add_url(collection: Collection, group: QuestionGroup) -> str:
    """The admin's form for a new entry, prefilled; saving it settles the group."""
    initial: dict[str, str | list[str]] = {
        "collection": str(collection.pk),
        "question": group.newest.text,
        "variants": list(group.wordings[1 : MAX_VARIANTS + 1]),
        "settles": ",".join(map(str, group.question_ids)),
    }
    if group.nearest:
        initial["tree_path"] = group.nearest.tree_path
    return f"{reverse('admin:quickstart_entry_add')}?{urlencode(initial, doseq=True)}"


def _numbers(texts: list[str]) -> list[int]:
    """Ids as a form sends them; others are skipped."""
    return [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) <= 18]
