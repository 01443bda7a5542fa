"""What the commands of the collection take from the environment: made on a site, fresh where a command uses it up."""

import json
import re
import subprocess
import urllib.request
from collections.abc import Callable
from itertools import count
from threading import Lock
from typing import Any

from qastone_site.tests.own_collection.skipped_commands import ROOT
from qastone_site.tests.whole_sites import Site

DOCUMENT = "docs/stone-format.md"
# What a token may not do unless that was asked for.
COPYING = ("clipboard:read", "clipboard:write", "stones:write")
VARIABLES = {
    "QASTONE_URL",
    "QASTONE_TOKEN",
    "HASH",
    "OLD_HASH",
    "MESSAGE",
    "COPY",
    "OLD_COPY",
    "APP_KEY",
    "WEBHOOK",
}
VARIABLES |= {"LAST4", "DEAD", "FAILED", "CALL"}
_MAKE_APP = """
from assistant.services.manage_apps import create_app
from inbox.models import Agent
account = Agent.objects.get(name="first-agent").account
print(create_app(account=account, name="notes", origin="https://notes.example.org").key)
"""
_GIVE_UP = """
from core.jobs.models import Job
from inbox.models import CALL_WEBHOOK, RUN_HELPER, WebhookCall
calls = [call.pk for call in WebhookCall.objects.filter(webhook__agent__name="first-agent")]
Job.objects.of(RUN_HELPER).filter(target__in={helpers}).update(
    state="failed", error_code="test", error="Given up by a test.")
Job.objects.of(CALL_WEBHOOK).filter(target__in=calls).update(state="failed", error_code="test")
"""


class CommandFixtures:
    """The variables of one command: `of(command)` has the value of each that it names."""

    def __init__(self, site: Site, commands: list[str]) -> None:
        self.site = site
        self.numbers = count(1)
        self.lock = Lock()
        self.token = self._token("first-agent")
        self.writer = self._token("mira")
        self.scribe = self._token("scribe", "--scopes", ",".join(COPYING))
        self.stone = json.loads(site.command("format_stone", DOCUMENT, "--wait", "--json"))["border_hash"]
        # A part of the stone, so that its chain has something in it.
        self.copy = self._record(" ".join((ROOT / DOCUMENT).read_text(encoding="utf-8").split()[20:80]))
        self.app_key = site.command("shell", "--verbosity", "0", "--command", _MAKE_APP).strip()
        self._import_collection()
        self._message()
        self.pools = self._used_up_later(commands)
        self.made: dict[str, Callable[[], str]] = {
            "HASH": lambda: self.stone,
            "OLD_HASH": self._old_stone,
            "MESSAGE": self._message,
            "COPY": lambda: self.copy,
            "OLD_COPY": lambda: self._record(f"Copied as number {next(self.numbers)}."),
            "APP_KEY": lambda: self.app_key,
            "WEBHOOK": self._webhook,
            "LAST4": lambda: self._token("koda")[-4:],
            **{name: pool.pop for name, pool in self.pools.items()},
        }

    def of(self, command: str) -> dict[str, str]:
        token = self.scribe if "/api/clipboard" in command else self.token
        own = {"QASTONE_URL": self.site.url, "QASTONE_TOKEN": token}
        with self.lock:
            needed = [name for name in self.made if re.search(rf"\$\{{?{name}\b", command)]
            return own | {name: self.made[name]() for name in needed}

    def call(self, path: str, body: object = None, *, token: str = "") -> Any:
        request = urllib.request.Request(
            f"{self.site.url}{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {token or self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)

    def _token(self, agent: str, *options: str) -> str:
        return self.site.command("create_agent", agent, *options).strip()

    def _import_collection(self) -> None:
        folder, name = "quickstart/collections/qastone", ("--collection", "qastone")
        self.site.command("import_tree", f"{folder}/tree.txt", *name)
        self.site.command("import_skills", f"{folder}/skills", *name)
        self.site.command("import_qa", f"{folder}/entries.jsonl", *name)
        self._index()

    def _index(self) -> None:
        """With more patience than other commands need: thousands of texts are embedded on a busy machine."""
        index = [*self.site.python, "manage.py", "index_quickstart"]
        subprocess.run(
            index, cwd=ROOT, env=self.site.environment, capture_output=True, check=True, timeout=600
        )

    def _record(self, text: str) -> str:
        """The id of a copy of this text."""
        return str(self.call("/api/clipboard/", {"content": text}, token=self.scribe)["id"])

    def _old_stone(self) -> str:
        made = self.call(
            "/api/format-qastone", {"content": f"Delete what number {next(self.numbers)} has left."}
        )
        return str(made["border_hash"])

    def _message(self) -> str:
        """The number of a stone that has just come to the agent's inbox."""
        sent = {"recipient": "first-agent", "stone": self.stone, "max_lod": 1}
        tracking_id = self.call("/mcp/inbox/send-stone", sent, token=self.writer)["tracking_id"]
        return str(self.call(f"/mcp/inbox/messages/{tracking_id}")["sequence"])

    def _webhook(self) -> str:
        url = f"https://hooks.example.org/{next(self.numbers)}"
        return str(self.call("/mcp/webhooks", {"url": url})["id"])

    def _used_up_later(self, commands: list[str]) -> dict[str, list[str]]:
        """As many dead letters, failed helpers and failed calls as there are commands that ask for one."""
        size = {
            name: sum(f"${name}" in command for command in commands) for name in ("DEAD", "FAILED", "CALL")
        }
        dead = [self._half_dead() for _ in range(size["DEAD"])]
        self._token("late")
        helpers = [self._helper(number) for number in range(size["FAILED"])]
        for number in range(size["CALL"]):
            self.call("/mcp/webhooks", {"url": f"https://hooks.example.org/failing/{number}"})
        self._message()
        calls = self._failed_calls(helpers)
        return {"DEAD": dead, "FAILED": helpers, "CALL": calls[: size["CALL"]]}

    def _half_dead(self) -> str:
        """The tracking_id of a message with a dead delivery, to an agent who is made afterwards."""
        sent = {"recipients": ["koda", "late"], "payload": "Are you there?"}
        return str(self.call("/mcp/inbox/send", sent)["tracking_id"])

    def _helper(self, number: int) -> str:
        body = {"border_hash": self.stone, "task": f"What is rule {number}?"}
        return str(self.call("/mcp/helpers", body)["id"])

    def _failed_calls(self, helpers: list[str]) -> list[str]:
        self.site.command("shell", "--verbosity", "0", "--command", _GIVE_UP.format(helpers=helpers))
        return [each["id"] for each in self.call("/mcp/webhooks/calls?state=failed")["items"]]
