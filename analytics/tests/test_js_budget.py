"""The tracker in the browser: small as it is served, without dependencies, and tested by node."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from analytics.sums import general_path
from core.pages.tests.page_checks import Weigh

HERE = Path(__file__).parent
BUDGET = 2 * 1024  # bytes as served


def test_the_tracker_is_within_its_budget(weigh: Weigh) -> None:
    assert 500 < weigh("analytics/tracker.js") <= BUDGET


def test_the_tracker_imports_and_writes_into_the_page_nothing(collected: Path) -> None:
    code = (collected / "analytics" / "tracker.js").read_text(encoding="utf-8")
    forbidden = r"\bimport\b|\brequire\b|\beval\b|innerHTML|\bFunction\b|clipboardData|getSelection|cookie"
    assert re.findall(forbidden, code) == []


@pytest.mark.parametrize(("path", "general"), json.loads((HERE / "js" / "pages.json").read_text()))
def test_a_path_is_generalised_as_in_the_browser(path: str, general: str) -> None:
    assert general_path(path) == general


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node: the tracker against a server")
def test_the_tracker_in_node() -> None:
    script = HERE / "js" / "tracker.test.mjs"
    ran = subprocess.run(["node", "--test", str(script)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout[-5_000:]
