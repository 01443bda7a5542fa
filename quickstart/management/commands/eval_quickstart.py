"""Measure how well a collection answers questions whose right answers are known."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from commands.arguments import account_of, add_account, errors_told, read_text
from quickstart.management.indexed import bring_index_up_to_date, collection_of
from quickstart.models import Collection
from quickstart.reading.evaluation import EvalQuery, Kind, read_queries
from quickstart.services.evaluating import measure, names_of

MAKES = {
    Kind.SKILLS: ("skill", "import_skills DIR"),
    Kind.QA: ("entry", "import_qa FILE.jsonl"),
    Kind.FAQ: ("entry", "import_qa FILE.jsonl"),
}


class Command(BaseCommand):
    help = (
        "Measure a collection. hit@k: among the first k is a right one. answered and refused: the shares of questions "
        "in scope and out of scope, at the collection's own threshold and (…_at_75) at the one that answers at least "
        "75% of those in scope. auroc: of a question in scope and one out of scope, how often the first has the higher "
        "confidence. Times are of one question each, its intent included, without starting up. The index is brought "
        "up to date first. Exit 1 when a line cannot be read or there is no such collection, 2 when there is no file."
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            metavar="QUERIES.jsonl",
            help='skills: {"query", "relevant_skills": [ids or files]}; qa: {"query", "expected_id" or '
            '"acceptable_ids"}; both also "intent", "acceptable_intents", "out_of_scope". '
            'faq: {"text", "gold": [ids], "oos": "near", "far" or null}',
        )
        parser.add_argument("--collection", required=True, metavar="NAME")
        parser.add_argument("--kind", required=True, choices=[str(kind) for kind in Kind])
        parser.add_argument("--json", action="store_true", help="one JSON object")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        kind = Kind(options["kind"])
        queries = self._read(options["file"], kind)
        collection = collection_of(account_of(options["account"]), options["collection"])
        if not names_of(collection, kind):
            noun, command = MAKES[kind]
            raise CommandError(
                f"{collection.name} has no published {noun}. "
                f"Take some in by: manage.py {command} --collection {collection.name}"
            )
        bring_index_up_to_date(collection, self.stderr)
        result = self._measured(collection, queries, kind)
        if options["json"]:
            self.stdout.write(json.dumps(result))
            return
        for name, value in result.items():
            self.stdout.write(f"{name:16} {'-' if value is None else value}")

    def _read(self, file: str, kind: Kind) -> list[EvalQuery]:
        queries, faults = read_queries(read_text(file).split("\n"), kind, file=file)
        for fault in faults:
            self.stderr.write(str(fault), style_func=str)
        if faults:
            raise CommandError(f"{len(faults)} of the lines cannot be read: nothing was measured.")
        if not queries:
            raise CommandError(f"{file} holds no question.")
        return queries

    def _measured(self, collection: Collection, queries: list[EvalQuery], kind: Kind) -> dict[str, Any]:
        # disable=None: no progress bar where standard error is no terminal.
        with errors_told(), tqdm(total=len(queries), unit="question", disable=None) as bar:
            measured = measure(collection, queries, kind, progress=bar.update)
        return {"collection": collection.name, **measured.report(), "embedder": collection.model}
