"""`manage.py bench_levels DIR` and `manage.py bench_levels --references FILE`: what levels cost and what they keep."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmarks.levels import MEASURES, beside_the_best_peer, measure_folder, measure_references, read_cases
from llm import count_tokens, get_embedder, tokens_are_exact


class Command(BaseCommand):
    help = (
        "Measure levels: with DIR, the tokens of header and levels of each document and the share saved by "
        "reading no further; with --references FILE (JSONL: id, corpus, text, lod0_refs, lod1_refs), ROUGE per "
        "corpus beside simple methods. "
        "ROUGE, limits and unsupported specifics are computed by our own code, with the usual definitions."
    )

    requires_system_checks = ()  # It touches neither the database nor the pages.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, metavar="DIR", help="folder of documents")
        parser.add_argument(
            "--references", type=Path, metavar="FILE", help="documents with reference summaries"
        )
        parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        folder, references = options["folder"], options["references"]
        if (folder is None) == (references is None):
            raise CommandError("Name either a folder of documents or --references FILE.")
        result = self._folder(folder) if folder is not None else self._references(references)
        result["tokens_are_exact"] = tokens_are_exact()
        if options["json"]:
            self.stdout.write(json.dumps(result, ensure_ascii=False))
            return
        for line in _folder_table(result) if folder is not None else _references_table(result):
            self.stdout.write(line)

    def _folder(self, folder: Path) -> dict[str, Any]:
        if not folder.is_dir():
            raise CommandError(f"{str(folder)!r} is no folder.")
        try:
            measured = measure_folder(folder, embed=get_embedder().embed, count_tokens=count_tokens)
        except FileNotFoundError as error:
            raise CommandError(f"There is {error}.") from error
        return {"bench": "levels", **measured}

    def _references(self, path: Path) -> dict[str, Any]:
        try:
            cases = read_cases(path)
        except (OSError, ValueError) as error:
            raise CommandError(f"{str(path)!r} cannot be read: {error}") from error
        measured = measure_references(cases, embed=get_embedder().embed, count_tokens=count_tokens)
        beside = beside_the_best_peer(measured)
        return {"bench": "levels_references", "corpora": measured, "beside_the_best_peer": beside}


def _folder_table(result: dict[str, Any]) -> Iterator[str]:
    yield f"{'document':48} {'kind':8}  whole  head LOD-0 LOD-1 LOD-2   saved at 0, 1, 2"
    for each in result["documents"]:
        levels = " ".join(f"{tokens:>5}" for tokens in each["levels"]) + "      " * (3 - len(each["levels"]))
        saved = " ".join(f"{share:>6.1%}" for share in each["saved"])
        yield f"{each['name'][:48]:48} {each['complexity']:8} {each['whole']:>6} {each['header']:>5} {levels}   {saved}"
    for name, each in [("all", result["overall"]), *result["by_complexity"].items()]:
        shares = ", ".join(f"LOD-{level} {each[f'lod{level}']:.1%}" for level in range(3))
        yield f"median of {each['documents']:>3} {name:8} saved at {shares}"


def _references_table(result: dict[str, Any]) -> Iterator[str]:
    yield f"{'corpus':12} {'method':18}    n  {'LOD-0 R-1/2/L':20} {'LOD-1 R-1/2/L':20} broken unsupported"
    for corpus, methods in result["corpora"].items():
        for name, each in methods.items():
            scores = " ".join(f"{_scores(each.get(level)):20}" for level in ("lod0", "lod1"))
            faults = f"{each['limits_broken']:>6} {each['unsupported_share']:>11.2%}"
            yield f"{corpus:12} {name:18} {each['documents']:>4}  {scores} {faults}"


def _scores(found: dict[str, float] | None) -> str:
    return "/".join(f"{found[measure]:.3f}" for measure in MEASURES) if found else "-"
