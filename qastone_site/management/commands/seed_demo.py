"""Put a small demonstration into a new site, so that its first page shows what a stone is."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from qastone_site.accounts.services import seed_account, setup_is_open
from stones.services import StoneDraft, store_stone

DEMO = Path(__file__).resolve().parents[2] / "demo"
# File name → the agent that says it. The channel is the first word of the file's name.
SENDERS = {
    "query-where-auth.md": "cairn",
    "context-billing-rules.md": "prax",
    "handoff-search-slow.md": "prax",
    "task-retry-uploads.md": "koda",
}


class Command(BaseCommand):
    help = "Store the demonstration's stones, unless the site is set up already. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        if not setup_is_open():
            self.stderr.write("The site is set up; the demonstration is left as it is.")
            return
        account = seed_account()
        for name, sender in SENDERS.items():
            draft = StoneDraft(
                content=(DEMO / name).read_text(),
                glow_channel=name.partition("-")[0],
                stone_type="message" if name.startswith("query") else "handoff",
                source_agent=sender,
                source_claimed=True,
                ttl_days=365,
            )
            stored = store_stone(account=account, draft=draft)
            self.stderr.write(f"{'stored' if stored.created else 'there'}  {name}")
