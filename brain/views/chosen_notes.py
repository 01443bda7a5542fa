"""What is done with the notes that are ticked in the list: tag, export, delete, and the way back."""

from collections.abc import Iterator, Set
from functools import partial

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_POST

from audit.services import record
from brain.models import Note
from brain.models.notes import MAX_TAG
from brain.parsing.normalize_tags import split_tags
from brain.queries.note_queries import note_file, notes_of
from brain.services.manage_notes import delete_notes
from brain.services.tag_notes import tag_notes, untag_notes
from core.db.export_files import json_lines, plain_rows
from core.pages.chosen_rows import (
    ChosenAction,
    Noun,
    act_on_chosen,
    confirm_deletion,
    filter_chosen,
)
from core.pages.chosen_tags import change_tags
from core.pages.json_lines_file import json_lines_file
from core.pages.request_account import account_of
from core.pages.undo_deletion import pack_deleted, store_deletion
from core.pages.zip_stream import zip_file

NOTES = Noun("note", "notes")


@require_POST
def chosen(request: HttpRequest) -> HttpResponseBase:
    """`action` on the notes named by `chosen`. What is not the account's is left out of every count."""
    notes = list(filter_chosen(request, notes_of(account_of(request))))
    return act_on_chosen(request, notes, _ACTIONS, fallback="brain:notes")


def _tag(request: HttpRequest, notes: list[Note], *, adds: bool) -> None:
    text = request.POST.get("tag", "").replace("\x00", " ")
    tags = list(dict.fromkeys(tag[:MAX_TAG] for tag in split_tags([text])))
    chosen_notes = notes_of(account_of(request)).filter(pk__in=[note.pk for note in notes])

    def change(tag: str, excluded: Set[str]) -> list[str]:
        # Read again: the tag before this one made another version of them.
        return (tag_notes if adds else untag_notes)(chosen_notes.exclude(pk__in=excluded), tag)

    change_tags(request, tags, change, adds=adds, noun=NOTES, url_name="brain:notes-chosen")


def _export(request: HttpRequest, notes: list[Note]) -> HttpResponseBase:
    _record_export(request, notes, "jsonl")
    rows = plain_rows(Note.objects.filter(pk__in=[note.pk for note in notes]))
    return json_lines_file(json_lines(rows), "notes.jsonl")


def _export_zip(request: HttpRequest, notes: list[Note]) -> HttpResponseBase:
    """Each as the Markdown file that the import takes."""
    _record_export(request, notes, "zip")
    return zip_file(_files([note.pk for note in notes]), "notes.zip", now=timezone.now())


def _files(ids: list[str]) -> Iterator[tuple[str, list[bytes]]]:
    # One at a time: each brings its text.
    for note_id in sorted(ids):
        if note := Note.objects.filter(pk=note_id).first():
            yield note_file(note)


def _record_export(request: HttpRequest, notes: list[Note], form: str) -> None:
    record("export", "notes", account=account_of(request).pk, form=form, count=len(notes))


def _ask_delete(request: HttpRequest, notes: list[Note]) -> HttpResponse:
    keys = [note.pk for note in notes]
    names = {"url_name": "brain:notes-chosen", "fallback": "brain:notes"}
    return confirm_deletion(request, keys, NOTES, words="brain/_delete_chosen.html", **names)


def _delete(request: HttpRequest, notes: list[Note]) -> None:
    with transaction.atomic():
        packed = pack_deleted(notes)
        number = NOTES.phrase(delete_notes(account=account_of(request), notes=notes))
        undo = store_deletion(account_of(request), number, packed)
    messages.success(request, f"{number} deleted.", extra_tags=undo)


_ACTIONS: dict[str, ChosenAction[list[Note]]] = {
    "tag": partial(_tag, adds=True),
    "untag": partial(_tag, adds=False),
    "export": _export,
    "zip": _export_zip,
    "ask-delete": _ask_delete,
    "delete": _delete,
}
