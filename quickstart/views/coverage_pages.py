"""The Coverage page: the tree with its percentages, what is missing, and the same as files."""

from collections import Counter
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from core.pages.json_twins import CurlTwin, wants_json
from quickstart.coverage.coverage_model import CoverageReport, Severity
from quickstart.coverage.filter_tree import CoverageLine, nested_lines, only_gaps
from quickstart.coverage.render_report import as_json, as_text
from quickstart.coverage.trend_curve import curve
from quickstart.models import Collection
from quickstart.queries.coverage_inputs import trend
from quickstart.services.coverage_reports import report_coverage
from quickstart.views.collection_access import (
    collection_of,
    may_curate,
    require_collection,
    selectable_collections,
)

_CLOSED = "</ul></details></li>"


@dataclass(frozen=True, slots=True)
class CoverageFilters:
    """The parameters of the address."""

    gaps: bool
    severity: Severity | None
    open: str
    """"all", "none", or empty for the default."""

    @classmethod
    def of(cls, request: HttpRequest) -> "CoverageFilters":
        severity = request.GET.get("severity", "")
        chosen = Severity(severity) if severity in list(Severity) else None
        opened = request.GET.get("open", "")
        return cls(
            gaps="gaps" in request.GET or chosen is not None,
            severity=chosen,
            open=opened if opened in ("all", "none") else "",
        )

    def is_open(self, depth: int, *, is_covered: bool) -> bool:
        """By default the roots, but for what is covered: nothing is to be done there."""
        return self.open == "all" or (not self.open and (self.gaps or (depth == 0 and not is_covered)))


@dataclass(frozen=True, slots=True)
class CoverageRow:
    line: CoverageLine
    is_open: bool
    closing: SafeString
    add_url: str
    """For staff, where to write the missing Q&A; empty for others."""


@require_safe
def coverage_page(request: HttpRequest) -> HttpResponse:
    """`?gaps`, `?severity=high|medium|low`, `?open=all|none`."""
    collection = collection_of(request)
    context: dict[str, Any] = {
        "collections": selectable_collections(request),
        "collection": collection,
    }
    if collection:
        if wants_json(request):
            return coverage_json(request)
        context |= _report_context(request, collection)
        context["curl"] = CurlTwin("quickstart-api:coverage", query={"collection": collection.name}).command(
            request
        )
    return render(request, "quickstart/coverage.html", context)


@require_safe
def coverage_text(request: HttpRequest) -> HttpResponse:
    """The report as `manage.py coverage` prints it."""
    collection = require_collection(request)
    text = as_text(report_coverage(collection=collection), trend(collection))
    response = HttpResponse(text, content_type="text/markdown; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="coverage-{collection.name}.md"'
    return response


@require_safe
def coverage_json(request: HttpRequest) -> HttpResponse:
    """The report as JSON."""
    collection = require_collection(request)
    return JsonResponse(as_json(report_coverage(collection=collection), trend(collection)))


def _report_context(request: HttpRequest, collection: Collection) -> dict[str, Any]:
    filters, report, points = (
        CoverageFilters.of(request),
        report_coverage(collection=collection),
        trend(collection),
    )
    severities = Counter(gap.severity for gap in report.gaps)
    return {
        "report": report,
        "filters": filters,
        "lines": _lines(request, collection, report, filters),
        "severities": [(severity, severities[severity]) for severity in Severity],
        "trend": points,
        "curve": curve(points),
        "before": next(
            (point for point in points if round(point.percent, 2) != round(report.percent, 2)), None
        ),
    }


def _lines(
    request: HttpRequest, collection: Collection, report: CoverageReport, filters: CoverageFilters
) -> list[CoverageRow]:
    roots = only_gaps(report.roots, filters.severity) if filters.gaps else report.roots
    may_add = may_curate(request, collection, "add_entry")
    return [
        CoverageRow(
            line=line,
            is_open=filters.is_open(line.depth, is_covered=line.node.status == "covered"),
            closing=SafeString(_CLOSED * line.closes),
            add_url=_add_url(collection, line) if may_add and _lacks_text(line) else "",
        )
        for line in nested_lines(roots)
    ]


def _lacks_text(line: CoverageLine) -> bool:
    """Whether Q&A is missing; at a low severity it exists and needs review."""
    return line.node.gap is not None and line.node.gap.severity != Severity.LOW


def _add_url(collection: Collection, line: CoverageLine) -> str:
    initial = {"collection": collection.pk, "tree_path": line.node.path}
    return f"{reverse('admin:quickstart_entry_add')}?{urlencode(initial, doseq=True)}"
