"""Messages a second between agents, and what an inbox costs to look at."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tools.benchmarks.measure_inbox import measure


class Command(BaseCommand):
    help = (
        "Let agents write 2 kB messages to each other over real HTTP, check that each acknowledged one is listed "
        "once, and measure lists in time and tokens. Prints one JSON line."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seconds", type=float, default=60.0, help="of sending (60)")
        parser.add_argument("--agents", type=int, default=8)
        parser.add_argument("--processes", type=int, default=1, help="of the web server (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        found = measure(seconds=options["seconds"], agents=options["agents"], processes=options["processes"])
        self.stdout.write(json.dumps(found))
