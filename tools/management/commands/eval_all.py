"""All tables about finding and answering, in one run."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from inbox.management.ensure_tables import ensure_tables
from tools.benchmarks.measure_all import SETS, measure_sets


class Command(BaseCommand):
    help = (
        "Measure every set of docs/figures.md about finding and answering: unifyweaver/, bench/faq/ and brain/ in a "
        "folder, and the questions of this project. Shares are followed by their standard error; nested_at_75 is "
        "measured on questions that did not choose its threshold, and followed by its deviation over ten draws. "
        "Nothing is kept. Exit 1 where a set is not in the folder."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, metavar="DIR")
        parser.add_argument("--only", choices=SETS, action="append", help="this set; may be repeated")
        parser.add_argument("--json", action="store_true", help="one line of JSON for each set")

    def handle(self, *args: Any, **options: Any) -> None:
        ensure_tables(self.stderr)
        try:
            for figures in measure_sets(options["only"] or SETS, options["folder"]):
                self._write(figures, as_json=options["json"])
        except (OSError, ValueError) as error:
            raise CommandError(f"A set cannot be measured: {error}") from error

    def _write(self, figures: dict[str, Any], *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(figures))
            return
        for figure, value in figures.items():
            shown = json.dumps(value) if isinstance(value, dict) else _shown(value)
            self.stdout.write(f"{figure:24} {shown}")
        self.stdout.write("")


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return f"{value[0]:.3f} ± {value[1]:.3f}"
    return "-" if value is None else str(value)
