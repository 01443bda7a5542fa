"""Import a capability tree into a collection."""

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.cli.output import print_faults
from core.cli.shared_arguments import account_of, add_account, all_or_nothing, as_command_errors, read_text
from quickstart.services.import_capability_tree import import_tree


class Command(BaseCommand):
    help = (
        "Make the tree of a file the capability tree of a collection, which is made if it is not there: Markdown with "
        "box drawings, indented text, bullets or JSON, or quickstart/tree.jsonl of an account's ZIP, of which the tree "
        "of the collection NAME is taken. Places whose path says the same are kept, those that the file "
        "does not have are removed. With a fault nothing is written (exit 1). Safe to repeat."
    )
    requires_system_checks = ()  # The server runs them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help='"-": the standard input')
        parser.add_argument("--collection", required=True, metavar="NAME")
        parser.add_argument(
            "--dry-run", action="store_true", help="tell what would change, and change nothing"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        with as_command_errors(), all_or_nothing():
            imported = import_tree(
                account=account,
                name=options["collection"],
                file=options["file"],
                text=read_text(options["file"]),
                dry_run=options["dry_run"],
            )
        if options["json"]:
            payload = {**asdict(imported), "dry_run": options["dry_run"]}
            self.stdout.write(json.dumps(payload, ensure_ascii=False))
        else:
            print_faults(self, imported.faults, imported.warnings)
        if imported.faults:
            raise CommandError(f"{len(imported.faults)} at fault: nothing was written.")
        if not options["json"]:
            note = " (a dry run: nothing was written)" if options["dry_run"] else ""
            self.stdout.write(
                f"{imported.new:,} places new, {imported.changed:,} changed, {imported.unchanged:,} unchanged, "
                f"{imported.removed:,} removed{note}."
            )
