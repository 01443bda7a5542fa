"""Read a stone: as text, one level of it, or what answers a question."""

import json
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.cli.shared_arguments import EXIT_USAGE, LEDGER_READER, account_of, add_account, as_command_errors
from stones import services
from stones.rendering import serialize_focus, serialize_level, serialize_stone

FOCUS_TOKENS = 300


class Command(BaseCommand):
    help = (
        "Print a stone, a level or passages of it; the read goes into the ledger. Exit 1 when there is none."
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("border_hash", metavar="HASH", help="its hash, or 8 digits of it or more")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--lod", type=int, metavar="N", help="this level alone")
        what.add_argument("--max-lod", type=int, metavar="N", help="the stone with its levels up to this one")
        what.add_argument("--focus", metavar="QUESTION", help="the passages of its source that answer this")
        parser.add_argument(
            "--max-tokens", type=int, metavar="N", help=f"the most that --focus may cost ({FOCUS_TOKENS})"
        )
        parser.add_argument(
            "--json", action="store_true", help="one JSON object, as the REST operation answers"
        )
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["max_tokens"] is not None and options["focus"] is None:
            raise CommandError("--max-tokens belongs to --focus.", returncode=EXIT_USAGE)
        account = account_of(options["account"])
        with as_command_errors():
            body, text = _read(account, options)
        if options["json"]:
            self.stdout.write(json.dumps(body, ensure_ascii=False))
        else:
            # Byte for byte when it goes into a file.
            self.stdout.write(text, ending="\n" if self.stdout.isatty() and not text.endswith("\n") else "")


def _read(account: User, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
    stone_arguments: dict[str, Any] = {
        "account": account,
        "border_hash": options["border_hash"],
        "reader": LEDGER_READER,
    }
    if options["focus"] is not None:
        most = FOCUS_TOKENS if options["max_tokens"] is None else options["max_tokens"]
        found = services.focus(**stone_arguments, question=options["focus"], max_tokens=most)
        return serialize_focus(found), f"{found.focus.text}\n"
    if options["lod"] is not None:
        level = services.read_level(**stone_arguments, level=options["lod"])
        return serialize_level(level), level.content
    stone = services.read_stone(**stone_arguments, max_lod=options["max_lod"])
    return serialize_stone(stone), stone.qastone
