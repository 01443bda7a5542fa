"""Write a collection's Q&A entries as JSON lines."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from audit.services import record
from core.cli.shared_arguments import account_of, add_account, as_command_errors
from core.cli.write_file import write_file
from quickstart.queries.export_entries import export_entries
from quickstart.queries.readable_collections import find_collection


class Command(BaseCommand):
    help = (
        "Write every entry of a collection, drafts and retired ones too, as JSON lines in the order of their import. "
        "Imported again, they change nothing, and are exported again byte for byte."
    )
    requires_system_checks = ()  # The server runs them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--collection", metavar="NAME", help="needed only where there are several")
        parser.add_argument("-o", "--output", metavar="FILE", help="instead of the standard output")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        with as_command_errors():
            collection = find_collection(account, options["collection"])
            text = export_entries(collection)
        record("export", f"collection {collection.name}", account=account.pk)
        if options["output"] is None:
            self.stdout.write(text, ending="")
        else:
            write_file(options["output"], [text.encode()])
