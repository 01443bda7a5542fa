"""A command that measures may be the first that is run after the installation (in the long run, --all)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from qastone_site.tests.whole_sites import environment

from .conftest import ROOT

CONVERSATION = {
    "id": "c1",
    "sessions": [
        {"id": "s1", "text": "We moved the deploy to port 7042."},
        {"id": "s2", "text": "It rains."},
    ],
    "questions": [{"query": "Which port does the deploy use?", "evidence": ["s1"]}],
}


@pytest.mark.slow
@pytest.mark.long
def test_recall_is_measured_on_a_machine_that_has_no_site_yet(var: Path, tmp_path: Path) -> None:
    file = tmp_path / "conversations.jsonl"
    file.write_text(json.dumps(CONVERSATION))
    done = subprocess.run(
        [sys.executable, "manage.py", "eval_recall", str(file), "--json"],
        cwd=ROOT,
        env=environment(var),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "making its tables" in done.stderr
    assert json.loads(done.stdout)["r_at_1"] == 1.0
