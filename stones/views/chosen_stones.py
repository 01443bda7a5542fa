"""What is done with the stones that are ticked in the list: archive, tag, send, export, delete, and the way back."""

from collections.abc import Iterator, Set
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from audit.services import record
from core.db.export_files import json_lines
from core.pages.chosen_rows import (
    ChosenAction,
    Noun,
    act_on_chosen,
    chosen_keys,
    confirm_deletion,
    filter_chosen,
    undo_mark,
)
from core.pages.chosen_tags import change_tags, posted_tags
from core.pages.json_lines_file import json_lines_file
from core.pages.request_account import account_of
from core.pages.undo_deletion import beginnings, store_deletion
from core.pages.zip_stream import zip_file
from stones.models import Stone
from stones.queries import assemble, stones_of, with_list_fields
from stones.queries.account_files import export_stones
from stones.services import arrange_stones
from stones.services.delete_stones import delete_stones, pack_stones
from stones.services.read_levels import stone_text
from stones.stone_name import MAX_NAMED
from stones.stored_header import text_of

Stones = QuerySet[Stone]
STONES = Noun("stone", "stones")


@require_POST
def chosen(request: HttpRequest) -> HttpResponseBase:
    """`action` on the stones named by `chosen`. What is not the account's is left out of every count."""
    # Without what a list shows: that brings more than can be locked or changed.
    stones = filter_chosen(request, Stone.objects.alive().filter(account=account_of(request)))
    return act_on_chosen(request, stones, _ACTIONS, fallback="stones:list")


def _archive(request: HttpRequest, stones: Stones) -> None:
    ids = list(stones.filter(archived=None).values_list("pk", flat=True))
    count = arrange_stones.archive_stones(stones)
    _report(
        request, f"{STONES.phrase(count)} archived. Agents find archived stones as before.", "unarchive", ids
    )


def _unarchive(request: HttpRequest, stones: Stones) -> None:
    ids = list(stones.exclude(archived=None).values_list("pk", flat=True))
    count = arrange_stones.unarchive_stones(stones)
    _report(request, f"{STONES.phrase(count)} restored to the list.", "archive", ids)


def _report(request: HttpRequest, text: str, action: str, ids: list[str]) -> None:
    undo = undo_mark("stones:chosen", ids, action=action) if ids else ""
    messages.success(request, text, extra_tags=undo)


def _tag(request: HttpRequest, stones: Stones, *, adds: bool) -> None:
    tags = posted_tags(request, arrange_stones.normalize_tag)
    act = arrange_stones.tag_stones if adds else arrange_stones.untag_stones

    def change(tag: str, excluded: Set[str]) -> list[str]:
        return act(stones.exclude(pk__in=excluded), tag)

    change_tags(request, tags, change, adds=adds, noun=STONES, url_name="stones:chosen")


def _send(request: HttpRequest, stones: Stones) -> HttpResponse:
    """To the page that sends, with these stones in its box; what is more than it takes is named."""
    keys = set(stones.values_list("pk", flat=True))
    chosen = [key for key in chosen_keys(request) if key in keys]
    if len(chosen) > MAX_NAMED:
        messages.warning(
            request, f"{MAX_NAMED} of the {len(chosen)} chosen stones are here: more go in a second turn."
        )
    query = urlencode({"stone": chosen[:MAX_NAMED]}, doseq=True)
    return HttpResponseRedirect(f"{reverse('inbox:compose')}?{query}")


def _ask_delete(request: HttpRequest, stones: Stones) -> HttpResponse:
    keys = list(stones.order_by("-pk").values_list("pk", flat=True))
    names = {"url_name": "stones:chosen", "fallback": "stones:list"}
    return confirm_deletion(request, keys, STONES, words="stones/_delete_chosen.html", **names)


def _delete(request: HttpRequest, stones: Stones) -> None:
    account = account_of(request)
    rows = list(with_list_fields(stones))
    ids, names = [stone.pk for stone in rows], beginnings([text_of(assemble(stone), 0) for stone in rows])
    with transaction.atomic():
        packed = pack_stones(account, ids)
        deleted, pinned = delete_stones(account=account, stone_ids=ids)
        what = f"{STONES.phrase(deleted)}{'' if pinned else names}"
        undo = store_deletion(account, what, packed) if deleted else ""
    text = f"{STONES.phrase(deleted)} deleted."
    if pinned:
        text += (
            f" {pinned} stayed: copies in the clipboard are pinned. Delete those stones on their own pages."
        )
    messages.add_message(request, messages.WARNING if pinned else messages.SUCCESS, text, extra_tags=undo)


def _export_lines(request: HttpRequest, stones: Stones) -> HttpResponseBase:
    _record_export(account_of(request), stones, "jsonl")
    return json_lines_file(json_lines(export_stones(stones)), "stones.jsonl")


def _export_zip(request: HttpRequest, stones: Stones) -> HttpResponseBase:
    """Each as the text that a paste takes, all levels."""
    account = account_of(request)
    _record_export(account, stones, "zip")
    # One at a time: each brings its source.
    ids = list(stones.order_by("pk").values_list("pk", flat=True))
    return zip_file(_files(account, ids), "stones.zip", now=timezone.now())


def _files(account: User, ids: list[str]) -> Iterator[tuple[str, list[bytes]]]:
    for stone_id in ids:
        if stone := stones_of(account).defer(None).filter(pk=stone_id).first():
            name = f"{stone.content.border_hash}-{stone.pk}.qastone.txt"
            yield name, [stone_text(assemble(stone)).encode()]


def _record_export(account: User, stones: Stones, form: str) -> None:
    record("export", "stones", account=account.pk, form=form, count=stones.count())


_ACTIONS: dict[str, ChosenAction[Stones]] = {
    "archive": _archive,
    "unarchive": _unarchive,
    "tag": partial(_tag, adds=True),
    "untag": partial(_tag, adds=False),
    "send": _send,
    "ask-delete": _ask_delete,
    "delete": _delete,
    "export": _export_lines,
    "zip": _export_zip,
}
