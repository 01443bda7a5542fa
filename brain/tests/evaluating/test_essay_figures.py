"""The figures on real essays and a real profile, if these are beside the project. They are only read."""

import json
from pathlib import Path

import pytest
from django.conf import settings

from brain.parsing.evaluation_queries import read_queries
from brain.parsing.parse_profile import read_profile
from brain.services.evaluate_retrieval import evaluate_retrieval
from brain.services.import_note_files import import_notes
from brain.services.reindex_notes import embed_pending
from brain.services.save_profile import save_profile
from brain.tests.factories import new_account

SHARED = Path(settings.BASE_DIR).parent / "shared" / "data" / "brain"


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.skipif(not SHARED.is_dir(), reason="no real essays beside the project (../shared/data/brain)")
def test_the_figures_hold() -> None:
    account = new_account()
    files = {path.name: path.read_text("utf-8") for path in sorted((SHARED / "articles").glob("*.md"))}
    import_notes(account=account, files=files, dry_run=False)
    save_profile(
        account=account, data=read_profile("profile.yaml", (SHARED / "profile.yaml").read_text("utf-8"))
    )
    embed_pending(account=account)
    lines = (SHARED / "queries_dev.jsonl").read_text("utf-8").split("\n")
    queries, faults = read_queries(lines)
    assert not faults
    report = evaluate_retrieval(account=account, queries=queries).report()
    assert report["hit@1"] >= 0.82, json.dumps(report)
    assert report["hit@3"] >= 0.94
    assert report["excerpt_in_context"] >= 0.88
    assert report["context_tokens_max"] <= 1_500
    assert report["profile_recall"] >= 0.9
    assert report["profile_false_positives"] <= 0.1
    assert report["declined_at_80"] >= 0.5
    assert report["answered_at_80"] >= 0.8
