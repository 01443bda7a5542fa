"""The page Coverage: the tree with its percentages, what is missing, and the same as files."""

from collections import Counter
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from quickstart.coverage.curve import curve
from quickstart.coverage.filtering import Line, lines_of, only_gaps
from quickstart.coverage.model import Report, Severity
from quickstart.coverage.rendering import as_json, as_text
from quickstart.models import Collection
from quickstart.queries.coverage import trend
from quickstart.services.coverage import report
from quickstart.views.people import collection_of, may_curate, needed_collection, shown_collections

_CLOSED = "</ul></details></li>"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the address asks for."""

    gaps: bool
    severity: Severity | None
    open: str
    """"all", "none", or empty: what fits."""

    @classmethod
    def of(cls, request: HttpRequest) -> "Wanted":
        severity = request.GET.get("severity", "")
        chosen = Severity(severity) if severity in list(Severity) else None
        opened = request.GET.get("open", "")
        return cls(
            gaps="gaps" in request.GET or chosen is not None,
            severity=chosen,
            open=opened if opened in ("all", "none") else "",
        )

    def is_open(self, depth: int) -> bool:
        """Unasked: the roots, and all where there is little to see."""
        return self.open == "all" or (not self.open and (self.gaps or depth == 0))


@dataclass(frozen=True, slots=True)
class ShownLine:
    line: Line
    is_open: bool
    closing: SafeString
    add_url: str
    """Where staff write the Q&A that is missing; empty for others."""


@require_safe
def coverage_page(request: HttpRequest) -> HttpResponse:
    """`?gaps`, `?severity=high|medium|low`, `?open=all|none`."""
    collection = collection_of(request)
    context: dict[str, Any] = {
        "collections": shown_collections(request),
        "collection": collection,
    }
    if collection:
        context |= _shown(request, collection)
    return render(request, "quickstart/coverage.html", context)


@require_safe
def coverage_text(request: HttpRequest) -> HttpResponse:
    """The report as `manage.py coverage` prints it."""
    collection = needed_collection(request)
    told = as_text(report(collection=collection), trend(collection))
    response = HttpResponse(told, content_type="text/markdown; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="coverage-{collection.name}.md"'
    return response


@require_safe
def coverage_json(request: HttpRequest) -> HttpResponse:
    """The report as JSON."""
    collection = needed_collection(request)
    return JsonResponse(as_json(report(collection=collection), trend(collection)))


def _shown(request: HttpRequest, collection: Collection) -> dict[str, Any]:
    wanted, made, points = Wanted.of(request), report(collection=collection), trend(collection)
    severities = Counter(gap.severity for gap in made.gaps)
    return {
        "report": made,
        "wanted": wanted,
        "lines": _lines(request, collection, made, wanted),
        "severities": [(severity, severities[severity]) for severity in Severity],
        "trend": points,
        "curve": curve(points),
        "before": next(
            (point for point in points if round(point.percent, 2) != round(made.percent, 2)), None
        ),
    }


def _lines(request: HttpRequest, collection: Collection, made: Report, wanted: Wanted) -> list[ShownLine]:
    roots = only_gaps(made.roots, wanted.severity) if wanted.gaps else made.roots
    may_add = may_curate(request, collection, "add_entry")
    return [
        ShownLine(
            line=line,
            is_open=wanted.is_open(line.depth),
            closing=SafeString(_CLOSED * line.closes),
            add_url=_add_url(collection, line) if may_add and _lacks_text(line) else "",
        )
        for line in lines_of(roots)
    ]


def _lacks_text(line: Line) -> bool:
    """Where Q&A is to be written; where the severity is low it is there, and to be looked at."""
    return line.node.gap is not None and line.node.gap.severity != Severity.LOW


def _add_url(collection: Collection, line: Line) -> str:
    given = {"collection": collection.pk, "tree_path": line.node.path}
    return f"{reverse('admin:quickstart_entry_add')}?{urlencode(given, doseq=True)}"
