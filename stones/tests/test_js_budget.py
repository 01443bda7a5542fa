"""The browser's reader of stones: small as it is served, without dependencies, and held to the corpus by node."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from core.pages.tests.page_checks import Weigh

HERE = Path(__file__).parent
READER = 4 * 1024  # bytes as served; zlib's versions differ by a few dozen
FORMAT = 7 * 1024


def test_the_modules_are_within_their_budgets(weigh: Weigh) -> None:
    reader, rest = weigh("stones/reader.js"), weigh("stones/qastone.js")
    assert 1_000 < reader <= READER
    assert 1_000 < reader + rest <= FORMAT


@pytest.mark.parametrize(
    ("name", "exported", "imported"),
    [
        ("reader.js", "export function parse(", []),
        ("qastone.js", "export class QAStoneParser", ["./reader.js"]),
    ],
)
def test_the_modules_need_and_touch_nothing(
    name: str, exported: str, imported: list[str], collected: Path
) -> None:
    """No dependency, no page, no network: a text goes in, values come out."""
    code = (collected / "stones" / name).read_text(encoding="utf-8")
    assert exported in code
    assert sorted(set(re.findall(r'\bfrom"([^"]*)"', code))) == imported
    forbidden = (
        r"\bimport[\"(.]|\brequire\b|\bwindow\b|\bdocument\b|\bfetch\b|\beval\b|innerHTML|\bFunction\b"
    )
    assert re.findall(forbidden, code) == []


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="needs node: the corpus in JavaScript")
def test_the_corpus_in_javascript() -> None:
    assert passed_by(HERE / "js" / "corpus.test.mjs") >= 150


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node: the corpus in JavaScript")
def test_the_corpus_in_javascript_as_it_is_served(collected: Path, tmp_path: Path) -> None:
    """A minifier that took too much away would be found here."""
    shutil.copytree(HERE / "js", tmp_path / "tests" / "js")
    shutil.copytree(HERE / "corpus", tmp_path / "tests" / "corpus")
    shutil.copytree(collected / "stones", tmp_path / "static" / "stones")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for name in ("corpus", "parser"):
        assert passed_by(tmp_path / "tests" / "js" / f"{name}.test.mjs") >= 5


def passed_by(script: Path) -> int:
    """How many tests of a script passed; all of them must."""
    ran = subprocess.run(["node", "--test", str(script)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout[-5_000:]
    passed = re.search(r"^# pass (\d+)$", ran.stdout, re.MULTILINE) or re.search(r"pass (\d+)", ran.stdout)
    assert passed is not None
    return int(passed[1])
