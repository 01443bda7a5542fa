"""Write the first levels of a stone in one's own words."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from core.cli.shared_arguments import account_of, add_account, as_command_errors
from stones import services
from stones.queries import assemble
from stones.rendering import serialize_formatted_stone


class Command(BaseCommand):
    help = (
        "Write LOD-0 of a stone, and LOD-1 with --detail, in your own words, checked against its text; they take the "
        "place of what stands there. Safe to repeat. Exit 1 when there is no such stone or the words are refused."
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("border_hash", metavar="HASH", help="its hash, or 8 digits of it or more")
        parser.add_argument("--summary", required=True, metavar="TEXT", help="LOD-0: one or two sentences")
        parser.add_argument("--detail", default="", metavar="TEXT", help="LOD-1: a paragraph")
        parser.add_argument("--dry-run", action="store_true", help="check the words; change nothing")
        parser.add_argument(
            "--json", action="store_true", help="one JSON object, as PUT /api/stone/HASH/summary"
        )
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        with as_command_errors(), transaction.atomic():
            stored = services.reword(
                account=account,
                border_hash=options["border_hash"],
                summary=options["summary"],
                detail=options["detail"],
            )
            transaction.set_rollback(options["dry_run"])
        assembled = assemble(stored.stone)
        text = services.stone_text(assembled)
        if options["json"]:
            body = serialize_formatted_stone(assembled, text, left_out=stored.left_out)
            self.stdout.write(json.dumps(body, ensure_ascii=False))
        else:
            self.stdout.write(text, ending="" if text.endswith("\n") else "\n")
        for each in stored.left_out:
            self.stderr.write(f"The words leave out: {each}")
        if options["dry_run"]:
            self.stderr.write("Nothing was changed.")
