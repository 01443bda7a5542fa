"""Import a folder of files as notes."""

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from brain.management.embed_now import make_vectors
from brain.parsing.parse_note import MAX_BYTES, SUFFIXES
from brain.services.import_note_files import NoteImport, import_notes
from core.cli.output import add_skip_invalid, print_faults, print_summary, raise_on_faults
from core.cli.read_files import read_folder
from core.cli.shared_arguments import account_of, add_account, all_or_nothing


class Command(BaseCommand):
    help = (
        "Take the files of a folder (*.md, *.markdown, *.txt, subfolders too) in as notes, with what their front "
        "matter (YAML) says: title, tags, description, dates. A file is known by its path within the folder. All or "
        "nothing: with one fault, every fault is told with its file and line and nothing is written (exit 1), unless "
        "--skip-invalid. A link out of the folder is never followed. Notes "
        "whose file is gone, and those that were edited here, are told and kept. Safe to repeat. The vectors are made "
        "at the end; with --no-embed a worker makes them."
    )
    requires_system_checks = ()  # The server runs them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", metavar="DIR")
        parser.add_argument(
            "--dry-run", action="store_true", help="tell what would change, and change nothing"
        )
        parser.add_argument(
            "--overwrite",
            action="store_true",
            help="also replace notes that were edited here since their import",
        )
        add_skip_invalid(parser)
        parser.add_argument("--no-embed", action="store_true", help="leave the vectors to a worker")
        parser.add_argument("--json", action="store_true", help="one JSON object")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        found = read_folder(options["folder"], SUFFIXES, max_bytes=MAX_BYTES)
        with all_or_nothing():
            imported = import_notes(
                account=account,
                files=found.texts,
                unreadable=found.faults,
                dry_run=options["dry_run"],
                overwrite=options["overwrite"],
                skip_invalid=options["skip_invalid"],
            )
        self._print_result(imported, options)
        raise_on_faults(imported.faults, skip_invalid=options["skip_invalid"])
        if not options["dry_run"] and not options["no_embed"]:
            make_vectors(account, self.stderr)

    def _print_result(self, imported: NoteImport, options: dict[str, Any]) -> None:
        if options["json"]:
            days = {path: str(timezone.localdate(day.moment)) for path, day in imported.days}
            result = {
                **asdict(imported),
                "changed": dict(imported.changed),
                "days": days,
                "dry_run": options["dry_run"],
            }
            self.stdout.write(json.dumps(result, ensure_ascii=False))
            return
        print_faults(self, (*imported.faults, *imported.skipped), imported.warnings)
        if imported.faults:
            return
        groups = {
            "new": imported.new,
            "changed": [f"{path} ({', '.join(fields)})" for path, fields in imported.changed],
            "edited here (kept; --overwrite takes the file's)": imported.edited,
            "not in this folder (kept)": imported.missing,
        }
        print_summary(
            self,
            groups,
            unchanged=len(imported.unchanged),
            skipped=len({fault.file for fault in imported.skipped}),
            dry_run=options["dry_run"],
        )
