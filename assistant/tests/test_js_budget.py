"""The assistant in the browser: small as it is served, never writing HTML; its pure parts are held by node."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from assistant.tests.js_modules import imports, imports_on_demand, loaded
from core.pages.tests.page_checks import Weigh

HERE = Path(__file__).parent
OWN = sorted((HERE.parent / "static" / "assistant").glob("*.js"))
SHARED = ["stones/reader.js", "analytics/tracker.js"]
BUDGET = 20 * 1024
"""Bytes that a page of another origin loads: all modules, each compressed alone, as they come over the wire."""
ON_DEMAND = {
    "assistant/helping.js": 2_048,
    "assistant/insights.js": 1_024,
    "assistant/card_storage.js": 1_536,
    "assistant/streaming.js": 1_536,
}
"""Loaded when they are first needed."""


def test_all_of_it_is_within_its_budget(collected: Path, weigh: Weigh) -> None:
    modules = loaded(collected, "assistant/widget.js")
    everything = {f"assistant/{path.name}" for path in OWN} | set(SHARED)
    assert modules == everything - ON_DEMAND.keys()
    assert loaded(collected, "assistant/widget.js", on_demand=True) == everything
    assert 10_000 < sum(weigh(name) for name in modules) <= BUDGET


@pytest.mark.parametrize(("name", "most"), ON_DEMAND.items())
def test_what_is_loaded_on_demand_is_small(name: str, most: int, weigh: Weigh) -> None:
    assert weigh(name) <= most


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_no_module_reads_text_as_code_or_needs_another_package(path: Path, collected: Path) -> None:
    code = (collected / "assistant" / path.name).read_text(encoding="utf-8")
    forbidden = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|\bFunction\(|\.cookie"
    )
    assert re.findall(forbidden, code) == []
    own_modules = {f"./{each.name}" for each in OWN} | {f"../{each}" for each in SHARED}
    assert {*imports(code), *imports_on_demand(code)} <= own_modules


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node: the pure modules")
@pytest.mark.parametrize("name", ["keys", "reading"])
def test_the_pure_modules_in_javascript(name: str) -> None:
    script = HERE / "js" / f"{name}.test.mjs"
    ran = subprocess.run(["node", "--test", str(script)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout[-5_000:]
