"""bench_levels --keyfacts: what counts as contained, misleading and invented, beside the judge of these figures."""

import json
import runpy
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from core.llm import count_tokens
from tools.benchmarks.measure_keyfacts import first_words, measure_keyfacts

SHARED = Path(__file__).resolve().parents[4] / "shared/data/bench/keyfacts"
SOURCE = "# Move the queue\n\nDo **not** merge before Ana has reviewed it. The queue moves on 3 May to `mq2`."
FACTS: dict[str, Any] = {
    "id": "a",
    "facts": [
        {"level": 0, "type": "topic", "core": ["queue"]},
        {"level": 0, "type": "warning", "core": ["not merge", "ana"]},
        {"level": 1, "type": "number", "core": ["3 may"]},
    ],
    "never": [{"span": "The queue moves on 3 May", "why": "superseded"}],
}


def scores(*levels: str) -> dict[str, Any]:
    return measure_keyfacts([FACTS], {"a": SOURCE}, lambda _: levels)


def test_facts_count_in_any_wording_near_each_other() -> None:
    found = scores("The queue: do `not merge` before ANA.", "The queue.")
    assert (found["kept_0"], found["rules_0"], found["complete_0"]) == (1, 1, 1)
    assert (found["kept_1"], found["rules_1"]) == (0.333, 0)
    assert found["kept_2"] is None
    assert scores("Nothing.")["complete_0"] == 0
    # Whole words, and not a page apart.
    assert scores("queues not merge ana")["kept_0"] == 0.5
    assert scores(f"not merge {'word ' * 150} ana queue")["rules_0"] == 0


def test_misleading_spans_are_found_by_most_of_their_words_in_order() -> None:
    assert scores("It says the queue moves on May.")["misleading_0"] == 1
    assert scores("On 3 May the moves queue.")["misleading_0"] == 0


def test_words_in_no_run_of_the_document_are_invented() -> None:
    assert scores("The queue moves on 3 May")["invented_0"] == 0
    assert scores("Elephants dance at dawn")["invented_0"] == 1
    assert scores("The queue moves on Tuesday")["invented_0"] == 0.2


def test_the_simplest_peer_fits_each_level() -> None:
    content = "# Title\n\n" + "Word and word again. " * 500
    levels = first_words(content, count_tokens)
    assert [count_tokens(level) <= most for level, most in zip(levels, (40, 150, 1_200), strict=True)] == [
        True
    ] * 3
    assert levels[0].startswith("# Title Word and word")


def test_the_command_prints_both_ways(tmp_path: Path) -> None:
    facts, docs = tmp_path / "facts.jsonl", tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text(f"{SOURCE}\n\n" + "More is said of workers and of their pay. " * 40)
    facts.write_text(f"{json.dumps(FACTS)}\n{json.dumps(FACTS | {'id': 'b'})}\n")
    out = StringIO()
    call_command("bench_levels", keyfacts=facts, docs=[docs], json=True, stdout=out)
    found = json.loads(out.getvalue())
    assert found["missing"] == ["b"]
    assert found["methods"]["first_words"]["kept_0"] == 1
    assert set(found["methods"]) == {"extract", "first_words"}
    table = StringIO()
    call_command("bench_levels", keyfacts=facts, docs=[docs], stdout=table)
    assert table.getvalue().splitlines()[1].split()[:2] == ["extract", "1"]


def test_wrong_calls(tmp_path: Path) -> None:
    facts = tmp_path / "facts.jsonl"
    facts.write_text(json.dumps(FACTS))
    with pytest.raises(CommandError, match="None of the documents is there"):
        call_command("bench_levels", keyfacts=facts)
    facts.write_text('{"id": "a"}')
    with pytest.raises(CommandError, match=r"line 1 of 'facts\.jsonl' lacks"):
        call_command("bench_levels", keyfacts=facts)
    with pytest.raises(CommandError, match="Name a folder"):
        call_command("bench_levels", tmp_path, keyfacts=facts)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the documents do not lie beside the project")
def test_it_agrees_with_the_judge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [json.loads(line) for line in (SHARED / "facts.jsonl").read_text().splitlines()]
    documents = {path.stem: path.read_text(errors="replace") for path in (SHARED / "docs").iterdir()}
    levels = tmp_path / "levels.jsonl"
    chosen = {
        row["id"]: first_words(documents[row["id"]], count_tokens) for row in rows if row["id"] in documents
    }
    levels.write_text(
        "\n".join(
            json.dumps({"id": name} | {f"lod{number}": text for number, text in enumerate(texts)})
            for name, texts in chosen.items()
        )
    )
    judge = [
        str(SHARED / "score.py"),
        str(SHARED / "facts.jsonl"),
        str(levels),
        "--docs",
        str(SHARED / "docs"),
    ]
    monkeypatch.setattr(sys, "argv", judge)
    with pytest.raises(SystemExit):
        runpy.run_path(judge[0], run_name="__main__")
    theirs = json.loads(capsys.readouterr().out.splitlines()[0])
    by_text = {documents[name]: texts for name, texts in chosen.items()}
    ours = measure_keyfacts(rows, documents, by_text.__getitem__)
    assert {name: ours[name] for name in theirs} == pytest.approx(theirs, abs=0.0015)
