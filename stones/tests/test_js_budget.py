"""The browser's reader of stones: small, without dependencies, and held to the corpus by node."""

import gzip
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from rjsmin import jsmin

HERE = Path(__file__).parent
MODULE = HERE.parent / "static" / "stones" / "qastone.js"
BUDGET = 6 * 1024  # bytes, minified and compressed; zlib's versions differ by a few dozen


def test_the_module_is_within_its_budget() -> None:
    # rjsmin shortens no names, so this is more than what a bundler would make of it.
    minified = jsmin(MODULE.read_text(encoding="utf-8"))
    size = len(gzip.compress(minified.encode(), compresslevel=9, mtime=0))
    assert 1_000 < size <= BUDGET


def test_the_module_needs_and_touches_nothing() -> None:
    """No dependency, no page, no network: a text goes in, values come out."""
    code = jsmin(MODULE.read_text(encoding="utf-8"))
    assert "export class QAStoneParser" in code
    forbidden = r"\bimport\b|\brequire\b|\bwindow\b|\bdocument\b|\bfetch\b|\beval\b|innerHTML|\bFunction\b"
    assert re.findall(forbidden, code) == []


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node: the corpus in JavaScript")
def test_the_corpus_in_javascript() -> None:
    script = HERE / "js" / "corpus.test.mjs"
    ran = subprocess.run(["node", "--test", str(script)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout[-5_000:]
    passed = re.search(r"^# pass (\d+)$", ran.stdout, re.MULTILINE) or re.search(r"pass (\d+)", ran.stdout)
    assert passed is not None
    assert int(passed[1]) >= 150
