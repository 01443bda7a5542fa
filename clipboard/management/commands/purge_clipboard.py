"""Delete the copies whose time has run out. Beat does the same every hour."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clipboard.services import purge_expired_copies


class Command(BaseCommand):
    help = "Delete the copies, of all accounts, whose days have run out, and the texts that nothing else has."
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say how many; delete none")
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        count = purge_expired_copies(dry_run=options["dry_run"])
        if options["json"]:
            self.stdout.write(json.dumps({"copies": count, "dry_run": options["dry_run"]}))
        else:
            verb = "would be deleted" if options["dry_run"] else "deleted"
            self.stdout.write(f"{count} expired copies {verb}.")
