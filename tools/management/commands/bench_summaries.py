"""`manage.py bench_summaries`: how the check of a sender's own words fares."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.llm import count_tokens, tokens_are_exact
from tools.benchmarks.measure_claims import measure_claims, read_claims
from tools.benchmarks.measure_sender_words import measure, read_cases


class Command(BaseCommand):
    help = (
        "Measure the check of a sender's summary and detail: --keyfacts FACTS (JSONL: id, lod0, lod1, facts, never) "
        "holds what careful readers wrote of the texts in --docs DIR. A fault found in their words is a false "
        "alarm; then numbers are changed, prohibitions dropped and inverted, superseded steps and unknown names "
        "added, by a fixed seed, and it is counted which are found. --claims FILE (JSONL: text, true, false) counts "
        "it for single sentences that people wrote of a text; tools/benchmarks/sender_claims.jsonl holds such ones."
    )

    requires_system_checks = ()  # It touches neither the database nor the pages.

    def add_arguments(self, parser: CommandParser) -> None:
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--keyfacts", type=Path, metavar="FACTS")
        source.add_argument("--claims", type=Path, metavar="FILE")
        parser.add_argument("--docs", type=Path, action="append", default=[], metavar="DIR")
        parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        claims: Path | None = options["claims"]
        measured = _measure_claims(claims) if claims else _measure_words(options["keyfacts"], options["docs"])
        result = {"bench": "summaries", **measured, "tokens_are_exact": tokens_are_exact()}
        if options["json"]:
            self.stdout.write(json.dumps(result, ensure_ascii=False))
            return
        for line in _claims_table(result) if claims else _table(result):
            self.stdout.write(line)


def _measure_claims(path: Path) -> dict[str, Any]:
    try:
        return measure_claims(read_claims(path), count_tokens=count_tokens)
    except (OSError, ValueError) as error:
        raise CommandError(f"{str(path)!r} cannot be read: {error}") from error


def _measure_words(facts: Path, folders: Sequence[Path]) -> dict[str, Any]:
    try:
        cases = read_cases(facts, folders)
    except (OSError, ValueError) as error:
        raise CommandError(f"{str(facts)!r} cannot be read: {error}") from error
    if not cases:
        raise CommandError("None of the texts that the key facts are about is in the folders.")
    return measure(cases, count_tokens=count_tokens)


def _claims_table(result: dict[str, Any]) -> Iterator[str]:
    true, false = result["true"], result["false"]
    yield f"{result['texts']} texts"
    yield f"  true sentences with a fault {true['flagged']:>4} of {true['claims']}"
    yield from (f"    {message}" for message in true["messages"])
    yield f"  false ones that are found   {false['found']:>4} of {false['claims']}"
    for kind, counts in result["kinds"].items():
        yield f"    {kind:24} {counts['found']:>4} of {counts['claims']}"


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
