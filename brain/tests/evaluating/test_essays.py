"""The figures on real essays and a real profile, where these lie beside the project. They are read, never kept."""

import json
from pathlib import Path

import pytest
from django.conf import settings

from brain.reading.evaluation import read_queries
from brain.reading.profile_files import read_profile
from brain.services.evaluating import measure
from brain.services.importing import import_notes
from brain.services.indexing import bring_up_to_date
from brain.services.profiles import save_profile
from brain.tests.factories import new_account

SHARED = Path(settings.BASE_DIR).parent / "shared" / "data" / "brain"


@pytest.mark.django_db
@pytest.mark.skipif(not SHARED.is_dir(), reason="no real essays beside the project (../shared/data/brain)")
def test_the_figures_hold() -> None:
    account = new_account()
    files = {path.name: path.read_text("utf-8") for path in sorted((SHARED / "articles").glob("*.md"))}
    import_notes(account=account, files=files, dry_run=False)
    save_profile(
        account=account, data=read_profile("profile.yaml", (SHARED / "profile.yaml").read_text("utf-8"))
    )
    bring_up_to_date(account=account)
    lines = (SHARED / "queries_dev.jsonl").read_text("utf-8").split("\n")
    queries, faults = read_queries(lines)
    assert not faults
    told = measure(account=account, queries=queries).report()
    assert told["hit@1"] >= 0.82, json.dumps(told)
    assert told["hit@3"] >= 0.94
    assert told["excerpt_in_context"] >= 0.88
    assert told["context_tokens_max"] <= 1_500
    assert told["profile_recall"] >= 0.9
    assert told["profile_false_positives"] <= 0.1
    assert told["declined_at_80"] >= 0.5
    assert told["answered_at_80"] >= 0.8
