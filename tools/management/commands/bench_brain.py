"""How long the brain takes to find what answers among many notes."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core.llm import get_embedder
from inbox.management.ensure_tables import ensure_tables
from tools.benchmarks.measure_brain import measure


class Command(BaseCommand):
    help = (
        "Measure how long it takes to find what a model would be given, embedding the question included; beside it "
        "Postgres's full text search and an exact vector search over the same rows. Nothing is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--notes", type=int, default=200)
        parser.add_argument("--questions", type=int, default=200)
        parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        ensure_tables(self.stderr)
        chunks, methods = measure(options["notes"], options["questions"])
        if options["json"]:
            result = {
                "bench": "brain",
                "notes": options["notes"],
                "chunks": chunks,
                "questions": options["questions"],
                "embedder": get_embedder().name,
                "methods": methods,
            }
            self.stdout.write(json.dumps(result))
            return
        self.stdout.write(f"{chunks:,} chunks of {options['notes']:,} notes")
        self.stdout.write(f"{'ms':24} {'p50':>7} {'p95':>7} {'p99':>7}")
        for method, each in methods.items():
            self.stdout.write(
                f"{method:24} {each['p50_ms']:>7.1f} {each['p95_ms']:>7.1f} {each['p99_ms']:>7.1f}"
            )
