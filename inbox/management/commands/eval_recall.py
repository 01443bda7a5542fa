"""Measure how well recall finds the sessions that answer questions."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from core.cli.evaluation import print_figures
from core.cli.shared_arguments import EXIT_USAGE, as_command_errors
from core.llm import LLMError, get_embedder
from inbox.management.ensure_tables import ensure_tables
from inbox.services.memory.evaluate_recall import MalformedLine, evaluate_recall, read_conversations


class Command(BaseCommand):
    help = (
        "Measure recall. Each session of a conversation is remembered, each question asked; nothing of it is kept. "
        "R@k is the share of a question's evidence among the first k sessions, hit@k whether any of it is. "
        "Questions without evidence are skipped; evidence that is none of the sessions counts as not found. "
        "Exit 2 when the file cannot be read."
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            type=Path,
            metavar="FILE.jsonl",
            help='JSONL, a conversation a line: {"id", "sessions": [{"id", "text"}], "questions": [{"query", '
            '"evidence": [session ids]}]}',
        )
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            conversations = read_conversations(options["file"].read_text(encoding="utf-8-sig").split("\n"))
        except (OSError, UnicodeDecodeError, MalformedLine) as error:
            reason = getattr(error, "strerror", None) or error
            raise CommandError(
                f"{options['file']} cannot be read: {reason}.", returncode=EXIT_USAGE
            ) from error
        if not conversations:
            raise CommandError(f"{options['file']} holds no conversation.", returncode=EXIT_USAGE)
        ensure_tables(self.stderr)
        steps = sum(len(each.sessions) + len(each.questions) for each in conversations)
        try:
            # disable=None: no progress bar where standard error is no terminal.
            with as_command_errors(), tqdm(total=steps, unit="step", disable=None) as bar:
                measurement = evaluate_recall(conversations, progress=bar.update)
            result = measurement.report() | {"embedder": get_embedder().name}
        except LLMError as error:
            raise CommandError(str(error)) from error
        print_figures(self, result, as_json=options["json"], width=16)
