"""Write everything of an account into a ZIP file."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.cli.shared_arguments import EXIT_USAGE, account_of
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
        parser.add_argument("file", metavar="FILE", help="written anew; only its owner can read it")

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        target = Path(options["file"])
        # Under another name until it is whole.
        partial = target.with_name(f"{target.name}.part")
        try:
            with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.writelines(export_account(account=account))
            partial.replace(target)
        except OSError as error:
            raise CommandError(f"{target}: {error.strerror}.", returncode=EXIT_USAGE) from error
        self.stdout.write(f"{target}: {target.stat().st_size:,} bytes.")
