"""import_documents."""

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoCaptureOnCommitCallbacks

from stones import services
from stones.models import Content, Stone
from stones.queries import assemble, reloaded
from stones.services import ImportDocument, ImportFault, StoneDraft, StoneImportResult
from stones.tests.factories import LONG, SHORT, new_account, store


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def text(content: str) -> ImportDocument:
    return ImportDocument(content[:5], StoneDraft(content=content, claimed_source="import"))


def test_all_come_in_once(account: User) -> None:
    documents = [text(SHORT), text(LONG)]
    assert services.import_documents(account=account, documents=documents) == StoneImportResult(created=2)
    assert services.import_documents(account=account, documents=documents) == StoneImportResult(there=2)
    assert set(Stone.objects.values_list("source_agent", "claimed_source")) == {("user", "import")}


def test_one_fault_keeps_all_out_and_every_fault_is_told(
    account: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    documents = [text(SHORT), text(" "), ImportDocument("a.md", fault="not UTF-8"), text(LONG)]
    with django_capture_on_commit_callbacks() as callbacks:
        imported = services.import_documents(account=account, documents=documents)
    faults = [ImportFault(" ", "The content is empty. Nothing was stored."), ImportFault("a.md", "not UTF-8")]
    assert imported == StoneImportResult(created=0, there=0, faults=faults)
    assert not Content.objects.exists()
    assert callbacks == []


def test_a_dry_run_counts_and_stores_nothing(account: User) -> None:
    store(account, content=SHORT, source_agent="user", claimed_source="import", glow_channel=None)
    documents = [text(SHORT), text(LONG)]
    imported = services.import_documents(account=account, documents=documents, dry_run=True)
    assert (imported.created, imported.there) == (1, 1)
    assert Stone.objects.count() == 1


def test_a_text_that_is_a_stone_comes_in_as_that_stone(account: User) -> None:
    exported = store(account, content=LONG, levels={0: "By hand."}, glow_channel="data")
    stone_text = services.stone_text(assemble(reloaded(exported)))
    receiver = new_account()
    documents = [text(f"\n{stone_text}"), text(f"A handoff that quotes one:\n{stone_text}")]
    assert services.import_documents(account=receiver, documents=documents) == StoneImportResult(created=2)
    quoting, imported = Stone.objects.filter(account=receiver)
    assert (imported.content.text, imported.glow_channel, imported.claimed_source) == (LONG, "data", "koda")
    assert quoting.content.text.startswith("A handoff")


def test_a_stone_that_is_not_genuine_is_a_fault(account: User) -> None:
    exported = services.stone_text(assemble(reloaded(store(account, content=SHORT))))
    documents = [text(exported.replace("GitHub", "GitLab"))]
    imported = services.import_documents(account=new_account(), documents=documents)
    assert "does not match its hash" in imported.faults[0].reason
