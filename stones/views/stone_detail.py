"""One stone: its levels as they are loaded, what an agent receives, where it comes from, who read it."""

import hashlib
import re
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from core.jobs.find_jobs import find_job
from core.llm import count_tokens, tokens_are_exact
from core.pages.fragments import is_htmx, render_page
from core.pages.json_twins import CurlTwin, wants_json
from core.pages.render_markdown import count_invisible
from core.pages.request_account import account_of, ledger_reader_of
from stones import services
from stones.assembled_stone import AssembledStone, LevelState
from stones.format import CHANNELS
from stones.forms import FocusForm
from stones.models import WRITE_LEVELS, Stone
from stones.queries import MAX_CANDIDATES, assemble, find_stone, stones_of
from stones.queries.source_reads import stored_source_reads
from stones.queries.stone_ledger import ledger_of, queue_place
from stones.rendering import serialize_level, serialize_stone
from stones.services.read_levels import stone_text
from stones.services.visit_stone import Visit, visit
from stones.views.answer_focus import answer_question
from stones.views.channel_form import can_rechannel
from stones.views.level_meter import expanded_levels, level_meter, page_query
from stones.views.write_summary import can_reword, summary_form

_LINES = re.compile(r"(\d{1,7})-(\d{1,7})")
TABS = {
    "reading": "Reading",
    "agent": "What an agent receives",
    "raw": "Raw",
    "provenance": "Provenance",
    "reads": "Reads",
}


@require_safe
def stone_detail(request: HttpRequest, border_hash: str) -> HttpResponse:
    """The stone with the levels up to `?lod=` (with `?alone` LOD-0 and that one): each shown is a read. htmx gets its
    region alone.
    """
    if wants_json(request):
        return _as_json(request, border_hash)
    current_visit = visit(
        account=account_of(request),
        border_hash=border_hash,
        lod=_lod(request),
        alone="alone" in request.GET,
        reader=ledger_reader_of(request),
        records=_records(request),
    )
    context = _page(request, current_visit, answer_question(request, current_visit))
    regions = {"stone": "stones/_stone.html", "focus": "stones/_focus_answer.html"}
    return render_page(request, "stones/detail.html", context, regions=regions)


def _as_json(request: HttpRequest, border_hash: str) -> HttpResponse:
    """What REST answers for the levels up to `?lod=`, with `?alone` for that level: a read as on the page."""
    account, reader, lod = account_of(request), ledger_reader_of(request), _lod(request)
    found: dict[str, Any]
    if "alone" in request.GET:
        level_read = services.read_level(account=account, border_hash=border_hash, level=lod, reader=reader)
        found = serialize_level(level_read)
    else:
        stone_read = services.read_stone(account=account, border_hash=border_hash, reader=reader, max_lod=lod)
        found = serialize_stone(stone_read)
    return JsonResponse(found, json_dumps_params={"ensure_ascii": False})


def _rest_twin(request: HttpRequest, current_visit: Visit) -> CurlTwin:
    address, lod = current_visit.stone.address, current_visit.lod
    if "alone" in request.GET:
        return CurlTwin("stones-api:level", [address, lod])
    return CurlTwin("stones-api:stone", [address], {"max_lod": lod})


def _lod(request: HttpRequest) -> int:
    text = request.GET.get("lod", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0


def _records(request: HttpRequest) -> Callable[[Stone], bool]:
    """Of which stones this is a read: the text as an agent would receive it is shown to be handed on. Whoever gets it
    reads it; what was sent here is read by being taken away.
    """
    account, is_handed_on = account_of(request), request.GET.get("tab") == "agent"
    return lambda stone: not is_handed_on or stone.account_id != account.pk


def _page(
    request: HttpRequest, current_visit: Visit, focused: dict[str, Any] | None = None
) -> dict[str, Any]:
    stone = current_visit.stone
    tabs = _tabs(stone)
    tab = request.GET.get("tab", "")
    tab = tab if tab in tabs else "reading"
    context: dict[str, Any] = {
        "stone": stone,
        "content": stone.content,
        "tab": tab,
        "tabs": [
            (name, title, page_query(name, current_visit.lod, alone=current_visit.is_alone))
            for name, title in tabs.items()
        ],
        "site": f"{request.scheme}://{request.get_host()}",
        "focus_form": FocusForm(),
        "curl": _rest_twin(request, current_visit).command(request),
        "can_reword": can_reword(stone),
        "summary_form": SimpleLazyObject(lambda: summary_form(stone)),
        # Asked for where the page's dialog is drawn: not for a region of it, nor for somebody else's stone.
        "channels": CHANNELS if can_rechannel(stone) else (),
        "same_text": SimpleLazyObject(lambda: _stones_of_same_text(account_of(request), stone)),
        "deletion": SimpleLazyObject(lambda: services.preview_deletion(stone)),
        "marked": _marked_lines(request, current_visit),
    }
    result = (focused or {}).get("focused")
    context |= _levels_context(current_visit, tab, focus_tokens=result.focus.tokens if result else 0)
    return context | _TAB_CONTEXTS.get(tab, lambda _: {})(current_visit) | (focused or {})


def _stones_of_same_text(account: User, stone: Stone) -> list[Stone]:
    """The account's stones of this text, this one first, where there are several and it is the account's own."""
    if stone.shared_with is not None:
        return []
    same = stones_of(account).filter(content=stone.content_id).exclude(pk=stone.pk)
    others = list(same.order_by("-stored", "-pk")[:MAX_CANDIDATES])
    return [stone, *others] if others else []


def _levels_context(current_visit: Visit, tab: str, *, focus_tokens: int) -> dict[str, Any]:
    """The levels that are open, what each costs, and how far the missing ones are."""
    stone, assembled = current_visit.stone, current_visit.assembled
    read_tokens = current_visit.tokens + focus_tokens
    meter = level_meter(current_visit, tab)
    is_generating = assembled.status == LevelState.GENERATING
    return {
        "assembled": assembled,
        "visit": current_visit,
        "levels": expanded_levels(current_visit),
        "meter": meter,
        "next": meter[current_visit.lod + 1] if current_visit.lod < stone.top_level else None,
        "last": meter[-1],
        "only_last": page_query(tab, stone.top_level, alone=True),
        "read_tokens": read_tokens,
        "share": round(100 * read_tokens / max(stone.content.tokens, 1)),
        "is_exact": stone.content.tokens_exact,
        "mark": state_digest(assembled),
        "job": SimpleLazyObject(lambda: find_job(stone.content, WRITE_LEVELS)),
        "is_generating": is_generating,
        "place": queue_place(stone.content) if is_generating else None,
    }


def _marked_lines(request: HttpRequest, current_visit: Visit) -> tuple[str, str, str] | None:
    """The raw source before, in and after the lines of `?lines=12-16`, where both are there."""
    lines = _LINES.fullmatch(request.GET.get("lines", ""))
    if lines is None or request.GET.get("tab") != "raw" or current_visit.lod != current_visit.stone.top_level:
        return None
    source = current_visit.reads[-1].content.split("\n")
    first, last = int(lines[1]) - 1, int(lines[2])
    if not 0 <= first < last <= len(source):
        return None
    parts = ("".join(f"{line}\n" for line in source[:first]), "\n".join(source[first:last]), source[last:])
    return parts[0], parts[1], "".join(f"\n{line}" for line in parts[2])


def _tabs(stone: Stone) -> dict[str, str]:
    """The views of the stone. Who else reads it is its own account's to know."""
    return {name: title for name, title in TABS.items() if name != "reads" or stone.shared_with is None}


def _agent_tab(current_visit: Visit) -> dict[str, Any]:
    text = stone_text(current_visit.assembled, current_visit.lod)
    header, mark, _ = text.partition("\n─\n")
    return {
        "received": text,
        "received_tokens": count_tokens(text),
        "received_bytes": len(text.encode()),
        "header_tokens": count_tokens(header + mark),
        "counted_exactly": tokens_are_exact(),
    }


def _raw_tab(current_visit: Visit) -> dict[str, Any]:
    return {"invisible": {read.level.number: count_invisible(read.content) for read in current_visit.reads}}


def _reads_tab(current_visit: Visit) -> dict[str, Any]:
    stone = current_visit.stone
    return {"ledger": ledger_of(stone), "strip": stored_source_reads(stone)}


_TAB_CONTEXTS = {"agent": _agent_tab, "raw": _raw_tab, "reads": _reads_tab}


def state_digest(assembled: AssembledStone) -> str:
    """A short word that changes when a level or its state does: what the page has, against what there is."""
    state = [(level.number, level.state, level.origin, level.tokens) for level in assembled.levels]
    is_generating = assembled.status == LevelState.GENERATING
    job = find_job(assembled.stone.content, WRITE_LEVELS) if is_generating else None
    facts = repr((state, assembled.stone.content.fallback_reason, job and (job.state, job.attempts)))
    return hashlib.sha256(facts.encode()).hexdigest()[:12]


@require_safe
def without_slash(request: HttpRequest, border_hash: str) -> HttpResponse:
    """The stone's address as it is often written."""
    query = request.META["QUERY_STRING"]
    return redirect(
        f"{reverse('stones:detail', args=[border_hash])}{'?' if query else ''}{query}", permanent=True
    )


@require_safe
def level(request: HttpRequest, border_hash: str, level: int) -> HttpResponse:
    """A short address of one level: the page with it open."""
    page = reverse("stones:detail", args=[border_hash])
    return redirect(f"{page}{page_query('reading', level)}#lod-{level}")


@require_safe
def updates(request: HttpRequest, border_hash: str) -> HttpResponse:
    """The region anew if its levels have changed since `?after=`, otherwise 204."""
    stone = find_stone(account_of(request), border_hash)
    if state_digest(assemble(stone)) == request.GET.get("after"):
        return HttpResponse(status=204)
    current_visit = visit(
        account=account_of(request),
        border_hash=stone.pk,
        lod=_lod(request),
        alone="alone" in request.GET,
        reader=ledger_reader_of(request),
        records=_records(request),
    )
    context = _page(request, current_visit) | {"is_fragment": is_htmx(request)}
    return render(request, "stones/_stone.html", context)


@require_safe
def text(request: HttpRequest, border_hash: str) -> HttpResponse:
    """The stone as text with the levels up to `?lod=` (without it all): to copy, or as a file with `?download`."""
    max_lod = _lod(request) if "lod" in request.GET else None
    account = account_of(request)
    read = services.read_stone(
        account=account,
        border_hash=border_hash,
        reader=ledger_reader_of(request),
        max_lod=max_lod,
        # To be handed on: whoever gets it reads it. What was sent here is read by being taken away.
        records=lambda stone: stone.account_id != account.pk,
    )
    response = HttpResponse(read.qastone, content_type="text/plain; charset=utf-8")
    if "download" in request.GET:
        name = f"{read.assembled.stone.content.border_hash}.qastone.txt"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
