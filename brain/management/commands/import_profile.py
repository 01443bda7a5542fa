"""Import the account's profile."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from brain.management.embed_now import make_vectors
from brain.parsing.parse_profile import MAX_BYTES, UnreadableProfileError, read_profile
from brain.parsing.profile_markdown import name_of
from brain.queries.note_queries import profile_of
from brain.services.save_profile import save_profile, validate_profile
from core.cli.shared_arguments import account_of, add_account, as_command_errors, read_text


class Command(BaseCommand):
    help = (
        "Put a profile (YAML; *.json, *.jsonl: JSON; of any shape) in place of the account's earlier one; "
        "brain/profile.jsonl of an account's ZIP is the profile that it was. It is searched and cited as "
        "Markdown, which --dry-run shows. Safe to repeat. The vectors are made at the end; with --no-embed a worker "
        "makes them. Exit 1 when the file cannot be taken: nothing is written."
    )
    requires_system_checks = ()  # The server runs them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help='"-": the standard input, as YAML')
        parser.add_argument(
            "--dry-run", action="store_true", help="show the Markdown that it would be, and change nothing"
        )
        parser.add_argument("--no-embed", action="store_true", help="leave the vectors to a worker")
        parser.add_argument("--json", action="store_true", help="one JSON object")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        data = _read(options["file"])
        earlier = profile_of(account)
        with as_command_errors():
            plain, text = validate_profile(data)
            state = "new" if earlier is None else "unchanged"
            if earlier is not None and (earlier.data, earlier.text) != (plain, text):
                state = "changed"
            if not options["dry_run"]:
                save_profile(account=account, data=data)
        name = name_of(plain)
        if options["json"]:
            result = {"profile": state, "name": name, "text": text, "dry_run": options["dry_run"]}
            self.stdout.write(json.dumps(result, ensure_ascii=False))
        elif options["dry_run"]:
            self.stdout.write(text)
        else:
            self.stdout.write(f"The profile{f' of {name}' if name else ''}: {state}.")
        if not options["dry_run"] and not options["no_embed"]:
            make_vectors(account, self.stderr)


def _read(file: str) -> Any:
    if Path(file).is_file() and Path(file).stat().st_size > MAX_BYTES:
        raise CommandError(f"{file}: more than the {MAX_BYTES:,} bytes that are allowed.")
    try:
        return read_profile(file, read_text(file))
    except UnreadableProfileError as error:
        raise CommandError(f"{error}. Nothing was written.") from error
