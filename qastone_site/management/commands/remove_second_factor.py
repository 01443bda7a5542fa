"""For people who have lost app, key and recovery codes."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = (
        "Remove all second factors and recovery codes of a person: the password alone signs in then. "
        "Exit 1 where there is nobody of that name."
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", metavar="NAME")
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would be removed; remove nothing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["username"]
        user = User.objects.filter(username=name).first()
        if user is None:
            raise CommandError(f"There is nobody called {name!r}. Nothing was removed.")
        found = Authenticator.objects.filter(user=user)
        kinds = ", ".join(sorted(each.get_type_display() for each in found)) or "nothing"
        if options["dry_run"]:
            self.stdout.write(f"{name}: {kinds} would be removed.")
            return
        found.delete()
        self.stdout.write(f"{name}: {kinds} removed. The password alone signs in now.")
