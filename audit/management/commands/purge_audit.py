"""Delete old entries of the audit. Nothing else can delete one."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from audit.models import AuditEntry
from audit.services import purge_audit
from core.cli.shared_arguments import EXIT_USAGE

MIN_DAYS = 30


class Command(BaseCommand):
    help = f"Delete what is older than so many days, {MIN_DAYS} at least, from the audit, and write that down there."
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("days", type=int, metavar="DAYS")
        parser.add_argument("--dry-run", action="store_true", help="say how many there are; delete nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["days"] < MIN_DAYS:
            raise CommandError(
                f"The last {MIN_DAYS} days are kept. Nothing was deleted.", returncode=EXIT_USAGE
            )
        before = timezone.now() - timedelta(days=options["days"])
        if options["dry_run"]:
            count = AuditEntry.objects.filter(at__lt=before).count()
            self.stdout.write(f"{count} entries are older than {options['days']} days.")
            return
        self.stdout.write(f"{purge_audit(before=before)} entries deleted.")
