"""Read a stone: as text, one level of it, or what answers a question."""

import json
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from core.cli.shared_arguments import EXIT_USAGE, account_of, add_account, as_command_errors
from core.db.reader_names import COMMAND_LINE
from stones import services
from stones.rendering import serialize_focus, serialize_level, serialize_stone


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
            "--max-tokens",
            type=int,
            metavar="N",
            help="fill this budget with --focus; without it, stop at the likely answer",
        )
        parser.add_argument(
            "--skip", metavar="PASSAGES", help="read on with --focus: the passages that its last answer named"
        )
        parser.add_argument(
            "--json", action="store_true", help="one JSON object, as the REST operation answers"
        )
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        for name in ("max_tokens", "skip"):
            if options[name] is not None and options["focus"] is None:
                option = name.replace("_", "-")
                raise CommandError(f"--{option} belongs to --focus.", returncode=EXIT_USAGE)
        account = account_of(options["account"])
        with as_command_errors():
            body, text = _read(account, options)
        if options["json"]:
            self.stdout.write(json.dumps(body, ensure_ascii=False))
        else:
            # Byte for byte when it goes into a file.
            self.stdout.write(text, ending="\n" if self.stdout.isatty() and not text.endswith("\n") else "")
            if body.get("next"):
                self.stderr.write(_next_line(body["next"], options["max_tokens"]))


def _read(account: User, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
    stone_arguments: dict[str, Any] = {
        "account": account,
        "border_hash": options["border_hash"],
        "reader": COMMAND_LINE,
    }
    if options["focus"] is not None:
        found = services.focus(
            **stone_arguments,
            question=options["focus"],
            max_tokens=options["max_tokens"],
            skip=options["skip"] or "",
        )
        path = reverse("stones-api:focus", args=[found.stone.content.border_hash])
        return serialize_focus(found, path), f"{found.focus.text}\n"
    if options["lod"] is not None:
        level = services.read_level(**stone_arguments, level=options["lod"])
        return serialize_level(level), level.content
    stone = services.read_stone(**stone_arguments, max_lod=options["max_lod"])
    return serialize_stone(stone), stone.qastone


def _next_line(step: dict[str, Any], max_tokens: int | None) -> str:
    options = [f"with --skip {step['skip']}"] if step["skip"] else []
    if max_tokens is not None and step["max_tokens"] is None:
        options.append("without --max-tokens")
    return f"More costs {step['tokens']:,} tokens: the same {' and '.join(options)}"
