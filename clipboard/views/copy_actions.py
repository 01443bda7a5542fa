"""What a person does with a copy, and with the clipboard: each by a form of its own."""

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from clipboard.queries.find_copies import find_copy
from clipboard.services import delete_entry, make_stone, pin, save_clipboard_settings
from clipboard.services.copy_retention import pack_copies
from core.pages.chosen_rows import return_url
from core.pages.request_account import account_of
from core.pages.undo_deletion import store_deletion
from core.rest.exceptions import ProductError
from stones.queries import reloaded


@require_POST
def stone(request: HttpRequest, name: str) -> HttpResponse:
    """Make a stone of it and go there; where that cannot be, say why beside the copy."""
    account = account_of(request)
    entry = find_copy(account, name)
    try:
        new_stone = make_stone(account=account, entry_id=entry.pk)
    except ProductError as error:
        messages.error(request, error.message)
        return redirect("clipboard:entry", entry.pk)
    messages.success(request, "It is already a stone." if entry.stone_id else "A stone was made.")
    return redirect("stones:detail", reloaded(new_stone).address)


@require_POST
def pin_copy(request: HttpRequest, name: str) -> HttpResponse:
    """`pinned=yes`: it stays for good; otherwise its days begin anew."""
    account, is_pinned = account_of(request), request.POST.get("pinned", "") == "yes"
    entry = pin(account=account, entry_id=find_copy(account, name).pk, is_pinned=is_pinned)
    messages.success(request, "Pinned: kept until you delete it." if is_pinned else "Unpinned.")
    return redirect("clipboard:entry", entry.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, name: str) -> HttpResponse:
    """Ask first (the page's own dialog does, where there is JavaScript), then delete."""
    account = account_of(request)
    entry = find_copy(account, name)
    if request.method != "POST":
        return render(request, "clipboard/delete.html", {"entry": entry})
    phrase = f"The copy “{entry.preview[:60]}”"
    with transaction.atomic():
        packed = pack_copies(account, [entry.pk])
        delete_entry(account=account, entry_id=entry.pk)
        undo = store_deletion(account, phrase, packed)
    messages.success(request, f"{phrase} is deleted.", extra_tags=undo)
    return redirect("clipboard:list")


@require_POST
def pause(request: HttpRequest) -> HttpResponse:
    """`paused=yes`: nothing is recorded until it is resumed. Redirects to the page of this site that it came from."""
    is_paused = request.POST.get("paused", "") == "yes"
    save_clipboard_settings(account_of(request), is_paused=is_paused)
    messages.success(
        request, "Paused: nothing is recorded." if is_paused else "Resumed: copies are recorded again."
    )
    return redirect(return_url(request, "clipboard:list"))
