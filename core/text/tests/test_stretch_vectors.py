from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.llm import count_tokens
from core.text.passages import split_passages
from core.text.stretch_vectors import passage_vectors
from core.text.tests.sample_handoff import HANDOFF, PASSAGES


class LetterCounts:
    """A vector of the counts of four letters in a text, and a record of the calls."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        rows = np.array([[text.count(letter) + 0.1 for letter in "aeio"] for text in texts], dtype=np.float32)
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


def test_a_unit_row_for_each_passage() -> None:
    vectors = passage_vectors(PASSAGES, embed=LetterCounts())
    assert vectors.shape == (len(PASSAGES), 4)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)


def test_each_passage_is_embedded_alone_and_once_more_within_its_stretch() -> None:
    embed = LetterCounts()
    text = HANDOFF + "\n\n" + "A line with many sentences that goes on. " * 200
    passages = split_passages(text, count_tokens=count_tokens)
    passage_vectors(passages, embed=embed)
    alone, stretches = embed.asked[: len(passages)], embed.asked[len(passages) :]
    assert all(passage.text in own for passage, own in zip(passages, alone, strict=True))
    assert 1 < len(stretches) < len(passages) / 2
    assert all(sum(passage.text in stretch for stretch in stretches) >= 1 for passage in passages)
    assert sum(map(len, stretches)) < 1.2 * len(text)


def test_neighbours_pull_a_passage_towards_their_subject() -> None:
    embed = LetterCounts()
    paragraphs = ["aaaa " * 30, "eeee " * 30, "aaaa " * 30]
    passages = split_passages("\n\n".join(paragraphs), count_tokens=count_tokens)
    alone = embed([passages[1].text])[0]
    within = passage_vectors(passages, embed=embed)[1]
    assert within[0] > alone[0]


def test_no_passages() -> None:
    assert len(passage_vectors([], embed=LetterCounts())) == 0
