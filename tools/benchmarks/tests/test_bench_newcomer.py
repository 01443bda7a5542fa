"""bench_newcomer: each question reaches the shipped collection, facts are compared by words, nothing is kept."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from core.llm.model_doubles import FakeEmbedder, use_models
from quickstart.models import Collection
from tools.benchmarks.measure_newcomer import fact_share

QUESTIONS = [
    {
        "question": "How do I start QA.Stone?",
        "must_say": ["script/server"],
        "must_not": ["install PostgreSQL"],
    },
    {"question": "What is the capital of Mongolia?", "must_say": ["Ulan Bator"]},
]


def run(folder: Path, text: str, **options: bool) -> str:
    file = folder / "questions.jsonl"
    file.write_text(text)
    out = StringIO()
    with use_models(embedder=FakeEmbedder()):
        call_command("bench_newcomer", str(file), stdout=out, **options)
    return out.getvalue()


@pytest.mark.long
@pytest.mark.django_db
def test_what_answers_is_named_with_the_facts_that_it_has(tmp_path: Path) -> None:
    lines = "\n".join(map(json.dumps, QUESTIONS))
    found = [json.loads(line) for line in run(tmp_path, lines, json=True).splitlines()]
    assert "server_start" in found[0]["reached"]
    assert found[0]["fact_shares"] == [1.0]
    assert found[1]["fact_shares"] == [0.0]
    assert not Collection.objects.exists()
    assert not User.objects.exists()


@pytest.mark.long
@pytest.mark.django_db
def test_texts_are_printed_for_a_reader(tmp_path: Path) -> None:
    found = run(tmp_path, json.dumps(QUESTIONS[0]), answers=True)
    assert "must not: install PostgreSQL" in found
    assert "    | script/server" in found
    assert "1 questions: 1 answered; likely complete 1" in found


@pytest.mark.parametrize(
    ("text", "reason"), [("{", "cannot be read"), ("{}", "cannot be read"), ("", "no question")]
)
def test_a_file_without_questions_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        run(tmp_path, text)


@pytest.mark.parametrize(
    ("fact", "text", "share"),
    [("tokens are stored", "Stored tokens.", 1.0), ("Caddy and nginx", "use Caddy", 0.5), ("the", "", 1.0)],
)
def test_words_of_a_fact_are_compared_by_stems(fact: str, text: str, share: float) -> None:
    assert fact_share(fact, text) == share
