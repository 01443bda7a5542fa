"""What reading a header costs, beside python-frontmatter and email.parser."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tools.benchmarks.measure_format import measure


class Command(BaseCommand):
    help = "Read the header of a 2 kB and a 5 MB stone, beside other readers. Prints one JSON line, microseconds."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seconds", type=float, default=1.0, help="for each reader at each size")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(measure(seconds=options["seconds"])))
