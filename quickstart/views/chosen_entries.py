"""What is done with the entries that are ticked in the list: review, tag, export, delete, and the way back."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_POST

from audit.services import record
from core.pages.chosen_rows import (
    ChosenAction,
    Noun,
    act_on_chosen,
    confirm_deletion,
    filter_chosen,
    undo_mark,
)
from core.pages.json_lines_file import json_lines_file
from core.pages.key_pages import NUMBER
from core.pages.request_account import account_of
from core.pages.undo_deletion import pack_deleted, store_deletion
from quickstart.models import Entry, Review
from quickstart.queries.export_entries import export_rows
from quickstart.queries.list_entries import editable_entries
from quickstart.services import curate_content
from quickstart.services.tag_entries import read_tag, tag_entries, untag_entries
from quickstart.views.collection_access import is_curator
from quickstart.views.review_undo import DONE, read_states, report_review

Entries = QuerySet[Entry]
ENTRIES = Noun("entry", "entries")
URL = "quickstart:entries-chosen"


@require_POST
def chosen(request: HttpRequest) -> HttpResponseBase:
    """`action` on the entries named by `chosen`. What the account may not change is left out of every count."""
    permission = "delete_entry" if request.POST.get("action") in _DELETIONS else "change_entry"
    own = editable_entries(account_of(request)) if is_curator(request, permission) else Entry.objects.none()
    return act_on_chosen(
        request, filter_chosen(request, own, NUMBER), _ACTIONS, fallback="quickstart:entries"
    )


def _review(request: HttpRequest, entries: Entries, *, review: Review, set_state: Callable[..., int]) -> None:
    """Those that are in another state; the others stay as they are."""
    before = dict(entries.exclude(review=review).values_list("pk", "review"))
    count = set_state(entries=Entry.objects.filter(pk__in=before)) if before else 0
    report_review(request, URL, f"{ENTRIES.phrase(count)} {DONE[review]}.", before)


def _restore(request: HttpRequest, entries: Entries) -> None:
    """Each into the state that the form says."""
    states = read_states(request)
    rows = entries.filter(pk__in=states)
    before = {pk: review for pk, review in rows.values_list("pk", "review") if states[pk] != review}
    count = curate_content.restore_reviews(entries=rows, states=states)
    report_review(request, URL, f"{ENTRIES.phrase(count)} as before.", before)


def _tag(request: HttpRequest, entries: Entries, *, adds: bool) -> None:
    tag = read_tag(request.POST.get("tag", ""))
    if not tag:
        messages.info(request, "No tag was given. Type one next to the button first.")
        return
    keys = (tag_entries if adds else untag_entries)(entries=entries, tag=tag)
    number = ENTRIES.phrase(len(keys))
    undo = undo_mark(URL, keys, action="untag" if adds else "tag", tag=tag) if keys else ""
    text = f"{number} tagged #{tag}." if adds else f"The tag #{tag} is removed from {number}."
    messages.success(request, text, extra_tags=undo)


def _export(request: HttpRequest, entries: Entries) -> HttpResponseBase:
    """In the specification's lines, as an import reads them."""
    record("export", "Q&A entries", account=account_of(request).pk, count=entries.count())
    in_order = entries.order_by("collection_id", "position", "entry_id")
    return json_lines_file([export_rows(in_order)], "entries.jsonl")


def _ask_delete(request: HttpRequest, entries: Entries) -> HttpResponse:
    keys = [str(entry.pk) for entry in entries]
    names = {"url_name": URL, "fallback": "quickstart:entries"}
    return confirm_deletion(request, keys, ENTRIES, words="quickstart/_delete_entries.html", **names)


def _delete(request: HttpRequest, entries: Entries) -> None:
    with transaction.atomic():
        packed = pack_deleted(list(entries))
        number = ENTRIES.phrase(curate_content.delete_entries(entries=entries))
        undo = store_deletion(account_of(request), number, packed)
    messages.success(request, f"{number} deleted.", extra_tags=undo)


_DELETIONS = ("ask-delete", "delete")
_ACTIONS: dict[str, ChosenAction[Entries]] = {
    "publish": partial(_review, review=Review.PUBLISHED, set_state=curate_content.publish),
    "draft": partial(_review, review=Review.DRAFT, set_state=curate_content.set_to_draft),
    "retire": partial(_review, review=Review.RETIRED, set_state=curate_content.retire),
    "restore": _restore,
    "tag": partial(_tag, adds=True),
    "untag": partial(_tag, adds=False),
    "export": _export,
    "ask-delete": _ask_delete,
    "delete": _delete,
}
