"""What is done with the copies that are ticked in the list: pin, send, export, delete, and the way back."""

from contextlib import suppress
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_POST

from audit.services import record
from clipboard.queries.find_copies import copies_of
from clipboard.services import delete_entries, make_stone, pin
from clipboard.services.copy_retention import pack_copies
from clipboard.views.export_copies import copies_file
from core.pages.chosen_rows import (
    ChosenAction,
    Noun,
    act_on_chosen,
    confirm_deletion,
    filter_chosen,
    undo_mark,
)
from core.pages.request_account import account_of
from core.pages.undo_deletion import store_deletion
from core.rest.exceptions import ProductError
from stones.stone_name import MAX_NAMED

COPIES = Noun("copy", "copies")
_WHY_NOT = f"the text was not kept, cannot be a stone, or {MAX_NAMED} others go first."


@require_POST
def chosen(request: HttpRequest) -> HttpResponseBase:
    """`action` on the copies named by `chosen`. What is not the account's is left out of every count."""
    account = account_of(request)
    ids = list(filter_chosen(request, copies_of(account)).values_list("pk", flat=True))
    return act_on_chosen(request, ids, _ACTIONS, fallback="clipboard:list")


def _pin(request: HttpRequest, ids: list[str], *, is_pinned: bool) -> None:
    account = account_of(request)
    changed = list(
        copies_of(account).filter(pk__in=ids, is_pinned=not is_pinned).values_list("pk", flat=True)
    )
    with transaction.atomic():
        for entry_id in sorted(changed):
            pin(account=account, entry_id=entry_id, is_pinned=is_pinned)
    undo = undo_mark("clipboard:chosen", changed, action="unpin" if is_pinned else "pin") if changed else ""
    done = "pinned" if is_pinned else "unpinned"
    messages.success(request, f"{COPIES.phrase(len(changed))} {done}.", extra_tags=undo)


def _send(request: HttpRequest, ids: list[str]) -> HttpResponse | None:
    """To the page that sends, with the stone of each in its box; what can be none is counted."""
    account, stones = account_of(request), []
    chosen = sorted(ids, reverse=True)
    for entry_id in chosen[:MAX_NAMED]:
        with suppress(ProductError):
            stones.append(make_stone(account=account, entry_id=entry_id).pk)
    if left := len(chosen) - len(stones):
        messages.warning(request, f"{COPIES.phrase(left)} cannot be sent now: {_WHY_NOT}")
    query = urlencode({"stone": list(dict.fromkeys(stones))}, doseq=True)
    return HttpResponseRedirect(f"{reverse('inbox:compose')}?{query}") if stones else None


def _ask_delete(request: HttpRequest, ids: list[str]) -> HttpResponse:
    names = {"url_name": "clipboard:chosen", "fallback": "clipboard:list"}
    return confirm_deletion(request, ids, COPIES, words="clipboard/_delete_chosen.html", **names)


def _delete(request: HttpRequest, ids: list[str]) -> None:
    account = account_of(request)
    with transaction.atomic():
        packed = pack_copies(account, ids)
        number = COPIES.phrase(delete_entries(account=account, ids=ids))
        undo = store_deletion(account, number, packed)
    messages.success(request, f"{number} deleted.", extra_tags=undo)


def _export(request: HttpRequest, ids: list[str]) -> HttpResponseBase:
    account = account_of(request)
    record("export", "clipboard", account=account.pk, count=len(ids))
    return copies_file(copies_of(account).filter(pk__in=ids))


_ACTIONS: dict[str, ChosenAction[list[str]]] = {
    "pin": partial(_pin, is_pinned=True),
    "unpin": partial(_pin, is_pinned=False),
    "send": _send,
    "export": _export,
    "ask-delete": _ask_delete,
    "delete": _delete,
}
