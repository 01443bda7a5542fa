"""Everything that grows goes by itself, or there is a reason why it stays; docs/operators.md says both."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from pytest_django import Settings

from audit.models import AuditEntry
from core.db import purge_rows
from qastone_site import tasks
from qastone_site.environment import ROOT, Retention
from qastone_site.schedule import SCHEDULE
from qastone_site.tests.test_environment import NAMES
from qastone_site.tests.test_indexes import own_models

OWN = "the account's own: people delete it"
SMALL = "one row an account, or a few that people make"
WITH_OWNER = "goes with what it belongs to"
PURGED = {
    "analytics.Event": "analytics.tasks.purge_events",
    "answering.WrittenAnswer": "answering.tasks.purge",
    "audit.AuditEntry": "qastone_site.tasks.purge_audit",
    "brain.FetchedResults": "brain.tasks.purge_fetched",
    "clipboard.ClipboardEntry": "clipboard.tasks.purge",
    "inbox.HelperJob": "inbox.tasks.purge_messages",
    "inbox.Memory": "inbox.tasks.purge_memories",
    "inbox.Message": "inbox.tasks.purge_messages",
    "inbox.WebhookCall": "inbox.tasks.purge_webhooks",
    "jobs.Job": "core.jobs.tasks.purge",
    "pages.RenderedText": "core.pages.tasks.purge_rendered",
    "pages.DeletedRows": "core.pages.tasks.purge_deleted",
    "qastone_site.BrowserSession": "qastone_site.tasks.purge_sessions",
    "quickstart.AskConversation": "quickstart.tasks.purge_sessions",
    "quickstart.Question": "quickstart.tasks.purge_questions",
    "rest.IdempotencyRecord": "core.rest.tasks.purge",
    "stones.LedgerEntry": "stones.tasks.roll_up_ledger",
    "stones.Stone": "stones.tasks.purge",
}
STAYS = {
    "answering.AnswerPiece": WITH_OWNER,
    "assistant.App": SMALL,
    "assistant.AssistantSettings": SMALL,
    "assistant.Connection": WITH_OWNER,
    "assistant.Menu": SMALL,
    "assistant.MenuChange": SMALL,
    "brain.Chunk": WITH_OWNER,
    "brain.Conversation": OWN,
    "brain.Note": OWN,
    "brain.OutsidePreference": SMALL,
    "brain.Profile": SMALL,
    "brain.Summary": OWN,
    "brain.Turn": OWN,
    "clipboard.ClipboardSettings": SMALL,
    "clipboard.Fingerprints": WITH_OWNER,
    "inbox.Agent": SMALL,
    "inbox.AgentToken": SMALL,
    "inbox.Contact": SMALL,
    "inbox.Delivery": WITH_OWNER,
    "inbox.Inbox": SMALL,
    "inbox.InboxSettings": SMALL,
    "inbox.MemoryPassage": WITH_OWNER,
    "inbox.Webhook": SMALL,
    "llm.AccountDay": "a row a day and account: what was paid for",
    "llm.TokenDay": "a row a day",
    "llm.TokenHold": "deleted when its call ends",
    "llm.TokenUse": "a row a day, model and purpose",
    "pages.SavedSearch": SMALL,
    "qastone_site.AccountDeletion": WITH_OWNER,
    "qastone_site.Heartbeat": SMALL,
    "qastone_site.SetupCode": SMALL,
    "quickstart.Collection": OWN,
    "quickstart.CoverageRun": "a row a day and collection, where it has changed",
    "quickstart.Entry": OWN,
    "quickstart.HistoricalEntry": OWN,
    "quickstart.HistoricalSkill": OWN,
    "quickstart.IndexedText": WITH_OWNER,
    "quickstart.Node": OWN,
    "quickstart.Skill": OWN,
    "quickstart.Trigger": OWN,
    "quickstart.Variant": OWN,
    "stones.Content": WITH_OWNER,
    "stones.LedgerDailySum": "fifty rows a day and account: what is left of the ledger",
    "stones.LedgerReader": "a row a name that ever read",
    "stones.LedgerRollUp": SMALL,
    "stones.LedgerSourceSum": "a row a stone: what is left of the ledger",
    "stones.Level": WITH_OWNER,
    "stones.Share": WITH_OWNER,
    "stones.StonePassage": WITH_OWNER,
}


def test_every_table_has_a_retention_or_a_reason() -> None:
    models = {model._meta.label for model in own_models() if not model._meta.proxy}

    assert models == PURGED.keys() | STAYS.keys(), "a new table that grows needs a task that purges it"
    assert not PURGED.keys() & STAYS.keys()
    assert set(PURGED.values()) <= SCHEDULE.keys()


def test_every_setting_of_days_is_documented() -> None:
    table = (ROOT / "docs" / "operators.md").read_text().split("## What grows")[1].split("\n## ")[0]
    names = [name for name in NAMES if name.endswith("_DAYS")]

    assert len(names) == len(Retention._fields) + 1  # the stones' is older
    assert [name for name in names if f"`{name}`" not in table] == []


@pytest.mark.django_db
def test_rows_go_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purge_rows, "BATCH", 2)
    now = timezone.now()
    for number in range(5):
        Session.objects.create(session_key=f"ended-{number}", expire_date=now - timedelta(minutes=1))
    Session.objects.create(session_key="lasts", expire_date=now + timedelta(minutes=1))

    assert tasks.purge_sessions() == 5
    assert list(Session.objects.values_list("session_key", flat=True)) == ["lasts"]
    assert tasks.purge_sessions() == 0


@pytest.mark.django_db
def test_the_audit_stays_unless_the_owner_says_otherwise(settings: Settings) -> None:
    AuditEntry.objects.create(at=timezone.now() - timedelta(days=100), actor="x", action="y", subject="z")
    assert tasks.purge_audit() == 0
    settings.AUDIT_DAYS = 101
    assert tasks.purge_audit() == 0
    settings.AUDIT_DAYS = 99
    assert tasks.purge_audit() == 1
    assert [entry.action for entry in AuditEntry.objects.all()] == ["audit.purged"]
