"""What a person deleted: brought back, or gone at once. Both lead back to the page that they came from."""

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from audit.services import record
from core.pages.chosen_rows import chosen_keys, return_url
from core.pages.request_account import account_of
from core.pages.undo_deletion import deleted_of, erase_deleted, restore_deleted


@require_POST
def restore(request: HttpRequest) -> HttpResponse:
    """Bring back the deletion named by `chosen`."""
    key = next(iter(chosen_keys(request)), "")
    deletion_id = int(key) if key.isascii() and key.isdecimal() and len(key) < 19 else 0
    account = account_of(request)
    with transaction.atomic():
        restored = restore_deleted(account=account, deletion_id=deletion_id)
        if restored is not None:
            record("deletion.undone", restored.rows.kind, account=account.pk, count=len(restored.rows.keys))
    if restored is None:
        messages.error(request, "That cannot be restored any more: a deletion is kept for an hour.")
    elif left_out := restored.rows.left_out:
        text = "something else stands in their place now, such as a newer one of the same name or text."
        messages.warning(request, f"Of {restored.what} {left_out:,} did not come back: {text}")
    else:
        messages.success(request, f"Restored: {restored.what}.")
    return HttpResponseRedirect(return_url(request, "account"))


@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest) -> HttpResponse:
    """Ask first (the page's own dialog does, where there is JavaScript), then let all that could be brought back go."""
    if request.method != "POST":
        return render(request, "accounts/erase.html", {"deleted": list(deleted_of(account_of(request)))})
    erase_deleted(account=account_of(request))
    messages.success(request, "What you deleted is gone now.")
    return HttpResponseRedirect(return_url(request, "account"))
