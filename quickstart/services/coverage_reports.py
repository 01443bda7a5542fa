"""Coverage of a collection, now and over time."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from quickstart.coverage.build_report import build_report
from quickstart.coverage.coverage_model import CoverageReport
from quickstart.models import Collection, CoverageRun
from quickstart.queries.coverage_inputs import node_paths, placed_entries, placed_skills


def report_coverage(*, collection: Collection) -> CoverageReport:
    """How far the collection's entries and skills cover its tree."""
    return build_report(
        nodes=node_paths(collection), entries=placed_entries(collection), skills=placed_skills(collection)
    )


@transaction.atomic
def record_report(*, collection: Collection, report: CoverageReport) -> CoverageRun | None:
    """Store a report's figures if they differ from the last ones; later figures of a day replace earlier ones.

    Safe to repeat. None if nothing was written, as for a collection without a tree.
    """
    if not report.nodes:
        return None
    # Two that record at once would both find no row of today.
    Collection.objects.select_for_update(of=("self",)).get(pk=collection.pk)
    figures = _figures(report)
    last = collection.coverage_runs.order_by("-made", "-pk").first()
    if last is not None and all(getattr(last, name) == figure for name, figure in figures.items()):
        return None
    now = timezone.now()
    if last is None or timezone.localdate(last.made) != timezone.localdate(now):
        last = CoverageRun(account_id=collection.account_id, collection=collection)
    for name, figure in (figures | {"made": now}).items():
        setattr(last, name, figure)
    last.save()
    return last


def record_all() -> int:
    """Record every collection with a tree, daily, so that the trend grows even if nobody looks. Returns how many
    changed.
    """
    with_tree = Collection.objects.filter(nodes__isnull=False).distinct()
    recorded = 0
    for collection in with_tree.iterator():
        report = report_coverage(collection=collection)
        recorded += record_report(collection=collection, report=report) is not None
    return recorded


def _figures(report: CoverageReport) -> dict[str, Any]:
    return {
        "percent": report.percent,
        "nodes": report.nodes,
        "covered": report.covered,
        "gaps": len(report.gaps),
        "entries": report.entries,
        "skills": report.skills,
    }
