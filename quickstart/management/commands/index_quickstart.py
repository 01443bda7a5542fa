"""Update the index of collections in the foreground, where no worker runs."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.cli.shared_arguments import account_of, add_account
from core.jobs.find_jobs import find_job
from quickstart.management.indexed_collection import collection_of, update_collection_index
from quickstart.models import INDEX_COLLECTION, Collection
from quickstart.queries.readable_collections import collections_for


class Command(BaseCommand):
    help = (
        "Make the vectors that are missing, and learn from them how sure an answer can be; all of the account's "
        "collections, or one. A worker does the same by itself. Safe to repeat. Exit 1 when something is left to do."
    )
    requires_system_checks = ()  # The server runs them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--collection", metavar="NAME", help="this one alone")
        parser.add_argument("--json", action="store_true", help="one JSON object")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        name = options["collection"]
        found = (
            [collection_of(account, name)] if name else list(collections_for(account).filter(account=account))
        )
        results = [self._index(collection) for collection in found]
        if options["json"]:
            self.stdout.write(json.dumps({"collections": results}))
        else:
            for each in results:
                state = "up to date" if each["up_to_date"] else f"not up to date: {each['error']}"
                self.stdout.write(
                    f"{each['collection']:30} {each['texts']:>8,} texts  {each['model']}  {state}"
                )
        if not all(each["up_to_date"] for each in results):
            raise CommandError("Some of the index is not up to date.")

    def _index(self, collection: Collection) -> dict[str, Any]:
        done = update_collection_index(collection, self.stderr)
        return {
            "collection": collection.name,
            "texts": collection.texts.count(),
            "model": collection.model,
            "up_to_date": done,
            "error": find_job(collection, INDEX_COLLECTION).error,
        }
