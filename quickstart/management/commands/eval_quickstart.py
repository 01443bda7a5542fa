"""Measure how well a collection answers questions whose right answers are known."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from core.cli.evaluation import print_figures, require_queries
from core.cli.shared_arguments import account_of, add_account, as_command_errors, read_text
from quickstart.management.indexed_collection import collection_of, update_collection_index
from quickstart.models import Collection
from quickstart.parsing.eval_queries import QuickstartEvalKind, QuickstartEvalQuery, read_queries
from quickstart.services.evaluate_collection import evaluate_collection, names_of

IMPORT_COMMANDS = {
    QuickstartEvalKind.SKILLS: ("skill", "import_skills DIR"),
    QuickstartEvalKind.QA: ("entry", "import_qa FILE.jsonl"),
    QuickstartEvalKind.FAQ: ("entry", "import_qa FILE.jsonl"),
}


class Command(BaseCommand):
    help = (
        "Measure a collection. hit@k: among the first k is a right one. answered and refused: the shares of questions "
        "in scope and out of scope, at the collection's own threshold and (…_at_75) at the one that answers at least "
        "75% of those in scope. auroc: of a question in scope and one out of scope, how often the first has the higher "
        "confidence. Times are of one question each, its intent included, without starting up. The index is brought "
        "up to date first. Exit 1 when a line cannot be read or there is no such collection, 2 when there is no file."
    )
    requires_system_checks = ()  # The server runs them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            metavar="QUERIES.jsonl",
            help='skills: {"query", "relevant_skills": [ids or files]}; qa: {"query", "expected_id" or '
            '"acceptable_ids"}; both also "intent", "acceptable_intents", "out_of_scope". '
            'faq: {"text", "gold": [ids], "oos": "near", "far" or null}',
        )
        parser.add_argument("--collection", required=True, metavar="NAME")
        parser.add_argument("--kind", required=True, choices=[str(kind) for kind in QuickstartEvalKind])
        parser.add_argument("--json", action="store_true", help="one JSON object")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        kind = QuickstartEvalKind(options["kind"])
        queries = self._read(options["file"], kind)
        collection = collection_of(account_of(options["account"]), options["collection"])
        if not names_of(collection, kind):
            noun, command = IMPORT_COMMANDS[kind]
            raise CommandError(
                f"{collection.name} has no published {noun}. "
                f"Take some in by: manage.py {command} --collection {collection.name}"
            )
        update_collection_index(collection, self.stderr)
        result = self._measure(collection, queries, kind)
        print_figures(self, result, as_json=options["json"], width=16)

    def _read(self, file: str, kind: QuickstartEvalKind) -> list[QuickstartEvalQuery]:
        queries, faults = read_queries(read_text(file).split("\n"), kind, file=file)
        return require_queries(self, queries, faults, file=file)

    def _measure(
        self, collection: Collection, queries: list[QuickstartEvalQuery], kind: QuickstartEvalKind
    ) -> dict[str, Any]:
        # disable=None: no progress bar where standard error is no terminal.
        with as_command_errors(), tqdm(total=len(queries), unit="question", disable=None) as bar:
            measured = evaluate_collection(collection, queries, kind, progress=bar.update)
        return {"collection": collection.name, **measured.report(), "embedder": collection.model}
