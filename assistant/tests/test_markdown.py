"""Answers in the panel: Markdown as elements, in node."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "js" / "markdown.test.mjs"


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_answers_as_elements() -> None:
    ran = subprocess.run(["node", "--test", str(SCRIPT)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout[-5_000:]
