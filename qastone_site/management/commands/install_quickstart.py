"""Install or update the collection about the product itself."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from qastone_site.accounts.first_setup import seed_account, setup_is_open
from quickstart.services.install_shipped import account_with_shipped, can_have_shipped, install_shipped


class Command(BaseCommand):
    help = (
        "Take the quickstart's collection about QA.Stone itself into the site, for everybody to ask. It belongs to the "
        "site's first account, and passes to another that has none of its name when that one is deleted. Safe to "
        "repeat; the server does it at each start."
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--overwrite", action="store_true", help="replace entries that were edited here, too"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_with_shipped() or _first_account()
        if account is None:
            self.stderr.write("There is no account yet that could have it.")
            return
        installed = install_shipped(account=account, overwrite=options["overwrite"])
        for warning in installed.warnings:
            self.stderr.write(str(warning))
        if installed.faults:
            fault_lines = "\n".join(str(fault) for fault in installed.faults)
            raise CommandError(f"{fault_lines}\nThe entries were left as they are.")
        self.stderr.write(f"{installed.changed} new or changed." if installed.changed else "Up to date.")


def _first_account() -> User | None:
    if setup_is_open():
        return seed_account()
    return can_have_shipped().first()
