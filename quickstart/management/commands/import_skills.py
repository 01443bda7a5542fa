"""Take a folder of skill files into a collection."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from commands.arguments import USAGE, account_of, add_account, errors_told
from quickstart.management.reading import read_texts
from quickstart.management.telling import tell_changes, tell_faults
from quickstart.services.skills import import_skills

SUFFIXES = {".md", ".markdown"}


class Command(BaseCommand):
    help = (
        "Take the skills of a folder (*.md, subfolders too) into a collection, which is made if it is not there. "
        "Indexes among the files give triggers and places. All or nothing: with one fault, every fault is told and "
        "nothing is written (exit 1). Skills whose file is gone are told, and kept; so are triggers that "
        "were added by hand. Safe to repeat."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", metavar="DIR")
        parser.add_argument("--collection", required=True, metavar="NAME")
        parser.add_argument(
            "--dry-run", action="store_true", help="tell what would change, and change nothing"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        with errors_told():
            imported = import_skills(
                account=account,
                name=options["collection"],
                files=read_texts(self, _files(options["folder"])),
                dry_run=options["dry_run"],
            )
        if options["json"]:
            told = {**asdict(imported), "dry_run": options["dry_run"]}
            self.stdout.write(json.dumps(told, ensure_ascii=False))
        elif not imported.faults:
            tell_faults(self, (), imported.warnings)
            groups = {
                "new": imported.new,
                "changed": [f"{key} ({', '.join(fields)})" for key, fields in imported.changed.items()],
                "without a file (kept)": imported.orphaned,
                "indexes": imported.indexes,
                "passed over": imported.others,
            }
            tell_changes(self, groups, unchanged=len(imported.unchanged), dry_run=options["dry_run"])
        tell_faults(self, () if options["json"] else imported.faults, ())
        if imported.faults:
            raise CommandError(f"{len(imported.faults)} at fault: nothing was written.")


def _files(folder: str) -> dict[str, str]:
    """Paths within the folder to its files; hidden ones and those in hidden folders are passed over."""
    root = Path(folder)
    if not root.is_dir():
        raise CommandError(f"There is no folder {folder!r}.", returncode=USAGE)
    found = {}
    for file in sorted(root.rglob("*")):
        within = file.relative_to(root)
        # A link that leads nowhere is no file, yet somebody meant one: reading it tells.
        if (
            file.suffix.lower() in SUFFIXES
            and (file.is_file() or file.is_symlink())
            and not any(part.startswith(".") for part in within.parts)
        ):
            found[within.as_posix()] = str(file)
    return found
