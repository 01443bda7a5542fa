"""Import Q&A entries into a collection."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.cli.output import add_skip_invalid, print_faults, print_summary, raise_on_faults
from core.cli.read_files import read_files
from core.cli.shared_arguments import EXIT_USAGE, account_of, add_account, all_or_nothing, as_command_errors
from quickstart.models import Review
from quickstart.services.import_entries import EntryImportResult, import_entries


class Command(BaseCommand):
    help = (
        "Take Q&A entries (JSON lines, or a FAQ in Markdown) into a collection, which is made if it is not there. "
        "All or nothing: with one "
        "fault, every fault is told with its file and line and nothing is written (exit 1), unless --skip-invalid. "
        "Entries that are in none "
        "of the files are told, and kept. Of quickstart/entries.jsonl of an account's ZIP those of the collection NAME "
        "are taken; where it holds but one, that one. Safe to repeat."
    )
    requires_system_checks = ()  # The server runs them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help='.jsonl or .md; "-": lines from the standard input'
        )
        parser.add_argument("--collection", required=True, metavar="NAME")
        parser.add_argument(
            "--dry-run", action="store_true", help="tell what would change, and change nothing"
        )
        parser.add_argument(
            "--draft", action="store_true", help="new and changed entries wait for a curator; else published"
        )
        parser.add_argument(
            "--overwrite",
            action="store_true",
            help="replace entries that were edited here since their import",
        )
        add_skip_invalid(parser)
        parser.add_argument("--json", action="store_true", help="one JSON object")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        if len(set(options["files"])) < len(options["files"]):
            raise CommandError("A file is named twice.", returncode=EXIT_USAGE)
        found = read_files(options["files"])
        with as_command_errors(), all_or_nothing():
            imported = import_entries(
                account=account,
                name=options["collection"],
                files=found.texts,
                unreadable=found.faults,
                dry_run=options["dry_run"],
                overwrite=options["overwrite"],
                skip_invalid=options["skip_invalid"],
                review=Review.DRAFT if options["draft"] else Review.PUBLISHED,
            )
        self._print_result(imported, options)
        raise_on_faults(imported.faults, skip_invalid=options["skip_invalid"])

    def _print_result(self, imported: EntryImportResult, options: dict[str, Any]) -> None:
        if options["json"]:
            self.stdout.write(
                json.dumps({**_as_json(imported), "dry_run": options["dry_run"]}, ensure_ascii=False)
            )
            return
        print_faults(self, (*imported.faults, *imported.skipped), imported.warnings)
        if imported.faults:
            return
        groups: dict[str, Sequence[str]] = {
            "new": imported.new,
            "changed": [f"{name} ({', '.join(fields)})" for name, fields in imported.changed.items()],
            "in no file (kept)": imported.orphaned,
            "duplicates": [str(each) for each in imported.duplicates],
        }
        if imported.unread:
            groups["not read (no question with an answer)"] = [str(each) for each in imported.unread]
        print_summary(
            self,
            groups,
            unchanged=len(imported.unchanged),
            skipped=len({(fault.file, fault.line) for fault in imported.skipped}),
            dry_run=options["dry_run"],
        )


def _as_json(imported: EntryImportResult) -> dict[str, Any]:
    """Ids say which: the questions stand in the files."""
    return {name: value for name, value in asdict(imported).items() if name not in ("questions", "places")}
