"""Make an agent and a token for it."""

import json
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from core.cli.shared_arguments import EXIT_USAGE, account_of, as_command_errors
from inbox.models import Agent
from inbox.rendering.setup_snippets import allowed_call, claude_command, export_line, setup_snippets
from inbox.scopes import ON_REQUEST, SCOPES, USUAL_SCOPES
from inbox.services import IssuedToken, create_agent, describe_agent, issue_token
from inbox.services.manage_agents import PROGRAM_KINDS
from inbox.services.site_command import site_command

DAYS, MAX_DAYS = 90, 36_500
SITE = "http://127.0.0.1:8000"


def running_site() -> str:
    """Where `manage.py serve` says that this site runs; its first choice of address while it does not."""
    try:
        lines = (settings.QASTONE_VAR / "run" / "serve").read_text().split()
    except OSError:
        return SITE
    return lines[0].rstrip("/") if lines and lines[0].startswith("http") else SITE


class Command(BaseCommand):
    help = (
        "Make an agent and print its token, which is shown this once. For an agent that is there already, a further "
        "token; its others stay valid, and what is said of it anew takes the old's place. Exit 1 when the name or a "
        "scope cannot be. Example: python manage.py create_agent koda --kind claude_code --capability python"
    )
    requires_system_checks = ()  # The server makes them when it starts.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME")
        parser.add_argument(
            "--scopes",
            default=",".join(USUAL_SCOPES),
            metavar="A,B",
            help=f"what it may do (all but {', '.join(ON_REQUEST)}): {', '.join(SCOPES)}",
        )
        parser.add_argument(
            "--inbox",
            action="append",
            dest="inboxes",
            default=[],
            metavar="NAME",
            help="another agent of the account whose inbox the token opens, too; may be given several times",
        )
        parser.add_argument(
            "--days",
            type=int,
            default=DAYS,
            help=f"how long it is valid ({DAYS}; at most {MAX_DAYS}); 0: for ever",
        )
        parser.add_argument(
            "--kind",
            choices=[kind.value for kind in PROGRAM_KINDS],
            help="what runs behind the name (custom)",
        )
        parser.add_argument("--description", help="who or what the agent is")
        parser.add_argument(
            "--capability",
            action="append",
            dest="capabilities",
            metavar="WORDS",
            help="something that it can do; may be given several times",
        )
        parser.add_argument(
            "--url", default=running_site(), help="the site's address, for the examples (where it runs)"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object")
        parser.add_argument(
            "--account", metavar="NAME", help="whose agent; needed only where there are several accounts"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not 0 <= options["days"] <= MAX_DAYS:
            raise CommandError(f"--days is 0 (for ever) to {MAX_DAYS}.", returncode=EXIT_USAGE)
        account = account_of(options["account"])
        scopes = [scope.strip() for scope in options["scopes"].split(",") if scope.strip()]
        if not scopes:
            raise CommandError(
                "--scopes names none: a token without any opens nothing. Leave it out for the usual ones.",
                returncode=EXIT_USAGE,
            )
        with as_command_errors(), transaction.atomic():
            agent, was_demo = _make_agent(account, options)
            life = timedelta(days=options["days"]) if options["days"] else None
            token = issue_token(agent=agent, scopes=scopes, life=life, inboxes=options["inboxes"])
        self._print_token(agent, token, options)
        if was_demo:
            self.stderr.write(
                f"{agent.name} is the example agent that came with this site. It is yours now: it is counted, and "
                "stays when the demonstration is removed.\n"
            )

    def _print_token(self, agent: Agent, token: IssuedToken, options: dict[str, Any]) -> None:
        site = options["url"].rstrip("/")
        curl = curl_line(site, token.text, token.row.scopes)
        snippets = setup_snippets(
            site=site, token=token.text, scopes=token.row.scopes, kind=agent.kind, program=site_command()
        )
        if options["json"]:
            expires = token.row.expires.isoformat() if token.row.expires else None
            body = {
                "agent": agent.name,
                "kind": agent.kind,
                "capabilities": agent.capabilities,
                "token": token.text,
                "scopes": token.row.scopes,
                "inboxes": sorted({name for name in options["inboxes"] if name != agent.name}),
                "expires": expires,
                "curl": curl,
                "claude": claude_command(site),
                "setups": {snippet.key: snippet.code for snippet in snippets},
            }
            self.stdout.write(json.dumps(body))
            return
        self.stdout.write(token.text)
        self.stderr.write(f"The token of {agent.name}: it is shown this once. Try it:\n\n{curl}\n")
        own = next((each for each in snippets if each.is_first and each.key != "curl"), snippets[0])
        self.stderr.write(
            f"Or give it to {own.title}. {own.where}\n\n{export_line(token.text)}\n{own.code}\n"
        )
        others = ", ".join(each.title for each in snippets if each != own)
        self.stderr.write(f"For {others}: --json, or the page Agents.\n")


def _make_agent(account: User, options: dict[str, Any]) -> tuple[Agent, bool]:
    """The agent of that name, described as far as the options say, made when it is not there; whether it was one of the
    demonstration's.
    """
    described = {
        name: options[name] for name in ("kind", "description", "capabilities") if options[name] is not None
    }
    agent = Agent.objects.filter(account=account, name=options["name"]).first()
    if agent is None:
        return create_agent(account=account, name=options["name"], **described), False
    was_demo = agent.closed is None and agent.adopt()
    if described:
        current = {"kind": agent.kind, "description": agent.description, "capabilities": agent.capabilities}
        describe_agent(agent=agent, **(current | described))
    return agent, was_demo


def curl_line(url: str, token: str, scopes: Collection[str]) -> str:
    """A shell command that can be run as it is: these scopes allow it."""
    if "stones:write" in scopes:
        path, content = "/api/format-qastone", "Create GitHub repo for ztgi-ui, shared UI library."
        body = json.dumps({"content": content})
    elif call := allowed_call(scopes):
        path, body = call, ""
    else:  # with any token
        path, body = "/mcp", json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    data = f" -H 'Content-Type: application/json' -d '{body}'" if body else ""
    return f"curl {url.rstrip('/')}{path} -H 'Authorization: Bearer {token}'{data}"
