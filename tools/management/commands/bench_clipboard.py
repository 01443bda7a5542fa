"""How long it takes to record a copy and to find what it was copied from."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from inbox.management.ensure_tables import ensure_tables
from tools.benchmarks.measure_clipboard import measure, measure_sizes


class Command(BaseCommand):
    help = (
        "Measure how long it takes to mark a text by its size, to record a copy, and to find the text that it is a "
        "part of among many; beside it a look into every text and a phrase search. Nothing is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--contents", type=int, default=5_000)
        parser.add_argument("--copies", type=int, default=100)
        parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        ensure_tables(self.stderr)
        sizes, methods = measure_sizes(), measure(options["contents"], options["copies"])
        if options["json"]:
            arguments = {name: options[name] for name in ("contents", "copies")}
            self.stdout.write(
                json.dumps({"bench": "clipboard", **arguments, "sizes": sizes, "methods": methods})
            )
            return
        self.stdout.write(f"{'':24} {'mark ms':>9} {'secrets ms':>11} {'fingerprints':>13}")
        for size, each in sizes.items():
            self.stdout.write(
                f"{size:24} {each['mark_ms']:>9.1f} {each['secrets_ms']:>11.1f} {each['fingerprints']:>13,}"
            )
        self.stdout.write(f"\n{options['copies']:,} parts of {options['contents']:,} texts")
        self.stdout.write(f"{'ms':24} {'p50':>9} {'p95':>9} {'p99':>9} {'found':>7}")
        for method, each in methods.items():
            found = f"{each['found']:>7.0%}" if "found" in each else ""
            self.stdout.write(
                f"{method:24} {each['p50_ms']:>9.1f} {each['p95_ms']:>9.1f} {each['p99_ms']:>9.1f} {found}"
            )
