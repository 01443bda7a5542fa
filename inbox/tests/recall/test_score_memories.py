"""From passages to memories: the best passage counts, and a rare word weighs more."""

from dataclasses import replace

import numpy as np
import pytest

from inbox.memory import score_memories
from inbox.memory.score_memories import MAX_CANDIDATES, MemoryScores
from search.found_passages import FoundPassages


def scanned(*passages: tuple[str, float, int], words: int = 2) -> MemoryScores:
    """Of passages as (memory, similarity, mask)."""
    return score_memories(found_passages(*passages, words=words))


def found_passages(*passages: tuple[str, float, int], words: int = 2) -> FoundPassages:
    return FoundPassages.of_all(
        owners=np.array([each[0] for each in passages], dtype="S3"),
        ids=np.arange(len(passages)),
        similarities=np.array([each[1] for each in passages], dtype=np.float64),
        masks=np.array([each[2] for each in passages], dtype=np.int64),
        words=words,
    )


def test_nothing() -> None:
    found = scanned()
    assert (len(found.memories), found.candidates(), found.mean_similarity) == (0, [], 0.0)


def test_a_memory_counts_as_its_best_passage() -> None:
    found = scanned(("a", 0.1, 0b11), ("b", 0.3, 0b00), ("a", 0.5, 0b01))
    assert [name.decode() for name in found.memories] == ["b", "a"]
    assert found.similarities == pytest.approx([0.3, 0.5])
    assert found.coverages == pytest.approx([0.0, 1.0])
    assert found.mean_similarity == pytest.approx(0.4)


def test_words_that_stand_in_two_passages_are_not_added_up() -> None:
    found = scanned(("a", 0.1, 0b01), ("a", 0.1, 0b10))
    assert found.coverages[0] == pytest.approx(0.5)


def test_a_rare_word_weighs_more_and_a_word_of_all_hardly_anything() -> None:
    found = scanned(("a", 0, 0b11), ("b", 0, 0b01), ("c", 0, 0b01), ("d", 0, 0b01))
    assert found.weights[0] * 4 < found.weights[1]
    assert found.coverages == pytest.approx([*[found.weights[0] / found.weights.sum()] * 3, 1.0])


def test_the_last_of_the_words() -> None:
    assert scanned(("a", 0, 1 << 31), ("b", 0, 0), words=32).coverages[1] > 0


def test_without_words() -> None:
    found = scanned(("a", 0.5, 0), words=0)
    assert (found.coverages.tolist(), found.candidates()) == ([0.0], [0])


def test_without_vectors() -> None:
    found = scanned(("a", np.nan, 1), ("b", np.nan, 0), ("c", 0.2, 0))
    assert not found.all_embedded
    assert [found.memories[at].decode() for at in found.candidates()] == ["c", "a"]
    assert found.mean_similarity == pytest.approx(0.2)


def test_only_the_best_are_compared() -> None:
    many = 3 * MAX_CANDIDATES
    found = scanned(
        *((f"{n:03}", n / many, int(n < MAX_CANDIDATES // 2)) for n in range(many)),
        words=1,
    )
    compared = {int(found.memories[at]) for at in found.candidates()}
    assert compared == {*range(MAX_CANDIDATES // 2), *range(2 * MAX_CANDIDATES, many)}


def test_of_some_of_many_the_words_weigh_and_the_mean_is_as_over_all() -> None:
    every = [("a", 0.9, 0b11), ("b", 0.5, 0b01), ("c", 0.1, 0b01), ("d", 0.3, 0b01)]
    found = scanned(*every)
    some = score_memories(
        replace(
            found_passages(every[0], every[1], every[3]),
            sample=np.array([False, True, True]),
            holding=np.array([4, 1]),
            count=4,
        )
    )
    assert some.weights == pytest.approx(found.weights)
    assert some.coverages[-1] == pytest.approx(found.coverages[-1])
    assert some.mean_similarity == pytest.approx(0.4)
