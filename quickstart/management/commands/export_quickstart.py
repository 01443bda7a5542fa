"""Write the four files of the specification: entries, skills index, embeddings, coverage report."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.services import record
from core.cli.shared_arguments import EXIT_USAGE, account_of, add_account, as_command_errors
from core.cli.write_file import write_file
from quickstart.queries.readable_collections import find_collection
from quickstart.queries.specification_files import specification_files


class Command(BaseCommand):
    help = (
        "Write data/quickstart_qa.jsonl, data/skills_index.jsonl, models/quickstart_embeddings.pkl and "
        "reports/quickstart_coverage.md of a collection below a folder, in the place of those that are there. "
        "Exit 2 where the folder cannot be written."
    )
    requires_system_checks = ()  # The server runs them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder", nargs="?", default=".", metavar="DIR", help="(default: the current one)"
        )
        parser.add_argument("--collection", metavar="NAME", help="needed only where there are several")
        parser.add_argument("--dry-run", action="store_true", help="name the files and write none")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        with as_command_errors():
            collection = find_collection(account, options["collection"])
            files = specification_files(collection)
        if not options["dry_run"]:
            record("export", f"collection {collection.name}", account=account.pk)
        for name, content in files.items():
            path = Path(options["folder"]) / name
            if not options["dry_run"]:
                _write(path, content)
            self.stdout.write(f"{path}: {len(content):,} bytes")
        if options["dry_run"]:
            self.stderr.write("Nothing was written.")


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}.", returncode=EXIT_USAGE) from error
    write_file(path, [content])
