"""Sample data for a new site, made through its interfaces: REST for the agents, pages for the person."""

import json
import re
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from qastone_site.tests.whole_sites import Site

ROOT = Path(__file__).resolve().parents[2]
OWNER = "ann"
HANDOFF = (ROOT / "qastone_site" / "demo" / "handoff-search-slow.md").read_text()
QUESTION = "How many invoices had to be corrected by hand?"


class HandedOver(NamedTuple):
    """A file that an agent sends, and the highest level that each reader reads."""

    file: str
    channel: str
    subject: str
    sender: str
    readers: dict[str, int]


HANDED_OVER = (
    HandedOver("docs/operators.md", "context", "How the site is run", "prax", {"koda": 1, "cairn": 0}),
    HandedOver(
        "docs/stone-format.md",
        "data",
        "The text format, before you parse it",
        "koda",
        {"cairn": 1, "prax": 0},
    ),
    HandedOver(
        "docs/adr/0010-quickstart-retrieval.md",
        "handoff",
        "Ranking: what was measured",
        "cairn",
        {"koda": 2, "prax": 1},
    ),
    HandedOver("docs/agents.md", "task", "Give the new agent these interfaces", "koda", {"prax": 1}),
)
# The person's copies: app and text. Each contains part of the one before it.
STEPS = HANDOFF.partition("## Next steps")[2].partition("## Open questions")[0].strip()
COPIES = (
    ("Visual Studio Code", HANDOFF),
    ("Slack", STEPS),
    (
        "Obsidian",
        f"{STEPS}\n5. Ask for the maintenance window before Thursday; the copy goes away on Friday.",
    ),
    ("Chromium", STEPS),
)


class SampleAgent:
    """An agent with a token of its own, calling the site as any client would."""

    def __init__(self, site: Site, name: str, *scopes: str) -> None:
        chosen = ("--scopes", ",".join(scopes)) if scopes else ()
        made = json.loads(site.command("create_agent", name, "--json", *chosen))
        self.url, self.token = site.url, made["token"]

    def call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """GET, or POST with a body; the JSON of the answer. Raises HTTPError."""
        request = urllib.request.Request(  # noqa: S310  # the address of the site that was just started
            f"{self.url}{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as response:  # noqa: S310
            return json.load(response)


def become_owner(page: Page, site: Site) -> None:
    """Run the first-run set-up with its one-time code."""
    page.goto(f"{site.url}/setup")
    page.get_by_label("code").fill(site.code)
    page.get_by_label("name").fill(OWNER)
    page.get_by_label("Password").fill("correct horse 9")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_label("Token of first-agent")).to_be_visible()


def live(page: Page, site: Site, wait: Callable[[], None]) -> None:
    """Make everything that the pictures show: stones sent and read, copies, a question without an answer.

    `wait` returns when the workers have done what was given to them so far.
    """
    agents = {name: SampleAgent(site, name) for name in ("koda", "cairn", "prax")}
    sent = [pass_on(agents[passed.sender], passed) for passed in HANDED_OVER]
    desk = SampleAgent(site, "desk", "clipboard:read", "clipboard:write")
    for app, text in COPIES:
        desk.call("/api/clipboard/", {"content": text, "source_app": app, "as_stone": False})
    page.goto(f"{site.url}/ask/")
    page.locator("#q").fill("How do I bake bread on Sundays?")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page).to_have_url(re.compile("q="))
    wait()
    for passed, tracking_ids in zip(HANDED_OVER, sent, strict=True):
        for name, tracking_id in tracking_ids.items():
            for level in range(passed.readers[name] + 1):
                agents[name].call(f"/mcp/inbox/messages/{tracking_id}/lod/{level}")
    for agent in agents.values():
        read_inbox(agent)


def pass_on(agent: SampleAgent, passed: HandedOver) -> dict[str, str]:
    """Store a stone and send it to each reader as far as that one reads: the tracking id for each."""
    content = (ROOT / passed.file).read_text()
    stone = agent.call("/api/format-qastone", {"content": content, "glow_channel": passed.channel})
    message = {"stone": stone["border_hash"], "subject": passed.subject}
    return {
        name: agent.call("/mcp/inbox/send-stone", message | {"recipient": name, "max_lod": level})[
            "tracking_id"
        ]
        for name, level in passed.readers.items()
    }


def read_inbox(agent: SampleAgent) -> None:
    """Read LOD-0 of all stones in its inbox."""
    for message in agent.call("/mcp/inbox/messages")["messages"]:
        if message.get("border_hash"):
            agent.call(f"/mcp/inbox/messages/{message['tracking_id']}/lod/0")
