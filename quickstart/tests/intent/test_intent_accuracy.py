"""How often the intent is right, on phrases about products that the rules do not know and on real queries."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from quickstart.intent import classify
from quickstart.kinds import Intent

PHRASES = Path(__file__).with_name("phrases.jsonl")
REAL = Path(__file__).parents[4] / "shared/data/unifyweaver/skill_queries_dev.jsonl"


def read(path: Path) -> Iterator[tuple[str, set[str]]]:
    for line in path.read_text().splitlines():
        row = json.loads(line)
        yield row["query"], {row["intent"], *row["acceptable_intents"]}


def accuracy(path: Path) -> float:
    rows = list(read(path))
    return sum(classify(query).intent in acceptable for query, acceptable in rows) / len(rows)


def test_the_phrases_are_many_and_of_every_intent() -> None:
    acceptable = [intents for _, intents in read(PHRASES)]
    assert len(acceptable) >= 300
    for intent in Intent:
        assert sum(intents == {intent} for intents in acceptable) >= 15


def test_phrases_about_other_products() -> None:
    assert accuracy(PHRASES) >= 0.95


@pytest.mark.skipif(not REAL.exists(), reason="the development data is not here")
def test_real_queries() -> None:
    assert accuracy(REAL) >= 0.9


def test_no_single_intent_would_do() -> None:
    """One answer to everything is right for less than half: the figures above are earned."""
    acceptable = [intents for _, intents in read(PHRASES)]
    assert max(sum(intent in each for each in acceptable) for intent in Intent) / len(acceptable) < 0.5


def test_it_takes_far_less_than_two_milliseconds() -> None:
    times = []
    for query, _ in read(PHRASES):
        start = time.perf_counter()
        classify(query)
        times.append(time.perf_counter() - start)
    assert median(times) < 0.002
