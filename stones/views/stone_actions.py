"""What is done with a stone from its page: its levels asked for anew, and its deletion."""

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from core.pages.request_account import account_of
from core.pages.undo_deletion import store_deletion
from stones import services
from stones.exceptions import PinnedCopies
from stones.models import ListedStone
from stones.queries import assemble, find_own_stone
from stones.stored_header import text_of


@require_POST
def regenerate(request: HttpRequest, border_hash: str) -> HttpResponse:
    """Ask for the levels anew: after a failure, or because a model is there now."""
    stone = find_own_stone(account_of(request), border_hash)
    services.regenerate(content=stone.content)
    return redirect("stones:detail", border_hash=stone.address)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, border_hash: str) -> HttpResponse:
    """Ask first (the page's own dialog does, where there is JavaScript), then delete.

    `pinned=delete`: pinned copies of its text, too; without it the page asks once more.
    """
    account = account_of(request)
    stone = find_own_stone(account, border_hash)
    if request.method != "POST":
        return _confirm_delete(request, stone)
    delete_pinned = request.POST.get("pinned", "") == "delete"
    try:
        with transaction.atomic():
            packed, what = services.pack_stones(account, [stone.pk]), services.describe_stone(stone)
            deleted = services.delete_stone(
                account=account, border_hash=border_hash, delete_pinned=delete_pinned
            )
            undo = store_deletion(account, what, packed)
    except PinnedCopies:
        return _confirm_delete(request, stone, was_refused=True)
    deleted_copies = f" and {_copies_phrase(deleted.copies)} of its text" if deleted.copies else ""
    messages.success(
        request,
        f"The stone {stone.content.border_hash}{deleted_copies} {'are' if deleted_copies else 'is'} deleted.",
        extra_tags=undo,
    )
    return redirect("stones:list")


def _confirm_delete(request: HttpRequest, stone: ListedStone, *, was_refused: bool = False) -> HttpResponse:
    context = {
        "stone": stone,
        "content": stone.content,
        "scan": text_of(assemble(stone), 0),
        "deletion": services.preview_deletion(stone),
        "was_refused": was_refused,
    }
    return render(request, "stones/delete.html", context, status=409 if was_refused else 200)


def _copies_phrase(copies: int) -> str:
    return "the copy" if copies == 1 else f"the {copies:,} copies"
