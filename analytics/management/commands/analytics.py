"""What reading stones level by level has saved, and what people did."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from analytics.queries import savings, usage
from analytics.sums import Figures, Savings, period_of, savings_csv, savings_json, usage_json
from audit.services import record
from core.cli.shared_arguments import EXIT_USAGE, account_of, add_account


class Command(BaseCommand):
    help = (
        "Tell how many tokens were saved: what pasting would have cost, once for each reader and source, less what "
        "was read, generated and spent on helpers. By day (UTC), agent, channel and level. "
        "Example: python manage.py analytics --days 30 --csv > savings.csv"
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=14, help="up to today; default: 14")
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="one object: savings and usage")
        form.add_argument("--csv", action="store_true", help="the savings, for a spreadsheet")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        try:
            since, until = period_of(options["days"], today=timezone.now().date())
        except ValueError as error:
            raise CommandError(f"--{error}", returncode=EXIT_USAGE) from error
        found = savings(account, since=since, until=until)
        if options["csv"] or options["json"]:
            record("export", "analytics", account=account.pk, form="csv" if options["csv"] else "json")
        if options["csv"]:
            self.stdout.write(savings_csv(found), ending="")
        elif options["json"]:
            report = {"savings": savings_json(found), "usage": usage_json(usage(account, since, until))}
            self.stdout.write(json.dumps(report, ensure_ascii=False))
        else:
            self._print_savings(found)

    def _print_savings(self, found: Savings) -> None:
        kind = "exact" if found.exact else "estimated"
        self.stdout.write(f"{_headline(found)}, {found.since} to {found.until} UTC ({kind})")
        for name, sign, tokens in (
            ("pasting all of it", " ", found.paste),
            ("read", "-", found.read),
            ("generation by models", "-", found.generation),
            ("helpers", "-", found.helpers),
            ("saved", "=", found.saved),
        ):
            self.stdout.write(f"  {sign} {name:22}{tokens:>14,}")
        for title, rows in (
            ("agent", found.by_agent),
            ("channel", found.by_channel),
            ("level", found.by_level),
        ):
            if rows:
                self.stdout.write(f"{title:24}{'saved':>14}{'reads':>10}")
            for row in rows:
                self.stdout.write(f"{row.key or 'none':24}{row.saved:>14,}{row.reads:>10,}")


def _headline(figures: Figures) -> str:
    if figures.saved < 0:
        return f"{-figures.saved:,} tokens more than pasting"
    if figures.percent is None:
        return "Nothing was read"
    return f"Saved {figures.percent}%"
