"""Ask the brain, or search its notes, from the command line."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from brain.answer_rendering import render_for_terminal
from brain.models import Interface
from brain.services.answer_question import DEFAULT_CONVERSATION, AnsweredQuestion, BrainQuestion, ask
from brain.services.find_notes import find_notes
from core.cli.shared_arguments import EXIT_USAGE, account_of, add_account, as_command_errors
from core.db.reader_names import COMMAND_LINE

NOTHING_FOUND = 1
FOUND = 10


class Command(BaseCommand):
    help = (
        "ask: answer from notes, the profile and, with --external, sources outside, with citations that were checked; "
        "the turn is kept in the conversation. search: the notes that come nearest. Exit 1 where nothing supports an "
        "answer, or nothing was found; 1, too, for what cannot be asked."
    )
    requires_system_checks = ()  # The server runs them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        subparsers = parser.add_subparsers(dest="subcommand", required=True, metavar="ask | search")
        ask_parser = subparsers.add_parser(
            "ask", help="a question, in quotes or not; without one: what there is"
        )
        ask_parser.add_argument("query", nargs="*", metavar="QUESTION")
        ask_parser.add_argument(
            "--conversation",
            metavar="NAME",
            default=DEFAULT_CONVERSATION,
            help="what it belongs to (default: main)",
        )
        external_options = ask_parser.add_mutually_exclusive_group()
        external_options.add_argument(
            "--external",
            action="store_const",
            const=True,
            dest="external",
            help="ask outside where the notes do not cover it; only the question is sent",
        )
        external_options.add_argument(
            "--no-external",
            action="store_const",
            const=False,
            dest="external",
            help="never; without either as the account prefers",
        )
        search_parser = subparsers.add_parser("search", help="words, a question, #tags")
        search_parser.add_argument("query", nargs="+", metavar="QUESTION")
        search_parser.add_argument("--limit", type=int, default=FOUND, help=f"notes (default: {FOUND})")
        for subparser in (ask_parser, search_parser):
            subparser.add_argument("--json", action="store_true", help="one JSON object")
            add_account(subparser)

    def handle(self, *args: Any, **options: Any) -> None:
        with as_command_errors():
            if options["subcommand"] == "ask":
                self._ask(options)
            else:
                self._search(options)

    def _ask(self, options: dict[str, Any]) -> None:
        answered = ask(
            account_of(options["account"]),
            BrainQuestion(
                " ".join(options["query"]),
                conversation=options["conversation"],
                interface=Interface.COMMAND,
                use_external=options["external"],
                asked_by=COMMAND_LINE,
            ),
        )
        self.stdout.write(
            json.dumps(_as_json(answered), ensure_ascii=False)
            if options["json"]
            else render_for_terminal(
                answered.response,
                unsupported=answered.trace.unsupported,
                notices=answered.trace.external_notices(),
            )
        )
        if not answered.response.metadata.has_sources:
            raise SystemExit(NOTHING_FOUND)

    def _search(self, options: dict[str, Any]) -> None:
        if options["limit"] < 1:
            raise CommandError("--limit is at least 1.", returncode=EXIT_USAGE)
        found = find_notes(
            account=account_of(options["account"]), query=" ".join(options["query"]), limit=options["limit"]
        )
        if options["json"]:
            rows = [
                {
                    "id": each.note.pk,
                    "title": each.note.title,
                    "file": each.note.file,
                    "demo": each.note.is_demo,
                    "excerpt": each.excerpt,
                }
                for each in found
            ]
            self.stdout.write(json.dumps({"items": rows}, ensure_ascii=False))
        for each in () if options["json"] else found:
            name = f"{each.note.title} ({each.note.pk}{', demo' * each.note.is_demo})"
            self.stdout.write(f"{name}\n   {' '.join(each.excerpt.split())}")
        if not found:
            self.stderr.write("No note matches.", style_func=str)
            raise SystemExit(NOTHING_FOUND)


def _as_json(answered: AnsweredQuestion) -> dict[str, Any]:
    return {
        **answered.response.model_dump(mode="json", by_alias=True),
        "turn_id": answered.turn.saved_id,
        "mode": answered.mode.value,
        "trace": answered.trace.to_json(),
    }
