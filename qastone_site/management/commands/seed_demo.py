"""Put demonstration data into a new site, so that its first pages have stones, messages and notes; or remove it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core.cli.shared_arguments import account_of, add_account
from qastone_site.accounts.first_setup import seed_account, setup_is_open
from qastone_site.demonstration.remove_demonstration import remove_demonstration
from qastone_site.demonstration.seed_demonstration import HANDOFFS, seed_handoff, seed_notes


class Command(BaseCommand):
    help = (
        "Store the demonstration's stones and send them, and take in its notes, unless the site is set up already. "
        "With --remove, delete all of it. Safe to repeat."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--remove", action="store_true", help="delete what is marked demo")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            self._remove(options["account"])
        elif setup_is_open():
            self._seed()
        else:
            self.stderr.write("The site is set up; the demonstration is left as it is.")

    def _seed(self) -> None:
        account = seed_account()
        for handoff in HANDOFFS:
            is_new = seed_handoff(account=account, handoff=handoff)
            self.stderr.write(f"{'stored' if is_new else 'there'}  {handoff.name}")
        notes = seed_notes(account=account)
        self.stderr.write(f"{notes.new} notes stored, {notes.there} there")

    def _remove(self, name: str | None) -> None:
        removed = remove_demonstration(account=account_of(name))
        self.stdout.write(f"Removed: {removed}.")
