"""`manage.py bench_summaries --keyfacts FACTS --docs DIR`: how the check of a sender's own words fares."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.llm import count_tokens, tokens_are_exact
from tools.benchmarks.measure_sender_words import measure, read_cases


class Command(BaseCommand):
    help = (
        "Measure the check of a sender's summary and detail: --keyfacts FACTS (JSONL: id, lod0, lod1, facts, never) "
        "holds what careful readers wrote of the texts in --docs DIR. A fault found in their words is a false "
        "alarm; then numbers are changed, prohibitions dropped and inverted, superseded steps and unknown names "
        "added, by a fixed seed, and it is counted which are found."
    )

    requires_system_checks = ()  # It touches neither the database nor the pages.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--keyfacts", type=Path, required=True, metavar="FACTS")
        parser.add_argument("--docs", type=Path, action="append", required=True, metavar="DIR")
        parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            cases = read_cases(options["keyfacts"], options["docs"])
        except (OSError, ValueError) as error:
            raise CommandError(f"{str(options['keyfacts'])!r} cannot be read: {error}") from error
        if not cases:
            raise CommandError("None of the texts that the key facts are about is in the folders.")
        result = {"bench": "summaries", **measure(cases, count_tokens=count_tokens)}
        result["tokens_are_exact"] = tokens_are_exact()
        if options["json"]:
            self.stdout.write(json.dumps(result, ensure_ascii=False))
            return
        for line in _table(result):
            self.stdout.write(line)


def _table(result: dict[str, Any]) -> Iterator[str]:
    yield f"{result['documents']} documents, the readers' own words:"
    yield f"  with a false fault   {result['false_fault_share']:>6.1%}"
    yield f"  too long or no prose {result['form_fault_share']:>6.1%}"
    yield f"  with something left out {result['left_out_share']:>6.1%} ({result['left_out']} in all)"
    for name, messages in {**result["faults"], **result["left_out_messages"]}.items():
        yield from (f"    {name[:40]:40} {message}" for message in messages)
    yield "planted faults that are found:"
    for kind, found in result["planted"].items():
        shares = f"{found['caught']:>3} of {found['planted']:>3}  {found['share']:>6.1%}"
        yield f"  {kind:24} {shares}  false {found['false']} of {found['honest']}"
    for kind, missed in result["missed"].items():
        yield from (f"  not found, {kind}: {each}" for each in missed)
