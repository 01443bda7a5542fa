"""Put demonstration data into a new site, so that its first pages have stones, messages and notes."""

from pathlib import Path
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand
from django.db import transaction

from brain.services.import_note_files import import_notes
from inbox.models import Agent
from inbox.services import create_agent
from inbox.services.send_messages import Outgoing, send_stone
from qastone_site.accounts.first_setup import seed_account, setup_is_open
from stones.services import StoneDraft, store_stone

DEMO = Path(__file__).resolve().parents[2] / "demo"


class Handoff(NamedTuple):
    """A file and how it is sent. Its channel is the first word of its name."""

    name: str
    sender: str
    recipient: str
    subject: str
    needs_answer: bool = False
    summary: str = ""


HANDOFFS = (
    Handoff("query-where-auth.md", "cairn", "prax", "Where are sessions ended?", needs_answer=True),
    Handoff(
        "context-billing-rules.md",
        "prax",
        "cairn",
        "Billing, before you touch it",
        summary="How invoices come about: an event counts for the month in which it was received. A row in "
        "`usage_priced` never changes, and a closed month stays closed.",
    ),
    Handoff(
        "handoff-search-slow.md",
        "prax",
        "koda",
        "Search: finish the partial index",
        needs_answer=True,
        summary="Search is slow for three large accounts; the fix is on branch `search-partial-index`. The copy of the "
        "data on `db-scratch-2` goes away on Friday.",
    ),
    Handoff("task-retry-uploads.md", "koda", "cairn", "Uploads"),
)


class Command(BaseCommand):
    help = (
        "Store the demonstration's stones and send them, and take in its notes, unless the site is set up already. "
        "Safe to repeat."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if not setup_is_open():
            self.stderr.write("The site is set up; the demonstration is left as it is.")
            return
        account = seed_account()
        for handoff in HANDOFFS:
            is_new = hand_over(account, handoff)
            self.stderr.write(f"{'stored' if is_new else 'there'}  {handoff.name}")
        notes = {f"demo/{file.name}": file.read_text() for file in sorted((DEMO / "notes").glob("*.md"))}
        imported = import_notes(account=account, files=notes, dry_run=False)
        self.stderr.write(f"{len(imported.new)} notes stored, {len(imported.unchanged)} there")


@transaction.atomic
def hand_over(account: User, handoff: Handoff) -> bool:
    """Store one and send it. Returns False when it was stored before."""
    draft = StoneDraft(
        content=(DEMO / handoff.name).read_text(),
        glow_channel=handoff.name.partition("-")[0],
        stone_type="message" if handoff.name.startswith("query") else "handoff",
        source_agent=handoff.sender,
        ttl_days=365,
        summary=handoff.summary,
    )
    stored = store_stone(account=account, draft=draft)
    if stored.created:
        agent(account, handoff.recipient)
        outgoing = Outgoing(
            recipients=[handoff.recipient], subject=handoff.subject, needs_answer=handoff.needs_answer
        )
        send_stone(sender=agent(account, handoff.sender), stone=stored.stone.pk, outgoing=outgoing)
    return stored.created


def agent(account: User, name: str) -> Agent:
    found = Agent.objects.filter(account=account, name=name).first()
    return found or create_agent(account=account, name=name, description="Of the demonstration.")
