"""The paste page without its script: the same journey by POST. A header is read first, a level when it is loaded.

The overview's box asks it, too, for its region `glance`: what a reader would get first, and what that saves.
"""

import json
import re
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST
from rest_framework.exceptions import ParseError

from core.pages.fragments import render_page
from core.pages.request_account import account_of, ledger_reader_of
from core.pages.taken_drafts import takes_draft
from core.rest.exceptions import ProductError
from core.rest.parsers import read_json
from core.rest.problems import status_of
from stones import services
from stones.account_channels import channels_for
from stones.exceptions import (
    AmbiguousHash,
    CopyDiffers,
    InvalidHash,
    LevelNotFound,
    NotAStone,
    StoneNotFound,
    SummaryRefused,
)
from stones.format import LEVEL_NAMES, STONE_TYPES, level_name
from stones.format.diagnosis import unquote
from stones.forms import StoreForm, ttl_choices
from stones.services.given_levels import (
    stored_level_warnings,
)
from stones.services.pasted_stone import CopiedLevels, claims_of, find_stored, stored_stone
from stones.services.preview_draft import preview_draft
from stones.services.read_pasted_text import PastedStone, holds_stones, read_paste
from stones.services.visit_stone import visit
from stones.summary_form import add_refusal
from stones.views.paste_card import Card
from stones.views.stored_again import find_stored_before, report_stored

_PAIR = re.compile(r"(\d{1,3}):(\d{1,2})")


@require_http_methods(["GET", "HEAD", "POST"])
@takes_draft
def paste(request: HttpRequest) -> HttpResponse:
    """Look at a text, load a level of the stone in it, or store it."""
    if request.method != "POST":
        return _page(request, {"form": StoreForm()})
    text, action = request.POST.get("text", ""), request.POST.get("action", "look")
    is_plain = action in ("plain", "store")
    # A chat quotes line by line: the stone is what stands behind the marks, and its hash says whether that is all.
    quoted = "" if is_plain else unquote(text) or ""
    text = quoted or text
    try:
        if "store" in request.POST:
            return _store_stone(request, text)
        if action == "check":
            return _check_stone(request, text)
        is_stone = not is_plain and holds_stones(text)
        return (
            _stones(request, text, is_quoted=bool(quoted))
            if is_stone
            else _plain(request, store=action == "store")
        )
    except SummaryRefused as error:
        return _plain_refused(request, error)
    except ProductError as error:
        if _is_script(request):
            return JsonResponse({"detail": error.message, "code": error.code}, status=status_of(error))
        form = StoreForm(request.POST)
        context = {"form": form, "text": text, "fault": error, "is_plain": is_plain}
        return _page(request, context, status=status_of(error))


def _is_script(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _page(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    channels = {
        name: {"defaultLod": each.default_lod, "color": each.color}
        for name, each in channels_for(account_of(request)).items()
    }
    shared = {
        "channels": json.dumps(channels),
        "max_bytes": settings.STONE_MAX_BYTES,
        "level_names": LEVEL_NAMES,
        "types": STONE_TYPES,
        "ttl_choices": ttl_choices(),
        "is_setup": "setup" in request.GET,
    }
    regions = {"glance": "stones/_paste_glance.html"}
    return render_page(request, "stones/paste.html", shared | context, regions=regions, status=status)


def _stones(request: HttpRequest, text: str, *, is_quoted: bool) -> HttpResponse:
    found = read_paste(text=text, channels=channels_for(account_of(request)))
    chosen = _pair(request, "open")
    cards = [_card(request, pasted, ordinal, chosen) for ordinal, pasted in enumerate(found.stones)]
    around = sum(len(part.text.strip()) for part in found.around)
    context = {"form": StoreForm(), "text": text, "cards": cards, "around": around, "is_quoted": is_quoted}
    return _page(request, context)


def _pair(request: HttpRequest, name: str) -> tuple[int, int] | None:
    """Which stone of the paste, and which level of it: "0:1"."""
    found = _PAIR.fullmatch(request.POST.get(name, ""))
    return (int(found[1]), int(found[2])) if found else None


def _card(request: HttpRequest, pasted: PastedStone, ordinal: int, chosen: tuple[int, int] | None) -> Card:
    copy = find_stored(account_of(request), pasted.found.stone, only_own=True)
    card = Card(pasted, copy, ordinal, [], account_of(request))
    stored = card.stored
    if chosen is None or chosen[0] != ordinal or card.is_blocked:
        return card
    lod = min(chosen[1], card.available - 1)
    if stored is None:
        card.opened.extend(
            (number, level_name(number), text)
            for number, text in enumerate(pasted.found.stone.levels[: lod + 1])
        )
    else:
        stone_visit = visit(
            account=account_of(request),
            border_hash=stored.pk,
            lod=lod,
            reader=ledger_reader_of(request),
        )
        card.opened.extend((read.level.number, read.level.name, read.content) for read in stone_visit.reads)
    return card


def _plain(request: HttpRequest, *, store: bool) -> HttpResponse:
    form = StoreForm(request.POST)
    text = request.POST.get("text", "")
    if not form.is_valid():
        return _page(request, {"form": form, "text": text, "is_plain": True}, status=422)
    if store:
        draft = form.draft()
        before = find_stored_before(account_of(request), draft)
        stored = services.store_stone(account=account_of(request), draft=draft)
        report_stored(request, stored, draft, before)
        return redirect("stones:detail", border_hash=stored.stone.address)
    before = find_stored_before(account_of(request), form.draft())
    stone_visit = preview_draft(form.draft())
    defaults = {name: field.initial for name, field in form.fields.items()}
    form = StoreForm(initial=defaults | request.POST.dict() | {"glow_channel": stone_visit.glow_channel})
    context = {"form": form, "text": text, "preview": stone_visit, "before": before, "is_plain": True}
    return _page(request, context)


def _plain_refused(request: HttpRequest, error: SummaryRefused) -> HttpResponse:
    form = StoreForm(request.POST)
    add_refusal(form, error.message, error.extra.get("faults"))
    context = {"form": form, "text": request.POST.get("text", ""), "is_plain": True}
    return _page(request, context, status=status_of(error))


def _store_stone(request: HttpRequest, text: str) -> HttpResponse:
    """Store a stone as it was pasted; the levels that were open on the page are its first reads."""
    found = read_paste(text=text)
    ordinal, opened = _pair(request, "store") or (0, 0)
    if ordinal >= len(found.stones):
        raise NotAStone("That stone is not in the text. Nothing was stored.", line=1, reason="no such stone")
    part = found.stones[ordinal].found
    stored = services.store_stone_text(account=account_of(request), text=found.text[part.start : part.end])
    content = stored.stone.content
    url = reverse("stones:detail", args=[stored.stone.address])
    if _is_script(request):
        answer = {"url": url, "border_hash": content.border_hash, "sha256": content.sha256}
        return JsonResponse(
            answer | {"levels": stored.stone.level_count}, status=201 if stored.created else 200
        )
    messages.success(request, "Stored." if stored.created else "It was already stored.")
    return redirect(f"{url}?lod={opened - 1}" if opened > 1 else url)


def _check_stone(request: HttpRequest, text: str) -> JsonResponse:
    """What the script, which cannot compare levels with their source, shows of the first stone; nothing is stored."""
    card = _card(request, read_paste(text=text).stones[0], 0, None)
    return JsonResponse({"warnings": [warning.text for warning in card.level_warnings]})


@require_POST
def stored_level(request: HttpRequest) -> JsonResponse:
    """A level of a stone stored here, found by its header and hashes alone: read through the ledger. 404 where none is.

    `levels`: the digests of the copy's own levels, the source of a whole copy among them (`is_whole`); `header`: its
    lines from the opening mark on. Where no stone of the text has these, what differs is in `changed`, and nothing
    is read.
    """
    try:
        chosen = read_json(request.body)
    except ParseError as error:
        return JsonResponse({"detail": str(error.detail)}, status=400)
    match chosen:
        case {"border_hash": str(border_hash), "level": int(number)} if not isinstance(number, bool):
            pass
        case _:
            return JsonResponse(
                {"detail": "Send {border_hash, level}: a text and a whole number."}, status=400
            )
    match chosen.get("levels", []), chosen.get("is_whole", False), chosen.get("header", ""):
        case list(levels), bool(is_whole), str(header) if all(isinstance(each, str) for each in levels):
            pass
        case _:
            return JsonResponse(
                {"detail": "levels is a list of texts, is_whole true or false, header a text."}, status=400
            )
    try:
        copied = CopiedLevels(tuple(levels), is_whole, claims_of(header) if header else None)
        return JsonResponse(_stored_level(request, border_hash, number, copied))
    except NotAStone as error:
        return JsonResponse({"detail": error.message, "code": error.code}, status=400)
    except CopyDiffers as error:
        url = reverse("stones:detail", args=[error.extra["address"]])
        return JsonResponse({"url": url, "changed": error.extra["difference"]})
    except (StoneNotFound, InvalidHash, AmbiguousHash, LevelNotFound) as error:
        return JsonResponse({"detail": error.message, "code": error.code}, status=404)


def _stored_level(
    request: HttpRequest, border_hash: str, number: int, copied: CopiedLevels
) -> dict[str, object]:
    account = account_of(request)
    stone = stored_stone(account, border_hash, copied)
    read = services.read_level(
        account=account, border_hash=stone.pk, level=number, reader=ledger_reader_of(request)
    )
    return {
        "url": reverse("stones:detail", args=[stone.address]),
        "sha256": stone.content.sha256,
        "level": read.level.number,
        "name": read.level.name,
        "content": read.content,
        "tokens": read.level.tokens,
        "lod_tokens": read.assembled.lod_tokens,
        "warnings": [warning.text for warning in stored_level_warnings(read.assembled)],
    }
