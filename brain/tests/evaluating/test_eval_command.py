"""The command over a small collection, with an embedder that knows words only."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from brain.services.import_note_files import import_notes
from brain.tests.evaluating.conftest import RunCommand
from brain.tests.factories import make_note, make_profile, new_account
from core.llm.model_doubles import FakeEmbedder, use_models

pytestmark = pytest.mark.django_db

FILES = {
    "bees.md": "---\ntitle: Beekeeping\n---\nA hive has one queen. Honey keeps for years in a closed jar.\n",
    "deep/bread.md": "---\ntitle: Baking\n---\nSourdough rises slowly in the cold. Bake it with steam.\n",
    "foam.md": "---\ntitle: Spheres\n---\nFoam is made of bubbles that share their walls.\n",
}
QUERIES: list[dict[str, Any]] = [
    {
        "query": "How many queens has a hive?",
        "kind": "notes",
        "relevant_notes": ["bees.md"],
        "excerpt": "A hive has one queen.",
    },
    {
        "query": "Does sourdough rise in the cold?",
        "kind": "notes",
        "relevant_notes": ["bread.md"],
        "excerpt": "Sourdough rises slowly",
    },
    {
        "query": "Does foam taste of honey?",
        "kind": "notes",
        "relevant_notes": ["absent.md"],
        "excerpt": "bees",
    },
    {"query": "Which zeppelin burnt?", "kind": "none"},
    {"query": "What is my occupation?", "kind": "profile", "excerpt": "Miller at the Old Mill"},
]


@pytest.fixture
def account() -> Iterator[User]:
    with use_models(embedder=FakeEmbedder()):
        account = new_account("keeper")
        import_notes(account=account, files=FILES, dry_run=False)
        make_profile(account)
        yield account


def _file(folder: Path, lines: list[Any]) -> str:
    path = folder / "queries.jsonl"
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    return str(path)


def test_it_measures(run: RunCommand, account: User, tmp_path: Path) -> None:
    ran = run("eval_brain", _file(tmp_path, QUERIES), "--account", "keeper", "--json")
    assert ran.status == 0
    result = json.loads(ran.out)
    assert [result[f"queries_{kind}"] for kind in ("notes", "none", "profile")] == [3, 1, 1]
    assert result["missing"] == 1
    assert (
        result["hit@1"] == result["hit@3"] == result["excerpt_in_context"] == pytest.approx(2 / 3, abs=1e-3)
    )
    assert result["profile_recall"] == result["profile_excerpt_in_context"] == 1.0
    assert result["profile_false_positives"] == 0.0
    assert result["declined"] == 1.0
    assert result["embedder"] == "fake-embedder"
    assert 0 < result["context_tokens_max"] <= 1_500


def test_it_prints_each_line_for_people(run: RunCommand, account: User, tmp_path: Path) -> None:
    ran = run("eval_brain", _file(tmp_path, QUERIES[:1]), "--account", "keeper")
    result = dict(line.split(maxsplit=1) for line in ran.out.splitlines())
    assert result["hit@1"] == "1.0"
    assert result["profile_recall"] == "-"


def test_every_fault_is_reported_and_nothing_is_measured(
    run: RunCommand, account: User, tmp_path: Path
) -> None:
    ran = run("eval_brain", _file(tmp_path, [QUERIES[0], "{", {"query": "x"}]), "--account", "keeper")
    assert ran.status == 1
    assert ran.out == ""
    assert "line 2" in ran.err
    assert "line 3" in ran.err


def test_no_question_no_notes_no_file(run: RunCommand, account: User, tmp_path: Path) -> None:
    assert run("eval_brain", _file(tmp_path, []), "--account", "keeper").status == 1
    new_account("empty")
    ran = run("eval_brain", _file(tmp_path, QUERIES), "--account", "empty")
    assert ran.status == 1
    assert "import_notes" in ran.err
    assert run("eval_brain", str(tmp_path / "absent.jsonl"), "--account", "keeper").status == 2


def test_a_file_name_that_two_notes_have_is_nobodys(run: RunCommand, account: User, tmp_path: Path) -> None:
    make_note(account, title="Other", body="Bake it.", file="other/bread.md")
    ran = run("eval_brain", _file(tmp_path, QUERIES[1:2]), "--account", "keeper", "--json")
    assert json.loads(ran.out)["missing"] == 1
