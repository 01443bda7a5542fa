"""The mutations: which a text offers, how they are drawn, which tests reach them, and what a suite makes of one."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools.benchmarks.mutations.draw_mutations import APPS, Mutation, draw, mutated, mutations
from tools.benchmarks.mutations.judge_mutations import copy_of, judge
from tools.benchmarks.mutations.probe_tests import place_probes, read_reached

ROOT = Path(__file__).resolve().parents[3]
SUM = "def add(a: int, b: int) -> int:\n    if a and b:\n        return a + b\n    return a\n"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x = a == b", ["x = (a != b)"]),
        ("x = a < b", ["x = (a <= b)"]),
        ("x = a < b < c", []),
        ("x = 'ü' in a or 2", ["x = ('ü' in a and 2)", "x = ('ü' not in a) or 2", "x = 'ü' in a or 3"]),
        ("x = not a", ["x = (a)"]),
        ("x = a if b else True", ["x = (a if not b else True)", "x = a if b else False"]),
        ("x += 1", ["x -= 1", "x += 2"]),
        ("f(a)", ["pass"]),
        ("raise a", ["pass"]),
        ("while a: break", ["while (not (a)): break", "while a: continue"]),
        ("x: Literal[1] = a", []),
        ("if TYPE_CHECKING: f()", []),
        ('x = f"{a + 1}"', []),
        ("'a text'", []),
    ],
)
def test_what_a_line_offers(line: str, expected: list[str]) -> None:
    assert [mutated(line, each) for each in mutations(line, "app/a.py")] == expected


def test_what_a_function_offers() -> None:
    found = [(each.line, each.was, each.becomes) for each in mutations(SUM, "app/a.py")]
    assert found == [
        (2, "a and b", "(not (a and b))"),
        (2, "a and b", "(a or b)"),
        (3, "return a + b", "return None"),
        (3, "a + b", "(a - b)"),
        (4, "return a", "return None"),
    ]


@pytest.mark.long
def test_a_draw_is_the_same_again_has_every_app_and_no_test() -> None:
    drawn = draw(ROOT, 40, seed=1)
    assert drawn == draw(ROOT, 40, seed=1)
    assert len(set(drawn)) == 40
    assert len({each.file.split("/")[0] for each in drawn}) == len(APPS)
    assert not [each.file for each in drawn if "/tests/" in each.file or "/migrations/" in each.file]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A product of one function, and a suite that tests half of it; of Django it knows nothing."""
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    tree = tmp_path / "checkout"
    (tree / "var").mkdir(parents=True)
    (tree / "pytest.ini").write_text("[pytest]\n")
    (tree / "conftest.py").write_text("import os\ndef pytest_collection_modifyitems(config, items): ...\n")
    (tree / "sums.py").write_text(SUM)
    (tree / "test_sums.py").write_text(
        "from sums import add\ndef test_two(): assert add(1, 2) == 3\ndef test_nothing(): assert add(0, 2) == 0\n"
    )
    return tree


def mutation(becomes: str) -> Mutation:
    return next(each for each in mutations(SUM, "sums.py") if each.becomes == becomes)


@pytest.mark.long
def test_a_probe_names_the_tests_that_reach_its_line(checkout: Path, tmp_path: Path) -> None:
    drawn = [mutation("(a - b)"), mutation("(a or b)")]
    hits, times = tmp_path / "hits", tmp_path / "times"
    hits.touch()
    times.touch()
    tree = copy_of(checkout, tmp_path / "copy")
    place_probes(tree, drawn, hits, times)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
    assert subprocess.run(command, cwd=tree, capture_output=True).returncode == 0
    reached = read_reached(hits, times)
    assert reached[0] == ["test_sums.py::test_two"]
    assert sorted(reached[1]) == ["test_sums.py::test_nothing", "test_sums.py::test_two"]
    assert [json.loads(line)[0] for line in times.read_text().splitlines()] == [
        "test_sums.py::test_two",
        "test_sums.py::test_nothing",
    ]
    # What was run is not run again.
    assert subprocess.run(command, cwd=tree, capture_output=True).returncode == 5


@pytest.mark.long
@pytest.mark.parametrize(
    ("becomes", "expected"),
    [("(a - b)", "caught"), ("(a or b)", "survived"), ("(not (a and b))", "caught")],
)
def test_a_mutation_is_caught_or_survives_and_is_gone_afterwards(
    checkout: Path, tmp_path: Path, becomes: str, expected: str
) -> None:
    tree = copy_of(checkout, tmp_path / "copy")
    assert not (tree / "var").exists()
    outcome, _ = judge(tree, mutation(becomes), ["test_sums.py::test_two"], 60)
    assert outcome == expected
    assert (tree / "sums.py").read_text() == SUM
