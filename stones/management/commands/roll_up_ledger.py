"""The ledger's daily sums, made now instead of within the hour, or anew."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core.cli.shared_arguments import account_of, add_account
from stones.services.roll_up_ledger import rebuild_roll_up, roll_up_ledgers


class Command(BaseCommand):
    help = (
        "Sum the ledger of reads by days, which a periodic task does as well. With --rebuild all days of one account "
        "anew. Example: python manage.py roll_up_ledger --rebuild --account ann"
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--rebuild", action="store_true", help="all days whose entries are there, of one account"
        )
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["rebuild"]:
            account = account_of(options["account"])
            days = rebuild_roll_up(account=account)
            self.stdout.write(f"{account.get_username()}: {days} days with reads.")
        else:
            only = account_of(options["account"]) if options["account"] else None
            self.stdout.write(f"Accounts with new days: {roll_up_ledgers(account=only)}.")
