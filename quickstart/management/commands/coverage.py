"""Report how far a collection covers its capability tree."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core.cli.shared_arguments import account_of, add_account, as_command_errors
from quickstart.coverage.coverage_model import CoverageReport
from quickstart.coverage.render_report import CoverageFigures, as_json, as_text, gaps_json, gaps_text
from quickstart.queries.coverage_inputs import trend
from quickstart.queries.readable_collections import find_collection
from quickstart.services.coverage_reports import record_report, report_coverage


class Command(BaseCommand):
    help = (
        "Print how far Q&A and skills cover the capability tree of a collection: the tree with percentages, gaps with "
        "severity and suggestion, orphans, places without a skill, balance over levels, freshness, trend. "
        "Example: python manage.py coverage --collection NAME > report.md"
    )
    requires_system_checks = ()  # The server runs them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--collection", metavar="NAME", help="needed only where there are several")
        parser.add_argument("--json", action="store_true", help="one JSON object; with --gaps one list")
        parser.add_argument("--gaps", action="store_true", help="the gaps alone")
        parser.add_argument(
            "--record", action="store_true", help="keep the figures for the trend (at most one row a day)"
        )
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        with as_command_errors():
            collection = find_collection(account, options["collection"])
        report = report_coverage(collection=collection)
        if options["record"] and collection.account_id == account.pk:
            record_report(collection=collection, report=report)
        if not report.nodes:
            self.stderr.write(
                f"{collection.name} has no capability tree yet: "
                f"python manage.py import_tree FILE --collection {collection.name}"
            )
        self._print(report, trend(collection), options)

    def _print(self, report: CoverageReport, points: list[CoverageFigures], options: dict[str, Any]) -> None:
        if options["json"]:
            payload = gaps_json(report.gaps) if options["gaps"] else as_json(report, points)
            self.stdout.write(json.dumps(payload, ensure_ascii=False, indent=2))
        elif options["gaps"]:
            self.stdout.write(gaps_text(report.gaps) or "No gaps.")
        else:
            self.stdout.write(as_text(report, points), ending="")
