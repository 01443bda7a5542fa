"""`manage.py bench_channels EXAMPLES`: how often a text's channel is found."""

import json
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError, CommandParser

from stones.format import detect_channel
from tools.benchmarks import measure_channels


class Command(BaseCommand):
    help = (
        "Measure the channel that texts are given, as it is and by nested cross-validation over several seeds. "
        "--weights prints the table that stones/format/channels/channel_weights.py holds, fitted to all of them."
    )

    requires_system_checks = ()  # It touches neither the database nor the pages.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("examples", type=Path, help="JSONL: text, channel, also, language")
        parser.add_argument("--more", type=Path, help="further examples to learn from, not measured")
        parser.add_argument("--documents", type=Path, help="a folder of documents to learn from as well")
        parser.add_argument(
            "--manifest", type=Path, action="append", default=[], help="JSONL: file, kind; of the documents"
        )
        parser.add_argument("--seeds", type=int, default=5, help="0: no cross-validation")
        parser.add_argument("--weights", action="store_true", help="print the table, nothing else")
        parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            examples = measure_channels.read_examples(options["examples"])
            more = measure_channels.read_examples(options["more"]) if options["more"] else []
            documents = (
                measure_channels.read_documents(options["documents"], options["manifest"])
                if options["documents"]
                else []
            )
        except (OSError, ValueError, KeyError) as error:
            raise CommandError(f"This cannot be read: {error}.") from error
        if not examples:
            raise CommandError("There is no example.")
        if options["weights"]:
            self.stdout.write(_fit([*examples, *documents, *more]))
            return
        result = _measure(examples, documents, more, options["seeds"])
        if options["json"]:
            self.stdout.write(json.dumps(result))
            return
        for of, scores in result.items():
            shares = "  ".join(f"{name} {share:.2f}" for name, share in scores.items())
            self.stdout.write(f"{of}: {shares}")


def _fit(examples: list[measure_channels.ChannelExample]) -> str:
    names, features = measure_channels.measure_all(examples)
    penalty = measure_channels.choose_penalty(names, features, examples, np.random.default_rng(0))
    return measure_channels.write_table(measure_channels.train(names, features, examples, penalty))


def _measure(
    examples: list[measure_channels.ChannelExample],
    documents: list[measure_channels.ChannelExample],
    more: list[measure_channels.ChannelExample],
    seeds: int,
) -> dict[str, dict[str, float]]:
    result = {"examples": measure_channels.score(examples, [detect_channel(e.text) for e in examples])}
    if documents:
        result["documents"] = measure_channels.score(documents, [detect_channel(e.text) for e in documents])
    runs, far = [], []
    for seed in range(seeds):
        found = measure_channels.cross_validate([*examples, *documents, *more], seed)
        runs.append(measure_channels.score(examples, found[: len(examples)]))
        far.append(
            measure_channels.score(documents, found[len(examples) : len(examples) + len(documents)])
            if documents
            else {}
        )
    if runs:
        result["cross-validated"] = {name: fmean(run[name] for run in runs) for name in runs[0]}
        result["spread over seeds"] = {name: pstdev([run[name] for run in runs]) for name in runs[0]}
    if runs and documents:
        result["documents, cross-validated"] = {name: fmean(run[name] for run in far) for name in far[0]}
    return result
