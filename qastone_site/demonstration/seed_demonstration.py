"""The demonstration's rows, made as agents would make them, and marked."""

from pathlib import Path
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from brain.models import Note
from brain.services.import_note_files import import_notes
from inbox.models import Agent, Message
from inbox.services import create_agent
from inbox.services.send_messages import Outgoing, send_stone
from stones.models import Stone
from stones.services import StoneDraft, store_stone

DEMO = Path(__file__).resolve().parents[1] / "demo"


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


class SeededNotes(NamedTuple):
    new: int
    there: int


@transaction.atomic
def seed_handoff(*, account: User, handoff: Handoff) -> bool:
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
        _agent(account, handoff.recipient)
        outgoing = Outgoing(
            recipients=[handoff.recipient], subject=handoff.subject, needs_answer=handoff.needs_answer
        )
        send_stone(sender=_agent(account, handoff.sender), stone=stored.stone.pk, outgoing=outgoing)
        Stone.objects.filter(pk=stored.stone.pk).update(is_demo=True)
        Message.objects.filter(account=account, stone=stored.stone).update(is_demo=True)
    return stored.created


@transaction.atomic
def seed_notes(*, account: User) -> SeededNotes:
    """Import the notes; those that are there stay as they are."""
    notes = {f"demo/{file.name}": file.read_text() for file in sorted((DEMO / "notes").glob("*.md"))}
    imported = import_notes(account=account, files=notes, dry_run=False)
    Note.objects.filter(account=account, file__in=imported.new).update(is_demo=True)
    return SeededNotes(len(imported.new), len(imported.unchanged))


def _agent(account: User, name: str) -> Agent:
    if found := Agent.objects.filter(account=account, name=name).first():
        return found
    made = create_agent(account=account, name=name, description="An example agent.")
    Agent.objects.filter(pk=made.pk).update(is_demo=True)
    return made
