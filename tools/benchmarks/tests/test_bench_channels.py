"""bench_channels: what it learns, what it measures, and what it says to wrong input."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from stones.format import CHANNELS
from stones.format.channels import channel_weights
from tools.benchmarks.measure_channels import (
    ChannelExample,
    cross_validate,
    measure_all,
    read_documents,
    read_examples,
    score,
    train,
    write_table,
)

CORPUS = Path("stones/tests/corpus/detect_channel.json")
TEXTS = {
    "task": ["Fix the {} page.", "Please rename the {} table."],
    "context": ["The {} service was built last year.", "Our {} office stays open."],
    "handoff": ["Over to you: the {} branch is pushed.", "I'm off until Monday, the {} is yours."],
    "query": ["Where is the {} handled?", "Why does the {} fail?"],
    "data": ["id,{}\n1,2\n3,4\n5,6", '{{"{}": 1}}'],
}
NAMES = ["login", "billing", "search", "upload", "profile"]
EXAMPLES = [
    ChannelExample(text.format(name), (channel,), language="en")
    for channel, texts in TEXTS.items()
    for text in texts
    for name in NAMES
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "texts.jsonl"
    rows = [{"text": e.text, "channel": e.channels[0], "also": []} for e in EXAMPLES]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def run(*args: Any) -> str:
    out = StringIO()
    call_command("bench_channels", *args, stdout=out)
    return out.getvalue()


def test_plain_texts_are_learned() -> None:
    names, features = measure_all(EXAMPLES)
    table = train(names, features, EXAMPLES, penalty=1.0)
    found = [CHANNELS[i] for i in table.likelihoods(features).argmax(axis=1)]
    assert score(EXAMPLES, found)["all"] == 1
    assert np.allclose(table.likelihoods(features).sum(axis=1), 1)


@pytest.mark.long
def test_a_fold_is_predicted_by_the_others_and_a_seed_repeats() -> None:
    found = cross_validate(EXAMPLES, seed=1)
    assert score(EXAMPLES, found)["all"] >= 0.9
    assert found == cross_validate(EXAMPLES, seed=1)


def test_what_is_right_too_counts() -> None:
    examples = [ChannelExample("a", ("task", "query"), "en"), ChannelExample("b", ("data",), "de")]
    assert score(examples, ["query", "task"]) == {"all": 0.5, "task": 1, "data": 0, "not_english": 0}


def test_the_table_is_python_in_the_order_of_the_features() -> None:
    names, features = measure_all(EXAMPLES)
    found: dict[str, Any] = {}
    exec(write_table(train(names, features, EXAMPLES, penalty=3.0)), found)
    assert tuple(found["WEIGHTS"]) == tuple(channel_weights.WEIGHTS) == names


def test_documents_are_of_the_channel_of_their_kind(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Handoff", encoding="utf-8")
    (tmp_path / "b.md").write_text("# Readme", encoding="utf-8")
    (tmp_path / "c.md").write_text("unknown", encoding="utf-8")
    manifest = tmp_path / "manifest.jsonl"
    rows = [{"file": "a.md", "kind": "handoff"}, {"file": "b.md", "kind": "readme"}]
    manifest.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert [d.channels for d in read_documents(tmp_path, [manifest])] == [("handoff",), ("context",)]


def test_the_corpus_is_read() -> None:
    assert len(read_examples(CORPUS)) > 20


def test_it_measures(file: Path) -> None:
    result = json.loads(run(file, "--seeds", "1", "--json"))
    assert result["examples"]["all"] >= 0.9
    assert set(result["cross-validated"]) == {"all", *CHANNELS}
    assert run(file, "--seeds", "0").startswith("examples: all ")


def test_it_prints_weights(file: Path) -> None:
    assert "WEIGHTS = {" in run(file, "--weights", "--more", CORPUS)


@pytest.mark.parametrize("text", ["", "{", '{"text": "x"}'])
def test_unreadable_files_are_reported(text: str, tmp_path: Path) -> None:
    path = tmp_path / "texts.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError):
        run(path)
