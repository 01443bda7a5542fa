"""The tracker in the browser: small, without dependencies, and tested by node."""

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from rjsmin import jsmin

from analytics.sums import general_path

HERE = Path(__file__).parent
MODULE = HERE.parent / "static" / "analytics" / "tracker.js"
BUDGET = 2 * 1024  # bytes, minified and compressed


def test_the_tracker_is_within_its_budget() -> None:
    minified = jsmin(MODULE.read_text(encoding="utf-8"))
    assert 500 < len(gzip.compress(minified.encode(), compresslevel=9, mtime=0)) <= BUDGET


def test_the_tracker_imports_and_writes_into_the_page_nothing() -> None:
    code = jsmin(MODULE.read_text(encoding="utf-8"))
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
