"""`manage.py bench_search TEXTS QUESTIONS`: what finding costs among many memories, and what of the best it finds."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from core.llm import get_embedder
from inbox.management.ensure_tables import ensure_tables
from tools.benchmarks.measure_search import load_vectors, measure, read_texts


class Command(BaseCommand):
    help = (
        "Measure a search among the memories of one agent, beside the comparison of all of them by the same scores: "
        "recall of its ten best, milliseconds of the clock (ms) and of the processor (cpu_ms, database included) for "
        "each question. The texts are stored as memories and deleted afterwards, so use a database of its own."
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("texts", type=Path, help="JSONL: a text a line, or an object with text")
        parser.add_argument("questions", type=Path, help="JSONL: likewise, or with query or question")
        parser.add_argument("--vectors", type=Path, required=True, help="their file; made and extended here")
        parser.add_argument("--passages", type=int, default=10_000)
        parser.add_argument("--count", type=int, default=100, help="of questions")
        parser.add_argument("--accounts", type=int, default=0, help="others, whose rows lie between")
        parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with options["texts"].open(encoding="utf-8") as lines:
                texts = list(islice(read_texts(lines), options["passages"]))
            with options["questions"].open(encoding="utf-8") as lines:
                questions = list(islice(read_texts(lines), options["count"]))
        except (OSError, ValueError) as error:
            raise CommandError(f"This cannot be read: {error}.") from error
        ensure_tables(self.stderr)
        # disable=None: no progress bar where standard error is no terminal.
        with tqdm(total=len(texts), unit="text", disable=None) as bar:
            vectors = load_vectors(texts, options["vectors"], lambda done: bar.update(done - bar.n))
        with tqdm(total=len(questions), unit="question", disable=None) as bar:
            found = measure(
                texts,
                vectors,
                questions,
                accounts=options["accounts"],
                progress=lambda done: bar.update(done - bar.n),
            )
        sizes = {"passages": len(texts), "accounts": options["accounts"], "questions": len(questions)}
        result = {"bench": "search", **sizes, "embedder": get_embedder().name, **found}
        if options["json"]:
            self.stdout.write(json.dumps(result))
            return
        for name, value in result.items():
            self.stdout.write(f"{name:24} {value}")
