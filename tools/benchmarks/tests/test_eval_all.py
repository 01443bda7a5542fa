"""eval_all and bench_sureness: each set is measured as its files say, and nothing is kept."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from core.llm.model_doubles import FakeEmbedder, use_models
from quickstart.models import Collection
from tools.benchmarks.measure_all import JudgedQuestion, nested, share_with_error, summarize

ENTRIES = [
    {"id": "a", "question": "How do I bake bread?", "alts": ["bake a loaf"], "answer": "At 240 degrees."},
    {"id": "b", "question": "Where are the keys?", "alts": ["find the keys"], "answer": "In the drawer."},
]
QUERIES = [
    {"text": "how do I bake bread", "gold": ["a"], "oos": None},
    {"text": "where are the keys of the shed", "gold": ["b"], "oos": None},
    {"text": "who won the cup", "gold": [], "oos": "far"},
]


def run(command: str, *arguments: str, **options: Any) -> str:
    out = StringIO()
    with use_models(embedder=FakeEmbedder()):
        call_command(command, *arguments, stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "bench" / "faq" / "stackfaq"
    folder.mkdir(parents=True)
    (folder / "entries.jsonl").write_text("\n".join(map(json.dumps, ENTRIES)))
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, QUERIES)))
    return tmp_path


@pytest.mark.django_db
def test_a_set_is_one_line_of_json(data: Path) -> None:
    (line,) = run("eval_all", str(data), only=["stackfaq"], json=True).splitlines()
    figures = json.loads(line)
    assert (figures["set"], figures["questions"]) == ("stackfaq", 3)
    assert figures["hit@1"] == [1.0, 0.0]
    assert set(figures["nested_at_75"]) == {"answered", "wrong_of_answered", "not_answered"}
    assert not Collection.objects.exists()
    assert not User.objects.exists()


@pytest.mark.django_db
def test_figures_are_printed_with_their_errors(data: Path) -> None:
    printed = run("eval_all", str(data), only=["stackfaq"])
    assert "hit@1                    1.000 ± 0.000" in printed


@pytest.mark.django_db
def test_a_set_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"A set cannot be measured: .*profile\.yaml"):
        run("eval_all", str(tmp_path), only=["notes"])


@pytest.mark.long
@pytest.mark.django_db
def test_sureness_counts_both_halves() -> None:
    figures = json.loads(run("bench_sureness", json=True))
    assert figures["opposites.held.questions"] == 17
    assert figures["opposites.held.opposite_answered"] <= 3
    assert figures["about_notes.held.read_right"] == 20
    assert figures["two_parts.dev.split_right"] == 14
    assert figures["outside.dev.answered"] <= 10
    assert not User.objects.exists()


def judged_question(
    sureness: float, *, inside: bool = True, right: bool = True, offered: bool = False
) -> JudgedQuestion:
    return JudgedQuestion(sureness, inside, right, right, offered)


def test_shares_are_those_of_the_questions() -> None:
    questions = [
        judged_question(0.9),
        judged_question(0.6, right=False),
        judged_question(0.2, offered=True),
        judged_question(0.7, inside=False),
    ]
    figures = summarize(questions, 0.5)
    assert figures["answered"] == (0.6667, 0.2722)
    assert figures["wrong_of_answered"] == (0.5, 0.3536)
    assert figures["not_answered"] == (0.0, 0.0)
    assert figures["offered"] == (0.3333, 0.2722)
    assert figures["right_of_offered"] == (1.0, 0.0)
    assert share_with_error([]) is None


def test_the_nested_threshold_is_chosen_without_the_question_at_hand() -> None:
    questions = [judged_question(each / 100) for each in range(1, 101)]
    questions += [judged_question(each / 100, inside=False) for each in range(1, 21)]
    found = nested(questions, 0.75)
    assert found["answered"] is not None
    assert found["answered"][0] == pytest.approx(0.75, abs=0.03)
    assert found["answered"][1] > 0
    assert found["not_answered"] == (1.0, 0.0)
    assert nested(questions, 0.75) == found
