"""Delete the stones whose time has run out. Beat does the same every hour."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from stones import services


class Command(BaseCommand):
    help = "Delete the stones, of all accounts, whose time to live has run out, and what was left of them."
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say how many; delete none")
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        count = services.purge_expired(dry_run=options["dry_run"])
        if options["json"]:
            self.stdout.write(json.dumps({"stones": count, "dry_run": options["dry_run"]}))
        else:
            verb = "would be deleted" if options["dry_run"] else "deleted"
            self.stdout.write(f"{count} expired stones {verb}.")
