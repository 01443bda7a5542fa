"""What askers whose model never answers cost the others."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tools.benchmarks.measure_hanging_model import measure


class Command(BaseCommand):
    help = (
        "Read over HTTP while askers wait for a model that accepts and never answers, and while nobody asks, by turns "
        "on one whole site. Prints one JSON line with both p95 and their ratio."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--askers", type=int, default=20)
        parser.add_argument("--calls", type=int, default=200, help="in each round of each measure")
        parser.add_argument("--rounds", type=int, default=5)

    def handle(self, *args: Any, **options: Any) -> None:
        found = measure(askers=options["askers"], calls=options["calls"], rounds=options["rounds"])
        self.stdout.write(json.dumps(found))
