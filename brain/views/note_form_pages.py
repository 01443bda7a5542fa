"""Create, edit and delete a note."""

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from brain.exceptions import NoteChanged
from brain.models import Note
from brain.queries.note_queries import find_note
from brain.services.manage_notes import create_note, delete_note, edit_note
from brain.views.forms import NoteForm
from core.pages.request_account import account_of
from core.pages.taken_drafts import takes_draft
from core.pages.undo_deletion import pack_deleted, store_deletion
from core.rest.exceptions import ProductError
from core.rest.problems import status_of


@require_http_methods(["GET", "HEAD", "POST"])
@takes_draft
def note_new(request: HttpRequest) -> HttpResponse:
    """GET: an empty form. POST: creates the note."""
    if request.method != "POST":
        return _form_page(request, NoteForm(), None)
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _form_page(request, form, None, 422)
    data = form.cleaned_data
    try:
        note = create_note(
            account=account_of(request),
            title=data["title"],
            body=data["body"],
            tags=[data["tags"]],
            dated=form.dated(),
        )
    except ProductError as error:
        form.add_error(None, error.message)
        return _form_page(request, form, None, status_of(error))
    messages.success(request, "Noted.")
    return redirect("brain:note", note.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@takes_draft
def note_edit(request: HttpRequest, note_id: str) -> HttpResponse:
    """GET: the form. POST: the edit; an edit conflict shows both texts."""
    note = find_note(account_of(request), note_id)
    if request.method != "POST":
        return _form_page(request, NoteForm.of(note), note)
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _form_page(request, form, note, 422)
    data = form.cleaned_data
    try:
        edited = edit_note(
            note=note,
            version=data["version"] or 0,
            title=data["title"],
            body=data["body"],
            tags=[data["tags"]],
            dated=form.dated(note),
        )
    except NoteChanged as error:
        return _conflict(request, form, note, status_of(error))
    except ProductError as error:
        form.add_error(None, error.message)
        return _form_page(request, form, note, status_of(error))
    messages.success(request, "No change." if edited.version == data["version"] else "Saved.")
    return redirect("brain:note", note.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def note_delete(request: HttpRequest, note_id: str) -> HttpResponse:
    """GET asks for confirmation; POST deletes it."""
    note = find_note(account_of(request), note_id)
    if request.method != "POST":
        return render(request, "brain/note_delete.html", {"note": note})
    name = f"The note “{note.title}”"
    with transaction.atomic():
        packed = pack_deleted([note])
        delete_note(note=note)
        undo = store_deletion(note.account, name, packed)
    messages.success(request, f"{name} is deleted.", extra_tags=undo)
    return redirect("brain:notes")


def _conflict(request: HttpRequest, form: NoteForm, note: Note, status: int) -> HttpResponse:
    """Both texts; saving again after seeing the other replaces it."""
    current = find_note(account_of(request), note.pk)
    again = NoteForm({**form.cleaned_data, "version": current.version})
    return _form_page(request, again, note, status, current=current)


def _form_page(
    request: HttpRequest, form: NoteForm, note: Note | None, status: int = 200, current: Note | None = None
) -> HttpResponse:
    context = {"form": form, "note": note, "current": current}
    return render(request, "brain/note_form.html", context, status=status)
