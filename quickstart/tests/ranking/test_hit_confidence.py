import json
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm.model_doubles import FakeEmbedder
from core.text.bm25_words import split_words
from quickstart.ranking.hit_confidence import (
    MAX_SHORTENED,
    NEAREST_TEXTS,
    AnswerCandidate,
    Calibration,
    Evidence,
    closeness,
    confidence,
    confidence_by_words,
    familiarity,
    nearness,
    prepare_questions,
    rests_on_one_word,
    standing,
    strength,
    weigh,
    word_weight,
)

SOME = Evidence(nearest=0.6, around=0.65, covered=0.5, familiar=1.0, lead=0.2, rests=0.1)

numbers = st.floats(-1.0, 2.0)
evidences = st.builds(Evidence, numbers, numbers, numbers, numbers, numbers, numbers)
calibrations = st.builds(
    Calibration,
    middle=st.floats(-1.0, 3.0),
    slope=st.floats(0.5, 20.0),
    answer_above=st.floats(0.1, 0.9),
    sure_lead=st.floats(0.0, 0.5),
)


def candidate(*wordings: str, covered: float = 0.5) -> AnswerCandidate:
    stems = frozenset(stem for wording in wordings for stem in split_words(wording))
    return AnswerCandidate(FakeEmbedder().embed(wordings), stems, covered)


@pytest.mark.parametrize(
    ("lead", "ahead", "stands_out"),
    [(0.2, 0.0, False), (0.2, 2.0, True), (0.12, 3.0, True), (0.4, 0.1, True)],
)
def test_what_stands_out_leads_and_is_ahead(lead: float, ahead: float, *, stands_out: bool) -> None:
    evidence = replace(SOME, lead=lead)
    assert (standing(evidence, ahead, Calibration(sure_lead=0.2)) >= 1) is stands_out


class TestConfidence:
    @given(
        evidences, calibrations, st.sampled_from([each.name for each in fields(Evidence)]), st.floats(0, 1)
    )
    def test_rises_with_each_part_and_falls_with_resting_on_one_word(
        self, evidence: Evidence, calibration: Calibration, part: str, more: float
    ) -> None:
        raised = confidence(
            replace(evidence, **{part: getattr(evidence, part) + more}), calibration
        ) - confidence(evidence, calibration)
        assert raised <= 0 if part == "rests" else raised >= 0

    @pytest.mark.parametrize("part", [each.name for each in fields(Evidence)])
    def test_each_part_counts(self, part: str) -> None:
        raised = replace(SOME, **{part: getattr(SOME, part) + 0.3})
        assert abs(confidence(raised, Calibration()) - confidence(SOME, Calibration())) > 0.01

    @given(evidences, calibrations)
    def test_lies_between_0_and_1(self, evidence: Evidence, calibration: Calibration) -> None:
        assert 0.0 <= confidence(evidence, calibration) <= 1.0

    def test_is_a_half_in_the_middle(self) -> None:
        assert confidence(SOME, Calibration(middle=strength(SOME))) == pytest.approx(0.5)

    @given(st.floats(0, 1), st.floats(0, 1))
    def test_by_words_alone_rises_with_what_is_covered(self, one: float, other: float) -> None:
        low, high = sorted((one, other))
        assert 0.0 < confidence_by_words(low) <= confidence_by_words(high) < 1.0

    def test_by_words_alone_half_a_question_may_be_answered_and_a_third_not(self) -> None:
        above = Calibration().answer_above
        assert confidence_by_words(1 / 3) < above < confidence_by_words(1 / 2)


class TestStoring:
    @given(calibrations)
    def test_survives_json(self, calibration: Calibration) -> None:
        assert Calibration.from_json(json.loads(json.dumps(calibration.to_json()))) == calibration

    @pytest.mark.parametrize(
        "stored", [{}, {"version": 0}, {**Calibration(middle=2.0).to_json(), "version": 99}]
    )
    def test_another_version_is_the_defaults(self, stored: dict[str, float]) -> None:
        assert Calibration.from_json(stored) == Calibration()


class TestEvidence:
    def test_nearness_is_the_nearest_text_and_the_mean_of_the_nearest_few(self) -> None:
        question = np.array([1.0, 0.0], dtype=np.float32)
        vectors = np.array([[0.0, 1.0], [1.0, 0.0]], dtype=np.float32)
        assert nearness(question, vectors) == pytest.approx((1.0, 0.5**0.5))

    def test_far_texts_of_a_long_item_do_not_count(self) -> None:
        question = np.array([1.0, 0.0], dtype=np.float32)
        near = np.tile(np.array([[1.0, 0.0]], dtype=np.float32), (NEAREST_TEXTS, 1))
        far = np.tile(np.array([[0.0, 1.0]], dtype=np.float32), (20, 1))
        assert nearness(question, np.concatenate([far, near])) == pytest.approx((1.0, 1.0))

    def test_vectors_that_cancel_out_have_no_middle(self) -> None:
        question = np.array([1.0, 0.0], dtype=np.float32)
        assert nearness(question, np.array([[1.0, 0.0], [-1.0, 0.0]], dtype=np.float32)) == (1.0, 0.0)

    def test_a_question_knows_itself_without_each_word_that_means_something(self) -> None:
        embedder = FakeEmbedder()
        [question] = prepare_questions(["how do I export a mindmap"], embed=embedder.embed)
        assert embedder.calls == [
            ["how do I export a mindmap", "how do I a mindmap", "how do I export a"],
        ]
        assert question.left_out == (frozenset({"export"}), frozenset({"mindmap"}))
        assert question.stems == {"export", "mindmap"}
        assert question.shortened.shape == (2, 384)

    def test_questions_keep_their_own_vectors(self) -> None:
        both = prepare_questions(["compile to bash", "link a mindmap"], embed=FakeEmbedder().embed)
        alone = prepare_questions(["link a mindmap"], embed=FakeEmbedder().embed)
        assert np.array_equal(both[1].vector, alone[0].vector)
        assert np.array_equal(both[1].shortened, alone[0].shortened)

    def test_of_a_long_question_the_first_words(self) -> None:
        [question] = prepare_questions(
            [" ".join(f"word{at}" for at in range(50))], embed=FakeEmbedder().embed
        )
        assert len(question.left_out) == MAX_SHORTENED

    @pytest.mark.parametrize("wording", ["bash", "what is it", "", "?"])
    def test_nothing_is_left_of_one_word_or_none(self, wording: str) -> None:
        [question] = prepare_questions([wording], embed=FakeEmbedder().embed)
        assert rests_on_one_word(question, FakeEmbedder().embed(["bash"]), {"bash"}) == 0.0

    def test_nothing_prepared(self) -> None:
        assert prepare_questions([], embed=FakeEmbedder().embed) == []

    def test_a_hit_rests_on_the_one_word_it_shares(self) -> None:
        one, two = prepare_questions(
            ["print a mindmap poster", "link a mindmap title"], embed=FakeEmbedder().embed
        )
        hit = candidate("link a mindmap to its title")
        assert (
            rests_on_one_word(one, hit.vectors, hit.stems)
            > rests_on_one_word(two, hit.vectors, hit.stems)
            > 0
        )

    def test_a_hit_that_shares_no_word_rests_on_none(self) -> None:
        [question] = prepare_questions(["print a poster"], embed=FakeEmbedder().embed)
        hit = candidate("link a mindmap")
        assert rests_on_one_word(question, hit.vectors, hit.stems) == 0.0

    def test_the_rarer_a_word_the_more_it_weighs(self) -> None:
        weights = [word_weight(holding=holding, items=40) for holding in range(41)]
        assert weights == sorted(weights, reverse=True)
        assert weights[0] == pytest.approx(1.0)
        assert weights[-1] > 0.0

    def test_familiarity_grows_with_known_words(self) -> None:
        assert familiarity([]) == 0.0 < familiarity([0.5]) < familiarity([0.5, 0.5])

    def test_a_hit_is_weighed_against_the_next_ones(self) -> None:
        [question] = prepare_questions(["link a mindmap"], embed=FakeEmbedder().embed)
        hit, other = candidate("link a mindmap"), candidate("compile to bash")
        alone = weigh(question, [hit], known_weights=[0.5])
        beside = weigh(question, [hit, other], known_weights=[0.5])
        assert alone == replace(beside, lead=0.0)
        others = closeness(*nearness(question.vector, other.vectors), other.covered)
        assert beside.lead == pytest.approx(closeness(beside.nearest, beside.around, beside.covered) - others)

    def test_a_hit_ranked_above_a_closer_one_is_behind(self) -> None:
        [question] = prepare_questions(["link a mindmap"], embed=FakeEmbedder().embed)
        ranked = [candidate("compile to bash"), candidate("link a mindmap")]
        assert weigh(question, ranked, known_weights=[0.5]).lead < 0

    def test_a_hit_is_doubted_where_a_closer_one_rests_on_one_word(self) -> None:
        [question] = prepare_questions(["print a mindmap poster"], embed=FakeEmbedder().embed)
        closer, hit = candidate("a mindmap", covered=1.0), candidate("go to the poster shop", covered=0.0)
        rests = rests_on_one_word(question, closer.vectors, closer.stems)
        assert rests > rests_on_one_word(question, hit.vectors, hit.stems)
        assert weigh(question, [hit, closer], known_weights=[0.5]).rests == rests
        assert weigh(question, [hit], known_weights=[0.5]).rests < rests
        assert weigh(question, [closer, hit], known_weights=[0.5]).rests == rests
