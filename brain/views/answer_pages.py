"""The pages of one answer: its trace, its text to copy, and saving it as a note."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from brain.answer_rendering import render_for_model
from brain.answer_sources import PROFILE_ID, SourceType
from brain.models import Turn
from brain.queries.conversation_queries import find_turn
from brain.queries.note_queries import existing_note_ids
from brain.services.save_answer import preview_note, save_as_note
from brain.standard_response import Metadata, StandardResponse
from brain.views.forms import NoteForm
from brain.views.render_turns import render_turns
from core.pages.request_account import account_of
from core.rest.exceptions import ProductError
from core.rest.problems import status_of


@require_safe
def answer_page(request: HttpRequest, turn_id: str) -> HttpResponse:
    """Why this answer: what was found, what was sent where, what was cited and what was dropped."""
    account = account_of(request)
    turn = find_turn(account, turn_id)
    (rendered,) = render_turns(account, [turn])
    retrieved = turn.trace.get("retrieved", [])
    ids = [each["id"] for each in retrieved if each["type"] == SourceType.NOTES]
    existing_ids = existing_note_ids(account, ids) | {PROFILE_ID}
    context = {
        "turn": turn,
        "rendered": rendered,
        "trace": turn.trace,
        "retrieved": [
            each | {"is_gone": each["type"] != SourceType.EXTERNAL and each["id"] not in existing_ids}
            for each in retrieved
        ],
        "prompt_source_count": sum(1 for each in retrieved if each["tokens"]),
    }
    return render(request, "brain/answer.html", context)


@require_safe
def answer_text(request: HttpRequest, turn_id: str) -> HttpResponse:
    """The answer with its sources, for copying."""
    turn = find_turn(account_of(request), turn_id)
    response = StandardResponse(answer=turn.answer, metadata=Metadata.model_validate(turn.metadata))
    text = render_for_model(response, unsupported=turn.unsupported)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_http_methods(["GET", "HEAD", "POST"])
def answer_note(request: HttpRequest, turn_id: str) -> HttpResponse:
    """GET: the note form, prefilled from the answer. POST: saves it."""
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
    (rendered,) = render_turns(account_of(request), [turn])
    context: dict[str, Any] = {"turn": turn, "rendered": rendered, "form": form}
    return render(request, "brain/answer_note.html", context, status=status)
