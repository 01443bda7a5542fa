import pytest

from search.confidence import (
    ITEM,
    ITEM_BY_WORDS,
    NOTE,
    NOTE_BY_WORDS,
    PASSAGE,
    PASSAGE_BY_WORDS,
    ConfidenceParameters,
    confidence,
    strength,
)


@pytest.mark.parametrize("parameters", [ITEM, ITEM_BY_WORDS, NOTE, NOTE_BY_WORDS, PASSAGE, PASSAGE_BY_WORDS])
def test_each_feature_moves_it_the_way_its_weight_says(parameters: ConfidenceParameters) -> None:
    features = dict.fromkeys(parameters.weights, 0.3)
    before = confidence(features, parameters)
    assert 0 <= before <= 1
    for name, weight in parameters.weights.items():
        after = confidence(features | {name: 0.5}, parameters)
        assert (after > before) == (weight > 0)


def test_even_is_one_half() -> None:
    parameters = ConfidenceParameters({"cosine": 2.0, "coverage": 1.0}, even=0.8, steepness=5.0)
    assert strength({"cosine": 0.3, "coverage": 0.2, "lead": 9.0}, parameters) == pytest.approx(0.8)
    assert confidence({"cosine": 0.3, "coverage": 0.2}, parameters) == pytest.approx(0.5)


def test_a_missing_feature_is_an_error() -> None:
    with pytest.raises(KeyError):
        confidence({"cosine": 0.3}, PASSAGE)


def test_no_evidence_is_too_large_for_it() -> None:
    assert confidence({"coverage": 1e9}, ITEM_BY_WORDS) == pytest.approx(1.0)
    assert confidence({"coverage": -1e9}, ITEM_BY_WORDS) == pytest.approx(0.0)


def test_without_vectors_any_word_is_a_match_for_a_passage() -> None:
    assert (
        confidence({"coverage": 0.0}, PASSAGE_BY_WORDS)
        < 0.5
        < confidence({"coverage": 0.001}, PASSAGE_BY_WORDS)
    )
