"""What was copied, on the command line: listed, searched, exported, one copy's text, where it came from."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.services import record
from clipboard.models import ClipboardEntry
from clipboard.queries.find_copies import copies_of, find_copy, search_copies
from clipboard.queries.trace_provenance import ProvenanceGraph, trace_provenance
from clipboard.serialize_copies import serialize_copies, serialize_copy
from core.cli.shared_arguments import EXIT_USAGE, account_of, add_account, as_command_errors

LIMIT = 20


class Command(BaseCommand):
    help = (
        "List what was copied, newest first, or what matches the words. With --show the text of one copy (its id, or "
        "8 digits or more of its hash), with --chain where it came from. Exit 1 when it is not found."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("words", nargs="*", metavar="WORD", help="words of the text, or a hash")
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--show", metavar="NAME", help="the text of this copy, as it was copied")
        which.add_argument("--chain", metavar="NAME", help="what this copy came from, and what came of it")
        which.add_argument("--export", action="store_true", help="JSON Lines, with the texts")
        parser.add_argument("--limit", type=int, default=LIMIT, help=f"at most so many; {LIMIT} unless told")
        parser.add_argument("--json", action="store_true", help="one JSON object")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["limit"] < 1:
            raise CommandError("--limit must be 1 or more.", returncode=EXIT_USAGE)
        if options["words"] and (options["show"] or options["chain"]):
            raise CommandError("Name one copy, or search by words.", returncode=EXIT_USAGE)
        account = account_of(options["account"])
        with as_command_errors():
            if options["show"]:
                self._show(find_copy(account, options["show"]), as_json=options["json"])
            elif options["chain"]:
                self._chain(trace_provenance(find_copy(account, options["chain"])), as_json=options["json"])
            else:
                self._list(account, options)

    def _show(self, entry: ClipboardEntry, *, as_json: bool) -> None:
        text = entry.content.text if entry.content else None
        if as_json:
            self.stdout.write(json.dumps(serialize_copy(entry) | {"content": text}, default=str))
        elif text is None:
            raise CommandError("No texts were kept when this was copied: there are its first words alone.")
        else:
            self.stdout.write(text, ending="" if text.endswith("\n") else "\n")

    def _chain(self, chain: ProvenanceGraph, *, as_json: bool) -> None:
        if as_json:
            nodes = [vars(node) for node in chain.nodes]
            edges = [
                {"from": edge.source, "to": edge.target, "relation": edge.relation, "overlap": edge.overlap}
                for edge in chain.edges
            ]
            body = {"entry": chain.entry_id, "nodes": nodes, "edges": edges, "is_cut": chain.is_cut}
            self.stdout.write(json.dumps(body, default=str))
            return
        for node in chain.nodes:
            here = "→" if node.id == chain.entry_id else " "
            self.stdout.write(
                f"{here} {node.when:%Y-%m-%d %H:%M} {node.hash[:8]} {node.kind:5} {node.title[:60]}"
            )
            for edge in chain.edges:
                if edge.target == node.id:
                    source = next(other.hash[:8] for other in chain.nodes if other.id == edge.source)
                    self.stdout.write(f"      {edge.relation} {source}")

    def _list(self, account: Any, options: dict[str, Any]) -> None:
        copies = copies_of(account)
        if options["words"]:
            copies = search_copies(account, copies, " ".join(options["words"]))
        if options["export"]:
            record("export", "clipboard", account=account.pk)
            for line in serialize_copies(copies):
                self.stdout.write(line, ending="")
            return
        found = list(copies[: options["limit"]])
        if options["json"]:
            items = [serialize_copy(entry) | {"preview": entry.preview} for entry in found]
            self.stdout.write(json.dumps({"items": items}, default=str))
            return
        for entry in found:
            pinned = "*" if entry.is_pinned else " "
            self.stdout.write(
                f"{entry.copied:%Y-%m-%d %H:%M} {entry.sha256[:8]}{pinned} {entry.tokens:>7,} tokens "
                f"{entry.source_app[:16]:16} {entry.preview[:60]}"
            )
        if not found:
            self.stderr.write("Nothing was copied that matches." if options["words"] else "No copies yet.")
