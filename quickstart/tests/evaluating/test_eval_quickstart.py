"""eval_quickstart: its figures on a small collection, and its errors for invalid files."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from core.llm.model_doubles import FakeEmbedder, use_models
from quickstart.models import Collection
from quickstart.parsing.eval_queries import EvalScope, QuickstartEvalKind, QuickstartEvalQuery, read_queries
from quickstart.services.evaluate_collection import EvaluatedQuestion, QuickstartEvaluation
from quickstart.tests.factories import make_collection, make_entry, make_skill


@pytest.fixture(autouse=True)
def _model() -> Iterator[None]:
    with use_models(embedder=FakeEmbedder()):
        yield


@pytest.fixture
def collection(db: None) -> Collection:
    made = make_collection(name="kitchen")
    for subject in ("bread", "honey", "garlic"):
        make_entry(
            made, entry_id=subject, question=f"How do I keep {subject}?", variants=[f"store {subject}"]
        )
        make_skill(made, skill_id=f"skill_{subject}", title=f"Buying {subject}", triggers=[f"buy {subject}"])
    return made


def run(folder: Path, lines: list[Any], kind: str, **options: Any) -> dict[str, Any]:
    file, out = folder / "queries.jsonl", StringIO()
    file.write_text("\n".join(each if isinstance(each, str) else json.dumps(each) for each in lines))
    arguments = {"collection": "kitchen", "json": True, "kind": kind, "stdout": out} | options
    call_command("eval_quickstart", str(file), **arguments)
    found: dict[str, Any] = json.loads(out.getvalue()) if arguments["json"] else {"text": out.getvalue()}
    return found


def test_qa(collection: Collection, tmp_path: Path) -> None:
    found = run(
        tmp_path,
        [
            {"query": "keep bread", "expected_id": "bread", "out_of_scope": False},
            {"query": "store honey", "acceptable_ids": ["garlic", "honey"]},
            {"query": "keep garlic", "expected_id": "salt"},
            {"query": "when does the bus leave", "expected_id": None, "out_of_scope": True},
        ],
        "qa",
    )
    assert (found["queries"], found["in_scope"], found["out_of_scope"], found["missing"]) == (4, 3, 1, 1)
    assert found["hit@1"] == pytest.approx(2 / 3, abs=1e-3)
    assert found["not_answered_at_75"] == 1.0
    assert found["intent_accuracy"] is None
    assert found["by_vectors"] is True


@pytest.mark.parametrize("name", ["skill_honey", "skill_honey.md"])
def test_skills_by_id_or_file(collection: Collection, tmp_path: Path, name: str) -> None:
    line = {"query": "buy honey", "relevant_skills": [name], "intent": "action", "out_of_scope": False}
    found = run(
        tmp_path, [line, "", line | {"acceptable_intents": ["action"], "intent": "navigation"}], "skills"
    )
    assert (found["hit@1"], found["missing"], found["intent_accuracy"]) == (1.0, 0, 1.0)


def test_faq(collection: Collection, tmp_path: Path) -> None:
    found = run(
        tmp_path,
        [
            {"id": "1", "text": "store bread", "gold": ["bread"], "oos": None},
            {"id": "2", "text": "store cheese", "gold": [], "oos": "near"},
            {"id": "3", "text": "blue sky", "gold": [], "oos": "far"},
        ],
        "faq",
    )
    assert (found["hit@1"], found["auroc_near"], found["auroc_far"]) == (1.0, 1.0, 1.0)


def test_as_a_table(collection: Collection, tmp_path: Path) -> None:
    output = run(tmp_path, [{"query": "keep bread", "expected_id": "bread"}], "qa", json=False)["text"]
    assert "hit@1            1.0" in output
    assert "auroc_near       -" in output


def test_lines_that_cannot_be_read(collection: Collection, tmp_path: Path) -> None:
    stderr = StringIO()
    lines = ["{", {"query": "a"}, {"query": " ", "expected_id": "b"}, {"query": "a", "intent": "x"}, "[]"]
    with pytest.raises(CommandError, match="5 of the lines"):
        run(tmp_path, lines, "qa", stderr=stderr)
    assert [f"line {number}" in stderr.getvalue() for number in range(1, 6)] == [True] * 5
    assert "needs" in stderr.getvalue()


def test_no_such_collection(collection: Collection, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"import_qa FILE\.jsonl --collection cellar"):
        run(tmp_path, [{"query": "a", "expected_id": "b"}], "qa", collection="cellar")


def test_a_collection_without_skills(db: None, tmp_path: Path) -> None:
    make_entry(make_collection(name="kitchen"))
    with pytest.raises(CommandError, match="import_skills DIR --collection kitchen"):
        run(tmp_path, [{"query": "a", "relevant_skills": ["b"]}], "skills")


def test_an_empty_file(collection: Collection, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="holds no question"):
        run(tmp_path, [""], "qa")


def test_questions_are_on_one_line() -> None:
    queries, faults = read_queries(
        ['{"text": "a\\n\\u0000b", "gold": ["c"], "oos": null}'], QuickstartEvalKind.FAQ
    )
    assert (queries, faults) == ([QuickstartEvalQuery("a b", frozenset("c"), EvalScope.INSIDE)], [])


def test_the_figures() -> None:
    inside = [
        EvaluatedQuestion(EvalScope.INSIDE, rank, confidence, sureness, 1.0, None)
        for rank, confidence, sureness in ((0, 0.9, 1.8), (2, 0.8, 1.6), (2, 0.7, 0.9), (0, 0.1, 0.2))
    ]
    outside = [
        EvaluatedQuestion(EvalScope.NEAR, None, 0.75, 1.5, 1.0, None),
        EvaluatedQuestion(EvalScope.FAR, None, 0.05, 0.1, 3.0, None),
    ]
    found = QuickstartEvaluation(
        QuickstartEvalKind.FAQ, answer_above=0.5, questions=inside + outside
    ).report()
    assert (found["hit@1"], found["hit@3"], found["mrr"]) == (0.5, 1.0, round((1 + 2 / 3 + 1) / 4, 4))
    assert (found["answered"], found["wrong_of_answered"]) == (0.5, 0.5)
    assert (found["offered"], found["right_of_offered"]) == (0.25, 1.0)
    assert (found["not_answered"], found["not_answered_near"]) == (0.5, 0.0)
    assert (found["answered_at_75"], found["not_answered_at_75"]) == (0.75, 0.5)
    assert (found["auroc_near"], found["auroc_far"]) == (0.5, 1.0)


def test_index_quickstart(collection: Collection) -> None:
    out = StringIO()
    call_command("index_quickstart", json=True, stdout=out)
    (found,) = json.loads(out.getvalue())["collections"]
    assert (found["collection"], found["up_to_date"], found["model"]) == ("kitchen", True, "fake-embedder")
