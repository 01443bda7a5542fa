"""The pages of one answer: how it came about, the same as text, and what it would be as a note."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from brain.models import Turn
from brain.queries.conversations import find_turn
from brain.queries.notes import known_notes
from brain.rendering import for_model
from brain.response import Metadata, StandardResponse
from brain.services.saving import preview_note, save_as_note
from brain.sources import PROFILE_ID, SourceType
from brain.views.forms import NoteForm
from brain.views.shown import shown_turns
from pages.people import account_of
from rest.exceptions import ProductError
from rest.problems import status_of


@require_safe
def answer_page(request: HttpRequest, turn_id: str) -> HttpResponse:
    """Why this answer: what was found, what was given to whom, what was cited and what was dropped."""
    account = account_of(request)
    turn = find_turn(account, turn_id)
    (shown,) = shown_turns(account, [turn])
    retrieved = turn.trace.get("retrieved", [])
    ids = [each["id"] for each in retrieved if each["type"] == SourceType.NOTES]
    known = known_notes(account, ids) | {PROFILE_ID}
    context = {
        "turn": turn,
        "shown": shown,
        "trace": turn.trace,
        "retrieved": [
            each | {"is_gone": each["type"] != SourceType.EXTERNAL and each["id"] not in known}
            for each in retrieved
        ],
        "given_count": sum(1 for each in retrieved if each["tokens"]),
    }
    return render(request, "brain/answer.html", context)


@require_safe
def answer_text(request: HttpRequest, turn_id: str) -> HttpResponse:
    """The answer with its sources, to be copied."""
    turn = find_turn(account_of(request), turn_id)
    response = StandardResponse(answer=turn.answer, metadata=Metadata.model_validate(turn.metadata))
    text = for_model(response, unsupported=turn.unsupported)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_http_methods(["GET", "HEAD", "POST"])
def answer_note(request: HttpRequest, turn_id: str) -> HttpResponse:
    """The note that the answer would become, to be edited; by POST it is one."""
    turn = find_turn(account_of(request), turn_id)
    if request.method != "POST":
        draft = preview_note(turn=turn)
        return _note_page(request, turn, NoteForm.drafted(draft.title, draft.tags, draft.body))
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _note_page(request, turn, form, 422)
    data = form.cleaned_data
    try:
        note, _ = save_as_note(turn=turn, title=data["title"], body=data["body"], tags=[data["tags"]])
    except ProductError as error:
        form.add_error(None, error.message)
        return _note_page(request, turn, form, status_of(error))
    messages.success(request, "Saved as a note.")
    return redirect("brain:note", note.pk)


def _note_page(request: HttpRequest, turn: Turn, form: NoteForm, status: int = 200) -> HttpResponse:
    (shown,) = shown_turns(account_of(request), [turn])
    context: dict[str, Any] = {"turn": turn, "shown": shown, "form": form}
    return render(request, "brain/answer_note.html", context, status=status)
