"""Read the stones of a text without storing them."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core.cli.shared_arguments import as_command_errors, read_text
from stones import services
from stones.format import HashVerdict
from stones.rendering import serialize_paste
from stones.services import PastedStone

_VERDICTS = {
    HashVerdict.VERIFIED: "verified",
    HashVerdict.MISMATCH: "mismatch",
    HashVerdict.NOT_VERIFIABLE: "unverified (truncated, or named by another writer's rule)",
}


class Command(BaseCommand):
    help = (
        "Say what the stones of a text are, what each level costs and how much of it to read. "
        "Exit 1 when there is none, when one is malformed or does not match its hash."
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help='the text; "-" reads the standard input')
        parser.add_argument("--json", action="store_true", help="one JSON object, as POST /api/parse-qastone")

    def handle(self, *args: Any, **options: Any) -> None:
        with as_command_errors():
            paste = services.read_paste(text=read_text(options["file"]))
        if options["json"]:
            self.stdout.write(json.dumps(serialize_paste(paste), ensure_ascii=False))
        else:
            self.stdout.write("\n\n".join(_describe_pasted(stone) for stone in paste.stones))
        if any(stone.verdict is HashVerdict.MISMATCH for stone in paste.stones):
            sys.exit(1)


def _describe_pasted(pasted: PastedStone) -> str:
    header = pasted.found.stone.header
    prices = ", ".join(f"LOD-{number} {tokens}" for number, tokens in enumerate(pasted.level_tokens))
    helper = ", with a helper" if pasted.assessment.spawn_helper else ""
    lines = [
        f"{header.border_hash}  {_VERDICTS[pasted.verdict]}, "
        f"lines {pasted.found.start_line} to {pasted.found.end_line}",
        f"  {header.glow_channel}, {header.stone_type or 'no type'}, from {header.source_agent or 'nobody'}, "
        f"{header.created or 'no date'}",
        f"  tokens: header {pasted.header_tokens}, {prices}",
        f"  read LOD-{pasted.assessment.level}{helper}: {pasted.assessment.reason}",
    ]
    lines += [f"  line {notice.line}: {notice.reason}" for notice in pasted.found.stone.warnings]
    return "\n".join(lines)
