"""Say what is wrong with this site and how to mend it."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from qastone_site.health import HealthFinding, HealthState, examine


class Command(BaseCommand):
    help = "Check database, migrations, broker, worker, queues, models, disk and settings. Exit 1 when one is wrong."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        findings = examine()
        if options["json"]:
            self.stdout.write(json.dumps([finding.as_json() for finding in findings]))
        else:
            for finding in findings:
                self._show(finding)
        if not all(finding.ok for finding in findings):
            sys.exit(1)

    def _show(self, finding: HealthFinding) -> None:
        self.stdout.write(f"{self._mark(finding.state)} {finding.name:<13} {finding.detail}")
        if finding.state != HealthState.OK:
            for sign, words in (("·", finding.means), ("→", f"{finding.mend} {finding.command}".strip())):
                if words:
                    self.stdout.write(f"      {'':<13} {sign} {words}")
        if finding.offer:
            self.stdout.write(f"      {'':<13} + {finding.offer}")

    def _mark(self, state: HealthState) -> str:
        marks = {
            HealthState.OK: self.style.SUCCESS("ok   "),
            HealthState.WARNING: self.style.WARNING("warn "),
            HealthState.WRONG: self.style.ERROR("wrong"),
        }
        return marks[state]
