"""Say what is wrong with this site and how to mend it."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from qastone_site.health import ALL, Finding


class Command(BaseCommand):
    help = (
        "Check database, migrations, broker, worker, generation, models and disk. Exit 1 when one is wrong."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        findings = [check() for check in ALL]
        if options["json"]:
            self.stdout.write(json.dumps([finding._asdict() for finding in findings]))
        else:
            for finding in findings:
                self._show(finding)
        if not all(finding.ok for finding in findings):
            sys.exit(1)

    def _show(self, finding: Finding) -> None:
        mark = self.style.SUCCESS("ok   ") if finding.ok else self.style.ERROR("wrong")
        self.stdout.write(f"{mark} {finding.name:<11} {finding.detail}")
        if not finding.ok and finding.mend:
            self.stdout.write(f"      {'':<11} → {finding.mend}")
