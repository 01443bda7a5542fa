"""Requests a second over HTTP, beside bare Django views."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tools.benchmarks.measure_http import measure


class Command(BaseCommand):
    help = (
        "Store stones and read LOD-0 over real HTTP, beside bare views in the same run. Prints one JSON line."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seconds", type=float, default=12.0, help="for each of the four measures")
        parser.add_argument(
            "--rounds", type=int, default=3, help="turns that each measure's time is cut into"
        )
        parser.add_argument("--clients", type=int, default=8)

    def handle(self, *args: Any, **options: Any) -> None:
        found = measure(seconds=options["seconds"], rounds=options["rounds"], clients=options["clients"])
        self.stdout.write(json.dumps(found))
