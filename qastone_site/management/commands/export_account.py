"""Write everything of an account into a ZIP file."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core.cli.shared_arguments import account_of
from core.cli.write_file import write_file
from qastone_site.accounts.export_account import export_account


class Command(BaseCommand):
    help = (
        "Write everything of an account into a ZIP: JSON lines for each kind of rows, and a README.txt that tells what "
        "each file is. It holds no password and no token. "
        "Example: python manage.py export_account ann ann.zip"
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("account", metavar="ACCOUNT", help="its user name")
        parser.add_argument(
            "file",
            metavar="FILE",
            help="written anew, and replaced only once it is whole; only its owner can read it",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        written = write_file(options["file"], export_account(account=account), private=True)
        self.stdout.write(f"{options['file']}: {written.stat().st_size:,} bytes.")
