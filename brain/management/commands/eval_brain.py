"""Measure how well a brain finds the answers to questions whose answers are known."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from brain.management.embed_now import make_vectors
from brain.models import Note
from brain.parsing.evaluation_queries import NoteEvalQuery, read_queries
from brain.services.evaluate_retrieval import evaluate_retrieval
from core.cli.evaluation import print_figures, require_queries
from core.cli.shared_arguments import account_of, add_account, as_command_errors, read_text


class Command(BaseCommand):
    help = (
        "Measure retrieval without a model. hit@k: among the first k notes is a right one. excerpt_in_context and "
        "excerpt_in_answer: the expected words stand in what a model would be given, and in what is quoted without "
        "one. answered and declined: the shares of questions with and without an answer, at the product's own "
        "threshold and (…_at_80) at the one that answers at least 80% of the first. auroc: of one with and one "
        "without, how often the first has the higher confidence. Missing vectors are made first. Exit 1 when a line "
        "cannot be read or there are no notes, 2 when there is no file."
    )
    requires_system_checks = ()  # The server runs them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            metavar="QUERIES.jsonl",
            help='{"query", "kind": "notes", "none" or "profile", "relevant_notes": [file names], "excerpt"}',
        )
        parser.add_argument("--json", action="store_true", help="one JSON object")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        queries = self._read(options["file"])
        account = account_of(options["account"])
        if not Note.objects.filter(account=account).exists():
            raise CommandError(f"{account} has no notes. Take some in by: manage.py import_notes DIR")
        make_vectors(account, self.stderr)
        # disable=None: no progress bar where standard error is no terminal.
        with as_command_errors(), tqdm(total=len(queries), unit="question", disable=None) as bar:
            result = evaluate_retrieval(account=account, queries=queries, progress=bar.update).report()
        print_figures(self, result, as_json=options["json"], width=28)

    def _read(self, file: str) -> list[NoteEvalQuery]:
        queries, faults = read_queries(read_text(file).split("\n"), file=file)
        return require_queries(self, queries, faults, file=file)
