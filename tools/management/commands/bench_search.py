"""What a search costs, and what it finds of what a full scan finds."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from inbox.management.ensure_tables import ensure_tables
from tools.benchmarks.measure_search import measure
from tools.benchmarks.passage_corpus import load_vectors, read_passages, read_questions


class Command(BaseCommand):
    help = (
        "Measure search over real passages, embedding the question included, beside a full scan by the same scorer. "
        "Rows are committed and deleted at the end: use a database of its own (QASTONE_VAR)."
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("texts", type=Path, help="folder with Markdown and JSONL files")
        parser.add_argument("--vectors", type=Path, required=True, help="file to keep the vectors in")
        parser.add_argument("--passages", type=int, default=10_000)
        parser.add_argument("--questions", type=int, default=100)
        parser.add_argument("--accounts", type=int, default=0, help="how many others there are")
        parser.add_argument("--others", type=int, default=0, help="how many passages they have together")
        parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        ensure_tables(self.stderr)
        passages = read_passages(options["texts"])[: options["passages"]]
        vectors = load_vectors(passages, options["vectors"])
        found = measure(
            passages,
            vectors,
            read_questions(options["texts"])[: options["questions"]],
            accounts=options["accounts"],
            others=options["others"],
        )
        result = {"passages": len(passages), "others": options["others"], **found}
        if options["json"]:
            self.stdout.write(json.dumps({"bench": "search", **result}))
            return
        for name, value in result.items():
            self.stdout.write(f"{name:16} {value:>10}")
