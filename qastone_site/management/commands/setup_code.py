"""Print a new one-time code for the first-run set-up."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from core.cli.shell_lines import manage_command_line
from qastone_site.accounts.first_setup import SetupClosed, new_setup_code


class Command(BaseCommand):
    help = "Print a new one-time set-up code (an earlier one stops working). Exit 1 when the site is set up."
    requires_system_checks = ()  # The server makes them when it starts.

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.stdout.write(new_setup_code())
        except SetupClosed as closed:
            line = manage_command_line(settings.BASE_DIR, "changepassword")
            raise CommandError(f"{closed.message} Forgotten password:\n  {line} NAME") from closed
