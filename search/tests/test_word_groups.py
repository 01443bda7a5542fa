"""Which words a passage must hold to be looked at."""

from search.score_hits import WORD_CANDIDATES, word_groups, word_weights


def test_rare_words_alone_and_common_ones_in_pairs() -> None:
    common = {"the": 60_000, "export": 1_500}
    assert word_groups({**common, "undo": 3, "job": 1_000}, 100_000) == [
        ("undo",),
        ("job",),
        ("export", "the"),
    ]


def test_pairs_that_would_be_too_many_are_left_out() -> None:
    assert word_groups({"the": 60_000, "and": 50_000}, 100_000) == []


def test_no_words() -> None:
    assert word_groups({}, 100) == []


def test_a_word_without_a_count_is_looked_up() -> None:
    assert word_groups({"new": 0, "all": WORD_CANDIDATES + 1}, 10_000) == [("new",)]


def test_a_rare_word_weighs_more() -> None:
    weights = word_weights([1, 50], 100)
    assert weights.sum() == 1.0
    assert weights[0] > 4 * weights[1]
