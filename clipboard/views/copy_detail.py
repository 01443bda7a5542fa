"""One copy: its text, where it came from and where it went, what can be done with it."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from clipboard.analysis.provenance_chart import RELATIONS, draw, lay_out
from clipboard.analysis.provenance_chart import ChartNode as AnyNode
from clipboard.models import ClipboardEntry
from clipboard.queries.find_copies import find_copy
from clipboard.queries.trace_provenance import (
    ProvenanceEdge,
    ProvenanceGraph,
    ProvenanceNode,
    trace_provenance,
)
from clipboard.serialize_copies import serialize_copy_line
from clipboard.services import clipboard_settings
from clipboard.services.stone_from_copy import find_current_stone
from core.pages.json_twins import CurlTwin, wants_json
from core.pages.request_account import account_of
from stones.exceptions import AmbiguousHash
from stones.queries import reloaded


@dataclass(frozen=True)
class ProvenanceLine:
    """A node of the chain in words. `origin` is what it was copied from, or made of."""

    node: ProvenanceNode
    url: str
    is_here: bool
    relation: str = ""
    share: int | None = None
    origin: ProvenanceNode | None = None
    origin_url: str = ""


@require_safe
def copy_page(request: HttpRequest, name: str) -> HttpResponse:
    """The copy of this id, or the newest of the text whose hash begins so."""
    account = account_of(request)
    try:
        entry = find_copy(account, name)
    except AmbiguousHash as error:
        messages.info(request, f"{error.message} These are they.")
        return redirect(f"{reverse('clipboard:list')}?q={name}")
    if wants_json(request):
        text = entry.content.text if entry.content else None
        return JsonResponse(serialize_copy_line(entry) | {"content": text})
    chain = trace_provenance(entry)
    context = {
        "entry": entry,
        "stone_address": _stone_address(entry),
        "curl": CurlTwin("clipboard-api:copy", [entry.pk]).command(request),
        "chain": chain,
        "lines": lines_of(chain, entry),
        "chart": chart_of(chain, entry) if len(chain.nodes) > 1 else "",
        "relation": RELATIONS.get(entry.relation, ""),
        "days": clipboard_settings(account).ttl_days,
    } | _text(entry)
    return render(request, "clipboard/entry.html", context)


def _stone_address(entry: ClipboardEntry) -> str:
    """What opens the stone that was made of it, or says that its time has run out; "" where there is none."""
    stone = find_current_stone(entry)
    return reloaded(stone).address if stone else entry.stone_id or ""


def _text(entry: ClipboardEntry) -> dict[str, Any]:
    """The text where it is stored, and its first line without the marks of a heading."""
    text = entry.content.text if entry.content else None
    first = next((line for line in (text or entry.preview).splitlines() if line.strip()), "")
    return {"text": text, "has_text": text is not None, "title": first.strip().lstrip("#").strip()}


def address_of(node: AnyNode) -> str:
    return reverse("stones:detail" if node.kind == "stone" else "clipboard:entry", args=[node.id])


def chart_of(chain: ProvenanceGraph, entry: ClipboardEntry) -> SafeString:
    svg = draw(chain, current=entry.pk, link=address_of)
    return mark_safe(svg)  # noqa: S308 - every text in it is escaped by `draw`


def lines_of(chain: ProvenanceGraph, entry: ClipboardEntry) -> list[ProvenanceLine]:
    """The nodes in the order of the chart, each with what it is of which other one."""
    nodes = {node.id: node for node in chain.nodes}
    edges: dict[str, ProvenanceEdge] = {}
    for edge in chain.edges:
        edges.setdefault(edge.target, edge)
    return [_line(nodes, nodes[name], edges.get(name), entry) for name in lay_out(chain).places]


def _line(
    nodes: dict[str, ProvenanceNode], node: ProvenanceNode, edge: ProvenanceEdge | None, entry: ClipboardEntry
) -> ProvenanceLine:
    url, is_here = address_of(node), node.id == entry.pk
    if edge is None:
        return ProvenanceLine(node, url, is_here)
    origin = nodes[edge.source]
    share = round(100 * edge.overlap) if edge.relation == "reworked" and edge.overlap is not None else None
    relation = RELATIONS.get(edge.relation, "copied from")
    return ProvenanceLine(node, url, is_here, relation, share, origin, address_of(origin))
