"""Ask a collection from the command line."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core.cli.shared_arguments import account_of, add_account, as_command_errors
from core.db.reader_names import COMMAND_LINE
from quickstart.kinds import AskOutcome, Intent
from quickstart.queries.readable_collections import collections_to_ask
from quickstart.rendering import to_json, to_markdown
from quickstart.services.answer_question import session_key_of
from quickstart.services.ask_collections import ask_collections

NO_ANSWER = 1


class Command(BaseCommand):
    help = (
        "Ask how something is done. Answers with Markdown from curated entries and skills; exit 1 where the collection "
        "has no answer, with the nearest there is."
    )
    requires_system_checks = ()  # The server runs them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("query", nargs="+", help="the question, in quotes or not")
        parser.add_argument("--collection", metavar="NAME", help="else all are asked, your own first")
        parser.add_argument(
            "--intent", choices=[each.value for each in Intent], help="in place of the one we see"
        )
        parser.add_argument(
            "--session",
            default="",
            metavar="NAME",
            help="your name for this sitting: nothing is told twice in it",
        )
        parser.add_argument("--phrase", action="store_true", help="let the configured model word it")
        parser.add_argument("--json", action="store_true", help="one JSON object")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        with as_command_errors():
            _, answer = ask_collections(
                account=account,
                collections=collections_to_ask(account, options["collection"]),
                query=" ".join(options["query"]),
                session_key=session_key_of("command", options["session"]),
                intent=Intent(options["intent"]) if options["intent"] else None,
                asked_by=COMMAND_LINE,
                phrase=options["phrase"],
            )
        self.stdout.write(
            json.dumps(to_json(answer), ensure_ascii=False) if options["json"] else to_markdown(answer)
        )
        if answer.outcome == AskOutcome.NO_ANSWER:
            raise SystemExit(NO_ANSWER)
