"""The assistant in the browser: small, without dependencies, never writing HTML; its pure parts are held by node."""

import gzip
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from rjsmin import jsmin

HERE = Path(__file__).parent
TOP = HERE.parents[1]
OWN = sorted((HERE.parent / "static" / "assistant").glob("*.js"))
SHARED = [TOP / "stones/static/stones/qastone.js", TOP / "analytics/static/analytics/tracker.js"]
BUDGET = 20 * 1024
"""Bytes of all modules together, with the two that are shared; minified and compressed."""


def minified(path: Path) -> str:
    return str(jsmin(path.read_text(encoding="utf-8")))


def test_all_of_it_is_within_its_budget() -> None:
    # rjsmin shortens no names, so this is more than what a bundler would make of it.
    code = "\n".join(minified(path) for path in [*OWN, *SHARED])
    assert 10_000 < len(gzip.compress(code.encode(), compresslevel=9, mtime=0)) <= BUDGET


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_no_module_reads_text_as_code_or_needs_another_package(path: Path) -> None:
    code = minified(path)
    forbidden = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|\bFunction\(|\.cookie"
    )
    assert re.findall(forbidden, code) == []
    imported = re.findall(r"""(?:from|import\()\s*['"]([^'"]+)['"]""", code)
    known = {f"./{each.name}" for each in OWN} | {"../stones/qastone.js", "../analytics/tracker.js"}
    assert set(imported) <= known


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node: the pure modules")
@pytest.mark.parametrize("name", ["keys", "reading"])
def test_the_pure_modules_in_javascript(name: str) -> None:
    script = HERE / "js" / f"{name}.test.mjs"
    ran = subprocess.run(["node", "--test", str(script)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout[-5_000:]
