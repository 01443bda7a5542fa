"""Delete an account with everything in it."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.cli.shared_arguments import EXIT_USAGE, as_command_errors
from core.jobs.models import Job
from core.jobs.run_job import run_now
from qastone_site.accounts.delete_account import delete_account, heir_of_shipped
from qastone_site.models import DELETE_ACCOUNT, AccountDeletion


class Command(BaseCommand):
    help = (
        "Delete an account with everything in it; what other accounts received of it stays theirs, and the collection "
        "about QA.Stone passes to another that has none of its name. It cannot be undone: export_account first. Asks "
        "for the account's name once more, unless --yes. One whose deletion was cut off is deleted on. Exit 1 where "
        "there is none, or it is the only owner of a site with others."
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("account", metavar="ACCOUNT", help="its user name")
        parser.add_argument("--yes", action="store_true", help="do not ask")
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="say whether it is there, and who gets what passes on; delete nothing",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["account"]
        deletion = AccountDeletion.objects.filter(name=name).first()
        account = User.objects.filter(username=name, is_active=True).first()
        if account is None and deletion is None:
            raise CommandError(f"There is no active account {name!r}. Nothing was deleted.")
        if options["dry_run"]:
            self.stdout.write(f"The account {name} would be deleted.{_passes(account)}")
            return
        if account is not None:
            if not options["yes"] and _typed(f"Type {name} to delete this account for good: ") != name:
                raise CommandError("That is not its name. Nothing was deleted.", returncode=EXIT_USAGE)
            with as_command_errors():
                deletion = delete_account(account=account, confirmation=name)
        assert deletion is not None
        self._run(deletion)

    def _run(self, deletion: AccountDeletion) -> None:
        """Run its job here, as often as it takes, unless a worker is at it."""
        jobs = Job.objects.of(DELETE_ACCOUNT).filter(target=str(deletion.pk))
        while (job := jobs.first()) is not None:
            if not run_now(job):
                break
        self.stdout.write(
            f"The account {deletion.name} is deleted; rows that are left of it go in the background."
        )


def _passes(account: User | None) -> str:
    heir = heir_of_shipped(account) if account else None
    return f" The collection about QA.Stone would pass to {heir.get_username()}." if heir else ""


def _typed(prompt: str) -> str:
    """Empty where nobody is there to type."""
    try:
        return input(prompt)
    except EOFError:
        return ""
