"""Whether answers are sure only when right."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core.cli.evaluation import print_figures
from inbox.management.ensure_tables import ensure_tables
from tools.benchmarks.measure_sureness import measure


class Command(BaseCommand):
    help = (
        "Ask questions whose opposite is answered, questions of two parts, questions about notes themselves, and "
        "questions to short notes, and count what comes out right: dev was read while the rules were written, held was "
        "not. Nothing is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        ensure_tables(self.stderr)
        flat = {
            f"{kind}, {half}, {name}".replace(" ", "_").replace(",_", "."): count
            for kind, halves in measure().items()
            for half, counts in halves.items()
            for name, count in counts.items()
        }
        print_figures(self, flat, as_json=options["json"], width=44)
