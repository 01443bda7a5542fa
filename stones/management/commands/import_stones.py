"""Store many texts at once."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from core.cli.shared_arguments import account_of, add_account, all_or_nothing
from stones import services
from stones.format import CHANNELS, STONE_TYPES
from stones.management.import_files import read_documents


class Command(BaseCommand):
    help = (
        "Store the texts of a folder (*.md, *.txt, *.qastone, subfolders too) or of a JSONL file (an object a "
        "line: content or text, and any field of POST /api/format-qastone; or an export). A text that begins as a "
        "stone is stored as that stone. Of an export's line (stones/stones.jsonl of an account's ZIP, or what "
        "Export gives) these are kept: text, header, given levels, sender's words, when it was made, and until "
        "when it is kept, if that is to come; who stored it there is its claimed source here. Not kept are its id,"
        " its tags and the archive; levels that the site wrote are written anew. All or nothing: with one fault, "
        "every fault is told and nothing is stored (exit 1). Safe to repeat."
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", metavar="FOLDER|FILE.jsonl")
        parser.add_argument(
            "--channel", choices=CHANNELS, help="for all that say none; else chosen by the content"
        )
        parser.add_argument(
            "--type", choices=STONE_TYPES, default="handoff", help="for all that say none (handoff)"
        )
        parser.add_argument(
            "--agent", metavar="NAME", default="import", help="for all that say none (import)"
        )
        parser.add_argument("--ttl-days", type=int, metavar="DAYS", help="for all that say none")
        parser.add_argument(
            "--dry-run", action="store_true", help="do all of it, then leave everything as it was"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        defaults = {
            "glow_channel": options["channel"],
            "stone_type": options["type"],
            "source_agent": options["agent"],
            "ttl_days": options["ttl_days"],
        }
        documents = read_documents(options["source"], defaults)
        with all_or_nothing():
            imported = services.import_documents(
                account=account,
                documents=tqdm(documents, unit="text", disable=None),
                dry_run=options["dry_run"],
            )
        self._print_result(imported, options)
        if imported.faults:
            raise CommandError(
                f"{len(imported.faults)} of {len(documents)} texts are at fault: nothing was stored."
            )

    def _print_result(self, imported: services.StoneImportResult, options: dict[str, Any]) -> None:
        if options["json"]:
            body = {
                "created": imported.created,
                "there": imported.there,
                "faults": [{"place": fault.place, "reason": fault.reason} for fault in imported.faults],
                "warnings": [{"place": note.place, "reason": note.reason} for note in imported.warnings],
                "dry_run": options["dry_run"],
            }
            self.stdout.write(json.dumps(body, ensure_ascii=False))
            return
        for fault in imported.faults:
            self.stderr.write(f"{fault.place}: {fault.reason}")
        for note in imported.warnings:
            self.stderr.write(f"warning: {note.place}: {note.reason}")
        if not imported.faults:
            verb = "would be stored" if options["dry_run"] else "stored"
            self.stdout.write(f"{imported.created} stones {verb}, {imported.there} were there already.")
