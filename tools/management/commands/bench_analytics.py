"""How long the dashboard's sums over a large ledger take."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from inbox.management.ensure_tables import ensure_tables
from tools.benchmarks.measure_analytics import measure


class Command(BaseCommand):
    help = (
        "Measure how long it takes to sum up what one account saved in 7 to 90 days; beside it a plain sum over all of "
        "its entries. Nothing is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--entries", type=int, default=500_000, help="of the ledger, over 90 days")
        parser.add_argument("--times", type=int, default=20)
        parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        ensure_tables(self.stderr)
        methods = measure(options["entries"], options["times"])
        if options["json"]:
            result = {"bench": "analytics", "entries": options["entries"], "methods": methods}
            self.stdout.write(json.dumps(result))
            return
        self.stdout.write(f"{options['entries']:,} entries of one ledger")
        self.stdout.write(f"{'ms':32} {'p50':>7} {'p95':>7} {'p99':>7}")
        for method, each in methods.items():
            self.stdout.write(
                f"{method:32} {each['p50_ms']:>7.1f} {each['p95_ms']:>7.1f} {each['p99_ms']:>7.1f}"
            )
