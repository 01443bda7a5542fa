from dataclasses import replace

import numpy as np
import pytest

from brain.retrieval.score_passages import PART_SHARE, score_passages
from search.found_passages import FoundPassages

NAN = float("nan")


def found_chunks(*chunks: tuple[str, int, float, int], words: int) -> FoundPassages:
    """Of chunks as (text, stretch, similarity, mask)."""
    return FoundPassages.of_all(
        owners=np.array([each[0] for each in chunks], dtype="S26"),
        ids=np.arange(len(chunks)),
        stretches=np.array([each[1] for each in chunks], dtype=np.int64),
        similarities=np.array([each[2] for each in chunks], dtype=np.float64),
        masks=np.array([each[3] for each in chunks], dtype=np.int64),
        words=words,
    )


def test_a_stretch_is_as_near_as_itself_and_its_best_sentence() -> None:
    # Two stretches of a, the first with two sentences; one of b.
    chunks = (("a", 0, 0.3, 0), ("a", 0, 0.1, 0), ("a", 0, 0.7, 0), ("a", 3, 0.4, 0), ("b", 3, 0.35, 0))
    passage_scores = score_passages(found_chunks(*chunks, words=0))
    assert passage_scores.chunk_indexes.tolist() == [0, 3, 4]
    assert passage_scores.similarities.tolist() == pytest.approx([0.3 + PART_SHARE * 0.4, 0.4, 0.35])
    assert passage_scores.order(np.array([True, True, True])) == [0, 1, 2]


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    chunks = (("a", 0, NAN, 0b01), ("b", 0, NAN, 0b01), ("c", 0, NAN, 0b01), ("d", 0, NAN, 0b10))
    passage_scores = score_passages(found_chunks(*chunks, words=2))
    assert passage_scores.coverages[3] > passage_scores.coverages[0] > 0
    assert passage_scores.order(np.ones(4, dtype=bool))[0] == 3
    assert passage_scores.familiar == 1.0


def test_a_word_that_nobody_has_makes_the_question_unfamiliar() -> None:
    passage_scores = score_passages(found_chunks(("a", 0, NAN, 0b01), ("b", 0, NAN, 0), words=2))
    assert 0 < passage_scores.familiar < 0.5


def test_what_has_no_vector_is_judged_by_its_words() -> None:
    chunks = (("a", 0, 0.3, 0), ("b", 0, NAN, 1), ("c", 0, 0.2, 0))
    passage_scores = score_passages(found_chunks(*chunks, words=1))
    assert passage_scores.order(np.ones(3, dtype=bool))[0] == 1
    assert np.isnan(passage_scores.similarities[1])


def test_nothing_at_all() -> None:
    passage_scores = score_passages(found_chunks(words=3))
    assert passage_scores.order(np.zeros(0, dtype=bool)) == []


def test_of_a_choice_scores_are_about_those_of_all() -> None:
    """400 stretches of two chunks; the 20 nearest and 40 others are looked at."""
    draw = np.random.default_rng(1)
    own = draw.normal(0.3, 0.1, 400)
    chunks = [
        ("a", 2 * at, float(cosine), int(at < 3) if part == 0 else 0)
        for at, cosine in enumerate(own)
        for part in (0, 1)
    ]
    every = found_chunks(*chunks, words=1)
    nearest, sample = set(np.argsort(-own)[:20].tolist()) | {0, 1, 2}, set(range(5, 400, 10))
    chosen = [at for at in range(800) if at // 2 in nearest | sample]
    some = replace(
        found_chunks(*[chunks[at] for at in chosen], words=1),
        holding=every.holding,
        count=800,
        sample=np.array([at // 2 in sample and at % 2 == 0 for at in chosen]),
        likely=np.array([at // 2 in nearest for at in chosen]),
    )
    of_all, of_some = score_passages(every), score_passages(some)
    assert (of_some.familiar, of_some.coverages.max()) == (of_all.familiar, of_all.coverages.max())
    same = of_all.scores[[at // 2 for at in chosen if at % 2 == 0]]
    assert np.abs(of_some.scores - same).max() < 0.1 * np.abs(same).max()
    assert of_some.scores.argmax() == same.argmax()
