"""Import a folder of skill files into a collection."""

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core.cli.output import add_skip_invalid, print_faults, print_summary, raise_on_faults
from core.cli.read_files import read_folder
from core.cli.shared_arguments import account_of, add_account, all_or_nothing, as_command_errors
from quickstart.services.import_skill_files import MAX_FILE_BYTES, import_skills

SUFFIXES = {".md", ".markdown"}


class Command(BaseCommand):
    help = (
        "Take the skills of a folder (*.md, subfolders too) into a collection, which is made if it is not there. "
        "Indexes among the files give triggers and places. All or nothing: with one fault, every fault is told and "
        "nothing is written (exit 1), unless --skip-invalid. A link out of the folder is never followed. Skills whose "
        "file is gone are told, and kept; so are triggers that were added by hand. Safe to repeat."
    )
    requires_system_checks = ()  # The server runs them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", metavar="DIR")
        parser.add_argument("--collection", required=True, metavar="NAME")
        parser.add_argument(
            "--dry-run", action="store_true", help="tell what would change, and change nothing"
        )
        add_skip_invalid(parser)
        parser.add_argument("--json", action="store_true", help="one JSON object")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        found = read_folder(options["folder"], SUFFIXES, max_bytes=MAX_FILE_BYTES)
        with as_command_errors(), all_or_nothing():
            imported = import_skills(
                account=account,
                name=options["collection"],
                files=found.texts,
                unreadable=found.faults,
                dry_run=options["dry_run"],
                skip_invalid=options["skip_invalid"],
            )
        if options["json"]:
            payload = {**asdict(imported), "dry_run": options["dry_run"]}
            self.stdout.write(json.dumps(payload, ensure_ascii=False))
        elif not imported.faults:
            print_faults(self, imported.skipped, imported.warnings)
            groups = {
                "new": imported.new,
                "changed": [f"{key} ({', '.join(fields)})" for key, fields in imported.changed.items()],
                "without a file (kept)": imported.orphaned,
                "indexes": imported.indexes,
                "passed over": imported.others,
            }
            print_summary(
                self,
                groups,
                unchanged=len(imported.unchanged),
                skipped=len({fault.file for fault in imported.skipped}),
                dry_run=options["dry_run"],
            )
        print_faults(self, () if options["json"] else imported.faults, ())
        raise_on_faults(imported.faults, skip_invalid=options["skip_invalid"])
