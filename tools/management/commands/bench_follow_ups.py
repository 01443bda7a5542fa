"""How often a question that leans on the one before gets its answer."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.cli.shared_arguments import account_of, add_account, read_text
from quickstart.models import Collection
from tools.benchmarks.measure_follow_ups import measure, read_conversations


class Command(BaseCommand):
    help = (
        'Hold each conversation of a JSONL file ({"set": "qa" or "notes", "turns", "expected", "note"}; the note '
        'begins with "lean", "change" or "none") with an account\'s collection or its notes, and count the last '
        "turns that are answered right. The collection and the notes are there already. Nothing is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="CONVERSATIONS.jsonl")
        parser.add_argument("--collection", required=True, metavar="NAME")
        parser.add_argument("--json", action="store_true", help="one line of JSON for each conversation")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        text = read_text(options["file"])
        try:
            conversations = read_conversations(text)
        except (ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{options['file']} cannot be read: {error}") from error
        account = account_of(options["account"])
        collection = Collection.objects.filter(account=account, name=options["collection"]).first()
        if collection is None:
            raise CommandError(f"There is no collection {options['collection']!r}.")
        answers = measure(account, collection, conversations)
        for each in answers if options["json"] else ():
            conversation = each.conversation
            line = {
                "kind": conversation.kind,
                "turns": conversation.turns,
                "reached": each.reached,
                "right": each.is_right,
            }
            self.stdout.write(json.dumps(line))
        for kind in [] if options["json"] else dict.fromkeys(each.conversation.kind for each in answers):
            right = [each.is_right for each in answers if each.conversation.kind == kind]
            self.stdout.write(f"{kind}: {sum(right)} of {len(right)} right")
