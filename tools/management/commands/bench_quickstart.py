"""How long a question takes among ten thousand entries and a thousand skills."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core.llm import get_embedder
from inbox.management.ensure_tables import ensure_tables
from tools.benchmarks.measure_quickstart import measure


class Command(BaseCommand):
    help = (
        "Measure the import of Q&A entries (without embedding), the embedding of questions, and how long a question "
        "takes in such a collection, embedding it included. Nothing is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--entries", type=int, default=10_000)
        parser.add_argument("--skills", type=int, default=1_000)
        parser.add_argument("--questions", type=int, default=100)
        parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        ensure_tables(self.stderr)
        sizes = {name: options[name] for name in ("entries", "skills", "questions")}
        result = {"bench": "quickstart", **sizes, "embedder": get_embedder().name, **measure(**sizes)}
        if options["json"]:
            self.stdout.write(json.dumps(result))
            return
        for name, value in result.items():
            self.stdout.write(f"{name:20} {value}")
