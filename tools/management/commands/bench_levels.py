"""`manage.py bench_levels DIR | --references FILE | --keyfacts FILE --docs DIR`: what levels cost, what they tell."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.llm import count_tokens, get_chat_model, get_embedder, tokens_are_exact
from stones.format import canonical
from stones.levels import write_extract, write_with_model
from tools.benchmarks.measure_keyfacts import Write, first_words, measure_keyfacts, read_documents, read_facts
from tools.benchmarks.measure_levels import (
    MEASURES,
    measure_folder,
    measure_references,
    ratio_to_best_peer,
    read_cases,
)


class Command(BaseCommand):
    help = (
        "Measure levels: with DIR, the tokens of header and levels of each document and the share saved by "
        "reading no further; with --references FILE (JSONL: id, corpus, text, lod0_refs, lod1_refs), ROUGE per "
        "corpus beside simple methods; with --keyfacts FILE --docs DIR the facts that levels tell, and what misleads. "
        "ROUGE, limits and unsupported specifics are computed by our own code, with the usual definitions."
    )

    requires_system_checks = ()  # It touches neither the database nor the pages.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, metavar="DIR", help="folder of documents")
        parser.add_argument(
            "--references", type=Path, metavar="FILE", help="documents with reference summaries"
        )
        parser.add_argument(
            "--keyfacts",
            type=Path,
            metavar="FILE",
            help="what each document's levels must tell, and must not",
        )
        parser.add_argument(
            "--docs",
            type=Path,
            metavar="DIR",
            action="append",
            default=[],
            help="the documents of --keyfacts, by id",
        )
        parser.add_argument(
            "--model",
            nargs="?",
            const="",
            metavar="NAME",
            help="with --keyfacts: levels written by LLM_MODEL, or another model of its server; it costs tokens",
        )
        parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        folder, references, keyfacts = (options[name] for name in ("folder", "references", "keyfacts"))
        if [folder, references, keyfacts].count(None) != 2:
            raise CommandError(
                "Name a folder of documents, --references FILE, or --keyfacts FILE --docs DIR."
            )
        if folder is not None:
            result, table = self._folder(folder), _folder_table
        elif references is not None:
            result, table = self._references(references), _references_table
        else:
            result, table = self._keyfacts(keyfacts, options["docs"], options["model"]), _keyfacts_table
        result["tokens_are_exact"] = tokens_are_exact()
        if options["json"]:
            self.stdout.write(json.dumps(result, ensure_ascii=False))
            return
        for line in table(result):
            self.stdout.write(line)

    def _keyfacts(self, path: Path, folders: list[Path], model: str | None) -> dict[str, Any]:
        try:
            facts, documents = read_facts(path), read_documents(folders)
        except (OSError, ValueError) as error:
            raise CommandError(f"The facts or documents cannot be read: {error}") from error
        if not any(row["id"] in documents for row in facts):
            raise CommandError("None of the documents is there: name their folders with --docs DIR.")
        methods: dict[str, Write] = {
            "extract": lambda content: write_extract(canonical(content), count_tokens=count_tokens).texts,
            "first_words": lambda content: first_words(canonical(content), count_tokens),
        }
        if model is not None:
            methods["model"] = self._by_model(model)
        return {
            "bench": "levels_keyfacts",
            "missing": [row["id"] for row in facts if row["id"] not in documents],
            "methods": {name: measure_keyfacts(facts, documents, write) for name, write in methods.items()},
        }

    def _by_model(self, name: str) -> Write:
        chat = get_chat_model(model=name)
        if chat is None:
            raise CommandError("No model is set: LLM_MODEL and LLM_BASE_URL name one.")

        def write(content: str) -> tuple[str, ...]:
            written = write_with_model(
                canonical(content),
                chat=chat,
                count_tokens=count_tokens,
                context_tokens=settings.LLM_CONTEXT_TOKENS,
            )
            if written.faults:
                self.stderr.write(f"extract in its place: {written.fallback_reason}")
            return written.texts

        return write

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
        beside = ratio_to_best_peer(measured)
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


def _keyfacts_table(result: dict[str, Any]) -> Iterator[str]:
    yield f"{'written by':14} documents  complete  kept 0/1/2        rules 0/1/2       misleading 0/1/2  invented 0/1/2"
    for name, each in result["methods"].items():
        shares = "  ".join(
            "/".join(f"{each[f'{what}_{level}'] or 0:.3f}" for level in range(3))
            for what in ("kept", "rules", "misleading", "invented")
        )
        yield f"{name:14} {each['documents']:>9}  {each['complete_0'] or 0:>8.3f}  {shares}"


def _scores(found: dict[str, float] | None) -> str:
    return "/".join(f"{found[measure]:.3f}" for measure in MEASURES) if found else "-"
