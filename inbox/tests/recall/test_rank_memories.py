"""The order of memories: words and vectors, the newest of a key, the newest of equals."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.memory import MemoryCandidate, order_passages, rank_memories

NOW = datetime(2026, 1, 30, tzinfo=UTC)


def candidate(
    name: str, coverage: float = 0.0, similarity: float | None = 0.1, *, key: str = "", days: int = 0
) -> MemoryCandidate:
    return MemoryCandidate(name, key, NOW - timedelta(days=days), 10, coverage, similarity)


def order(*candidates: MemoryCandidate) -> str:
    return "".join(each.candidate.memory for each in rank_memories(candidates, mean_similarity=0.1))


CROWD = tuple(candidate(name) for name in "wxyz")


def test_none() -> None:
    assert rank_memories([], mean_similarity=0.0) == []


def test_vectors_and_words_together() -> None:
    best, by_vector, by_word = candidate("a", 0.9, 0.5), candidate("b", 0.0, 0.6), candidate("c", 1.0, 0.1)
    assert order(*CROWD, by_word, by_vector, best)[:3] == "abc"


def test_without_a_vector_words_stand_for_both() -> None:
    fresh = candidate("a", 1.0, None)
    assert order(*CROWD, candidate("b", 0.2, 0.3), fresh)[:2] == "ab"


def test_without_any_vectors() -> None:
    assert order(candidate("a", 0.2, None), candidate("b", 0.9, None), candidate("c", 0.5, None)) == "bca"


def test_the_newest_of_a_key_comes_first_whatever_it_scores() -> None:
    old, new = candidate("a", 1.0, 0.9, key="k", days=9), candidate("b", 0.1, 0.2, key="k", days=1)
    other = candidate("c", 0.5, 0.5, days=5)
    assert order(*CROWD, old, new, other)[:3] == "bca"


def matching(*candidates: MemoryCandidate) -> str:
    found = rank_memories(candidates, mean_similarity=0.1)
    return "".join(each.candidate.memory for each in found if each.is_match)


def test_the_newest_of_a_key_speaks_of_what_any_of_it_speaks_of() -> None:
    old, new = candidate("a", 1.0, 0.9, key="k", days=9), candidate("b", 0.0, 0.0, key="k", days=1)
    between = candidate("c", 0.0, 0.0, key="k", days=5)
    assert matching(*CROWD, old, between, new) == "ba"
    assert matching(*CROWD, old, candidate("b", 0.0, None, key="k", days=1)) == "ba"
    assert matching(*CROWD, old, candidate("b", 0.0, 0.0, key="l", days=1)) == "a"
    assert matching(*CROWD, candidate("a", 0.0, 0.0, key="k", days=9), new) == ""
    assert matching(candidate("a", 1.0, 0.9, days=9), candidate("b", 0.0, 0.0)) == "a"


def test_the_order_of_other_keys_stays() -> None:
    old, new = candidate("a", 1.0, 0.9, key="k", days=9), candidate("b", 0.1, 0.2, key="l", days=1)
    assert order(*CROWD, old, new)[0] == "a"


def test_recency_settles_ties_and_no_more() -> None:
    older, newer = candidate("a", 0.5, 0.5, days=2), candidate("b", 0.5, 0.5, days=1)
    assert order(*CROWD, older, newer)[:2] == "ba"
    assert order(*CROWD, candidate("a", 0.5, 0.6, days=2), newer)[:2] == "ab"


@pytest.mark.parametrize(
    ("coverage", "similarity", "is_match"),
    [(0.0, 0.3, True), (0.0, 0.2, False), (0.2, 0.2, True), (0.0, None, False), (0.1, None, True)],
)
def test_what_speaks_of_the_question(coverage: float, similarity: float | None, is_match: bool) -> None:
    (found,) = rank_memories([candidate("a", coverage, similarity)], mean_similarity=0.1)
    assert found.is_match is is_match


candidates = st.lists(
    st.builds(
        MemoryCandidate,
        memory=st.uuids().map(str),
        key=st.sampled_from(["", "", "k", "l"]),
        created=st.datetimes(datetime(2020, 1, 1), datetime(2026, 1, 1)).map(
            lambda at: at.replace(tzinfo=UTC)
        ),
        tokens=st.integers(1, 500),
        coverage=st.floats(0, 1),
        similarity=st.none() | st.floats(-1, 1),
    ),
    max_size=12,
)


@given(candidates, st.floats(-1, 1))
def test_each_once_and_each_key_newest_first(rows: list[MemoryCandidate], mean: float) -> None:
    found = [each.candidate for each in rank_memories(rows, mean_similarity=mean)]
    assert sorted(each.memory for each in found) == sorted(each.memory for each in rows)
    for key in "kl":
        times = [each.created for each in found if each.key == key]
        assert times == sorted(times, reverse=True)


def test_passages_best_first() -> None:
    assert order_passages([0.0, 1.0, 0.0], [0.1, 0.5, 0.3]) == [1, 2, 0]
    assert order_passages([0.0, 1.0, 0.5], [0.9, None, 0.3]) == [1, 0, 2]
    assert order_passages([], []) == []
