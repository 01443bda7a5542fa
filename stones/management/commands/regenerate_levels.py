"""Have levels written anew."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Exists, OuterRef, Q, QuerySet
from tqdm import tqdm

from core.cli.shared_arguments import EXIT_USAGE, account_of, add_account, as_command_errors
from core.jobs.find_jobs import find_job
from core.jobs.models import Job, JobState
from stones import services
from stones.models import EMBED_SOURCE, WRITE_LEVELS, Content, Stone
from stones.queries import find_own_stone


class Command(BaseCommand):
    help = (
        "Ask for the levels of stones anew: of those named, of those whose generation failed, or of all. "
        "What is there is shown until the new ones stand. Exit 1 when one is not found or fails with --wait."
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("hashes", nargs="*", metavar="HASH")
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--failed", action="store_true", help="those whose generation failed")
        which.add_argument("--all", action="store_true", help="every one")
        parser.add_argument("--wait", action="store_true", help="write them here and now, without a worker")
        parser.add_argument("--dry-run", action="store_true", help="say how many; ask for none")
        parser.add_argument("--json", action="store_true", help="one JSON object")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["hashes"]) == (options["failed"] or options["all"]):
            raise CommandError("Name stones, or say --failed or --all.", returncode=EXIT_USAGE)
        contents = _contents(options)
        failed = 0
        if not options["dry_run"]:
            rows = contents.only("pk", "account_id").iterator()
            for content in tqdm(rows, total=contents.count(), unit="stone", disable=None):
                failed += _regenerate(content, wait=options["wait"])
        self._print_result(contents.count(), failed, options)
        if failed:
            raise CommandError(f"{failed} failed; extracts are shown. See the admin, or the log.")

    def _print_result(self, count: int, failed: int, options: dict[str, Any]) -> None:
        if options["json"]:
            self.stdout.write(
                json.dumps({"contents": count, "failed": failed, "dry_run": options["dry_run"]})
            )
            return
        verb = "would be" if options["dry_run"] else "were"
        self.stdout.write(
            f"The levels of {count} contents {verb} {'written' if options['wait'] else 'asked for'} anew."
        )


def _contents(options: dict[str, Any]) -> QuerySet[Content]:
    # What was copied and is no stone has no levels.
    contents = Content.objects.filter(Exists(Stone.objects.filter(content=OuterRef("pk")))).order_by("pk")
    if options["hashes"]:
        account = account_of(options["account"])
        with as_command_errors():
            found = [find_own_stone(account, border_hash).content_id for border_hash in options["hashes"]]
        return contents.filter(pk__in=found)
    if options["account"]:
        contents = contents.filter(account=account_of(options["account"]))
    if options["failed"]:
        # The rows are named: they leave the filter as they are worked on.
        unembedded = Job.objects.filter(state=JobState.FAILED).targets(EMBED_SOURCE)
        failed = contents.filter(Q(levels_failed=True) | Q(pk__in=unembedded))
        ids = failed.values_list("pk", flat=True)
        return Content.objects.filter(pk__in=list(ids)).order_by("pk")
    return contents


def _regenerate(content: Content, *, wait: bool) -> bool:
    """Ask for one content's levels. Returns whether they failed here."""
    services.regenerate(content=content)
    if not wait:
        return False
    services.run_jobs_now(content)
    return any(find_job(content, kind).state == JobState.FAILED for kind in (WRITE_LEVELS, EMBED_SOURCE))
