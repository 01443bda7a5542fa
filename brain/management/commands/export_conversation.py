"""Write a conversation as Markdown or JSON."""

import json
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.services import record
from brain.models import Conversation, Interface
from brain.queries.conversation_queries import (
    ListedConversation,
    conversations_of,
    find_conversation,
    find_conversation_by_name,
)
from brain.queries.export_conversations import ExportFormat, export_conversation
from core.cli.shared_arguments import EXIT_USAGE, account_of, add_account, as_command_errors
from core.cli.write_file import write_file


class Command(BaseCommand):
    help = (
        "Write a conversation with all of its turns and what they cite: Markdown, or JSON with everything that is "
        "kept of them. Named by its id, or by its name. Exit 1 where there is no such conversation. "
        "Example: python manage.py export_conversation --name main > conversation.md"
    )
    requires_system_checks = ()  # The server runs them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("id", nargs="?", metavar="ID")
        which.add_argument("--name", metavar="NAME")
        which.add_argument("--list", action="store_true", help="tell which there are, the latest first")
        parser.add_argument(
            "--interface",
            choices=Interface.values,
            help=f"that the name is of; default: {Interface.COMMAND.value}",
        )
        parser.add_argument("--format", choices=[str(form) for form in ExportFormat], help="default: md")
        parser.add_argument("-o", "--output", metavar="FILE", help="instead of the standard output")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        if options["interface"] and not options["name"]:
            raise CommandError("--interface goes with --name.", returncode=EXIT_USAGE)
        if options["list"]:
            return self._list(account, options)
        with as_command_errors():
            chosen = _find_chosen(account, options)
            text = export_conversation(chosen, ExportFormat(options["format"] or ExportFormat.MARKDOWN))
        record("export", f"conversation {chosen.pk}", account=account.pk)
        self._write(text, options["output"])
        return None

    def _list(self, account: User, options: dict[str, Any]) -> None:
        found = [_row(row) for row in conversations_of(account)]
        if options["format"] == ExportFormat.JSON:
            return self._write(json.dumps(found, ensure_ascii=False, indent=2) + "\n", options["output"])
        if not found:
            self.stderr.write("There is no conversation yet.", style_func=str)
        lines = [
            f"{row['id']}  {row['updated'][:10]}  {row['interface']:7}  {row['turns']:>4}  {row['title']}"
            for row in found
        ]
        return self._write("".join(f"{line}\n" for line in lines), options["output"])

    def _write(self, text: str, file: str | None) -> None:
        if file is None:
            self.stdout.write(text, ending="")
        else:
            write_file(file, [text.encode()])


def _find_chosen(account: User, options: dict[str, Any]) -> Conversation:
    if options["id"]:
        return find_conversation(account, options["id"])
    return find_conversation_by_name(
        account, Interface(options["interface"] or Interface.COMMAND), options["name"]
    )


def _row(row: ListedConversation) -> dict[str, Any]:
    return {
        "id": row.pk,
        "interface": row.interface,
        "name": row.name,
        "title": str(row),
        "updated": row.updated.isoformat(),
        "turns": row.turn_count,
    }
