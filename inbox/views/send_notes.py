"""The chosen notes of the brain's list, each as a stone on the page that sends."""

from contextlib import suppress
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from brain.models import Note
from brain.queries.note_queries import notes_of
from core.pages.chosen_rows import Noun, filter_chosen, return_url
from core.pages.request_account import account_of
from core.rest.exceptions import ProductError
from stones.services import StoneDraft, store_stone
from stones.stone_name import MAX_NAMED

NOTES = Noun("note", "notes")


@require_POST
def send_notes(request: HttpRequest) -> HttpResponseRedirect:
    """To the page that sends, with the stone of each note in its box; what can be none, or is too many, is counted."""
    account, stones = account_of(request), []
    notes = list(filter_chosen(request, notes_of(account).defer(None)))
    for note in notes[:MAX_NAMED]:
        with suppress(ProductError):
            draft = StoneDraft(content=_text(note))
            stones.append(store_stone(account=account, draft=draft).stone.pk)
    if left := len(notes) - len(stones):
        messages.warning(
            request,
            f"{NOTES.phrase(left)} cannot be sent now: the text cannot be a stone, or {MAX_NAMED} others go first.",
        )
    elif not notes:
        messages.info(request, "Nothing was selected. Tick some rows first.")
    if not stones:
        return HttpResponseRedirect(return_url(request, "brain:notes"))
    query = urlencode({"stone": list(dict.fromkeys(stones))}, doseq=True)
    return HttpResponseRedirect(f"{reverse('inbox:compose')}?{query}")


def _text(note: Note) -> str:
    """The note's text, below its title where it has no heading of its own."""
    return note.body if note.body.lstrip().startswith("#") else f"# {note.title}\n\n{note.body}"
