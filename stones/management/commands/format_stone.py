"""Make a stone of a text."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.cli.shared_arguments import EXIT_USAGE, account_of, add_account, as_command_errors, read_text
from core.llm import count_tokens
from stones import services
from stones.assembled_stone import AssembledStone
from stones.format import CHANNELS, STONE_TYPES
from stones.queries import assemble, reloaded
from stones.rendering import other_words_hint, serialize_formatted_stone
from stones.services import StoneDraft
from stones.services.stone_draft import WRITTEN_LEVELS, CheckedDraft, check_draft
from stones.services.wait_for_levels import MAX_SECONDS

IMPORT_INSTEAD = "Store it as it is: put its file into a folder and call import_stones."


class Command(BaseCommand):
    help = "Store a text as a stone and print it. Safe to repeat. Exit 1 when it cannot be stored, 2 for a wrong call."
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help='the text; "-" reads the standard input')
        parser.add_argument(
            "--channel", choices=CHANNELS, help="glow_channel; chosen by the content unless given"
        )
        parser.add_argument("--type", choices=STONE_TYPES, default="handoff", help="stone_type (handoff)")
        parser.add_argument("--agent", metavar="NAME", help="who wrote it: kept, and shown as not proven")
        parser.add_argument(
            "--summary",
            default="",
            metavar="TEXT",
            help="LOD-0 in its sender's own words, checked against the text",
        )
        parser.add_argument("--detail", default="", metavar="TEXT", help="the same for LOD-1, a paragraph")
        parser.add_argument(
            "--level",
            action="append",
            default=[],
            metavar="N=FILE",
            help="a level of its sender, kept unchecked, byte for byte",
        )
        parser.add_argument(
            "--history", metavar="FILE", help="what led to the text: becomes part of the source"
        )
        parser.add_argument(
            "--no-levels", action="store_true", help="one extracted sentence and the source, nothing between"
        )
        parser.add_argument("--ttl-days", type=int, metavar="DAYS", help="how long it is kept")
        parser.add_argument(
            "--wait",
            action="store_true",
            help="until its levels are written: here, unless a worker does it already",
        )
        parser.add_argument(
            "--json", action="store_true", help="one JSON object, as POST /api/format-qastone"
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="check it and say what it would be; store nothing"
        )
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        draft = _draft(options)
        with as_command_errors():
            services.refuse_stone(draft.content, instead=IMPORT_INSTEAD)
            if options["dry_run"]:
                self._print_checked(check_draft(draft), as_json=options["json"])
                return
            stored = services.store_stone(account=account, draft=draft)
            stone = stored.stone
            if options["wait"]:
                services.run_jobs_now(stone.content)
                services.wait_until_settled(stone=stone, seconds=MAX_SECONDS)
            assembled = assemble(reloaded(stone))
        text = services.stone_text(assembled)
        reword = f"manage.py reword_stone {stone.address} --summary …"
        if options["json"]:
            body = serialize_formatted_stone(
                assembled,
                text,
                left_out=stored.left_out,
                reword=reword,
                has_other_words=stored.has_other_words,
                unused=stored.unused,
            )
            self.stdout.write(json.dumps(body, ensure_ascii=False))
        else:
            self.stdout.write(text)
        self.stderr.write(_describe_stone(assembled, created=stored.created))
        if stored.unused:
            self.stderr.write(stored.unused)
        if stored.has_other_words:
            self.stderr.write(other_words_hint(reword))
        for each in stored.left_out:
            self.stderr.write(f"The summary leaves out: {each}")

    def _print_checked(self, checked: CheckedDraft, *, as_json: bool) -> None:
        found = {
            "glow_channel": checked.glow_channel,
            "stone_type": checked.stone_type,
            "source_agent": checked.source_agent,
            "claimed_source": checked.claimed_source or None,
            "lod_count": checked.level_count,
            "tokens": checked.tokens,
            "given_levels": {
                number: count_tokens(text)
                for number, text in sorted((checked.levels | checked.words.levels).items())
            },
            "left_out": list(checked.words.left_out),
        }
        if as_json:
            self.stdout.write(json.dumps(found))
        else:
            self.stdout.write("\n".join(f"{name}: {value}" for name, value in found.items()))
        self.stderr.write("Nothing was stored.")


def _draft(options: dict[str, Any]) -> StoneDraft:
    return StoneDraft(
        content=read_text(options["file"]),
        glow_channel=options["channel"],
        stone_type=options["type"],
        claimed_source=options["agent"],
        generate_lods=not options["no_levels"],
        summary=options["summary"],
        detail=options["detail"],
        levels=dict(_read_level_option(option) for option in options["level"]),
        history=read_text(options["history"]) if options["history"] else None,
        ttl_days=options["ttl_days"],
    )


def _read_level_option(option: str) -> tuple[int, str]:
    number, equals, file = option.partition("=")
    if not equals or number not in map(str, WRITTEN_LEVELS):
        raise CommandError(f"--level is 0=FILE, 1=FILE or 2=FILE, not {option!r}.", returncode=EXIT_USAGE)
    return int(number), read_text(file)


def _describe_stone(assembled: AssembledStone, *, created: bool) -> str:
    prices = " / ".join(str(tokens) for tokens in assembled.lod_tokens)
    what = "stored" if created else "was there already"
    return f"{assembled.stone.content.border_hash} {what}, {assembled.status}; levels cost {prices} tokens"
