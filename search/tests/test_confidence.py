from search.confidence import MEMORY, hit_confidence


def test_even_where_the_evidence_is_that_of_its_kind() -> None:
    assert hit_confidence(MEMORY, cosine=0.25, coverage=0.0, mean_cosine=0.1) == 0.5
    assert hit_confidence(MEMORY, cosine=0.15, coverage=0.2, mean_cosine=0.1) == 0.5


def test_more_evidence_is_surer() -> None:
    low = hit_confidence(MEMORY, cosine=0.2, coverage=0.0, mean_cosine=0.1)
    high = hit_confidence(MEMORY, cosine=0.2, coverage=0.5, mean_cosine=0.1)
    assert low < 0.5 < high


def test_without_a_vector_any_word_is_enough() -> None:
    assert hit_confidence(MEMORY, cosine=None, coverage=0.01, mean_cosine=0.0) == 1.0
    assert hit_confidence(MEMORY, cosine=None, coverage=0.0, mean_cosine=0.0) == 0.0
