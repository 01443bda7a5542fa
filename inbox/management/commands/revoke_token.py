"""Close tokens of an agent, at once."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.cli.shared_arguments import account_of
from inbox.queries import agent_summaries
from inbox.services import revoke_token


class Command(BaseCommand):
    help = (
        "Revoke one token by its last four characters, or all of an agent: from then on every call with it is refused. "
        "Exit 1 when no valid token is meant, or several. Example: python manage.py revoke_token 4kQz"
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("last4", nargs="?", metavar="LAST4", help="as it is shown: qas_…LAST4")
        which.add_argument("--agent", metavar="NAME", help="all tokens of this agent")
        parser.add_argument("--dry-run", action="store_true", help="say what would be revoked")
        parser.add_argument(
            "--account", metavar="NAME", help="whose agent; needed only where there are several accounts"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["account"])
        last4 = (options["last4"] or "").removeprefix("qas_…")
        conditions = {"last4": last4} if last4 else {"agent__name": options["agent"]}
        found = list(agent_summaries.valid_tokens(account).filter(**conditions).select_related("agent"))
        if not found:
            raise CommandError("There is no such valid token. The page Agents lists them.")
        if last4 and len(found) > 1:
            names = ", ".join(token.agent.name for token in found)
            raise CommandError(f"Several tokens end in {last4}, of {names}: revoke it on the page Agents.")
        for token in found:
            if not options["dry_run"]:
                revoke_token(token=token)
            done = "would be revoked" if options["dry_run"] else "is revoked"
            self.stdout.write(f"{token} of {token.agent.name} {done}.")
