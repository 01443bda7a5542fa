from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm.model_doubles import FakeEmbedder
from core.text.bm25_words import split_words
from quickstart.ranking.fit_calibration import MIN_SAMPLES, OFF_TOPIC, Samples, calibrate, draw_samples
from quickstart.ranking.hit_confidence import Calibration, Evidence, confidence, prepare_questions
from quickstart.ranking.pseudo_queries import (
    MAX_PSEUDO_QUERIES,
    CollectionTexts,
    PseudoQuery,
    find_hits,
    find_pseudo_hits,
    pseudo_queries,
)

NOUNS = (
    "invoice",
    "parcel",
    "password",
    "refund",
    "receipt",
    "voucher",
    "address",
    "contract",
    "meter",
    "tariff",
)
VERBS = ("cancel", "change", "download", "forward", "print", "renew")


def texts_of(*items: Sequence[str], answers: bool = False) -> CollectionTexts:
    """With `answers`, the last text of each item is its answer."""
    rows = [(item, wording) for item, wordings in enumerate(items) for wording in wordings]
    last = {at for at in range(len(rows)) if at + 1 == len(rows) or rows[at][0] != rows[at + 1][0]}
    return CollectionTexts(
        wordings=[wording for _, wording in rows],
        vectors=FakeEmbedder().embed([wording for _, wording in rows]),
        items=np.array([item for item, _ in rows], dtype=np.intp),
        is_wording=np.array([not answers or at not in last for at in range(len(rows))], dtype=np.bool_),
        stems=[frozenset(split_words(wording)) for _, wording in rows],
    )


def shop(nouns: Sequence[str] = NOUNS) -> CollectionTexts:
    """A collection with an item for each pair of a thing and an action, each with three wordings."""
    return texts_of(
        *(
            [f"{verb} {noun}", f"{noun}: {verb} it", f"please {verb} my {noun}"]
            for noun in nouns
            for verb in VERBS
        )
    )


def samples(right: float = 1.8, near: float = 1.0, far: float = 0.4, many: int = 40) -> Samples:
    spread = np.linspace(-0.2, 0.2, many)
    return Samples(
        right=(right + spread).tolist(),
        near=(near + spread).tolist(),
        far=(far + spread).tolist(),
        right_leads=np.linspace(0, 0.8, many).tolist(),
    )


class TestPseudoQueries:
    def test_each_asks_once_with_its_text_and_once_with_its_item_left_out(self) -> None:
        texts = texts_of(["compile to bash", "bash output"], ["link a mindmap", "mindmap links"])
        assert pseudo_queries(texts) == [
            *(PseudoQuery(row, True) for row in (0, 2, 1, 3)),
            *(PseudoQuery(row, False) for row in (0, 2, 1, 3)),
        ]

    def test_answers_do_not_ask_but_are_found(self) -> None:
        texts = texts_of(["compile to bash", "run the driver"], ["link a mindmap", "set a url"], answers=True)
        assert {query.text for query in pseudo_queries(texts)} == {0, 2}

    def test_an_item_of_one_text_cannot_be_found_without_it(self) -> None:
        texts = texts_of(["compile to bash"], ["link a mindmap"])
        assert not any(query.in_scope for query in pseudo_queries(texts))

    def test_of_many_so_many_spread_over_the_items(self) -> None:
        texts = texts_of(*([f"question {at}", f"variant {at}"] for at in range(3000)))
        queries = pseudo_queries(texts)
        assert len(queries) == MAX_PSEUDO_QUERIES
        prepared = sorted({int(texts.items[query.text]) for query in queries})
        assert prepared[0] < 20
        assert prepared[-1] > 2980
        assert max(np.diff(prepared)) < 20

    def test_an_item_of_many_texts_does_not_crowd_out_the_others(self) -> None:
        texts = texts_of([f"way {at} of asking" for at in range(1000)], ["link a mindmap", "mindmap links"])
        assert {1000, 1001} <= {query.text for query in pseudo_queries(texts)}

    def test_in_scope_the_text_itself_is_not_found(self) -> None:
        texts = texts_of(["compile to bash", "shell script from rules"], ["compile to go", "go binary"])
        [found] = find_pseudo_hits(texts, [PseudoQuery(0, True)], embed=FakeEmbedder().embed)
        assert found.evidence.nearest < 0.99

    def test_out_of_scope_leaves_out_the_item_and_its_duplicates(self) -> None:
        texts = texts_of(["compile to bash", "bash"], ["compile to bash", "shell"], ["link a mindmap", "url"])
        [found] = find_pseudo_hits(texts, [PseudoQuery(0, False)], embed=FakeEmbedder().embed)
        assert found.item == 2

    def test_words_of_what_is_left_out_are_unknown(self) -> None:
        texts = texts_of(["compile bash", "bash output"], ["link mindmap", "mindmap title"])
        queries = [PseudoQuery(0, True), PseudoQuery(0, False)]
        with_item, without = find_pseudo_hits(texts, queries, embed=FakeEmbedder().embed)
        assert with_item.evidence.covered > without.evidence.covered == 0.0
        assert with_item.evidence.familiar > without.evidence.familiar == 0.0

    def test_a_question_finds_its_item(self) -> None:
        questions = prepare_questions(
            ["please renew my contract", "print the receipt"], embed=FakeEmbedder().embed
        )
        texts = shop()
        prepared = [texts.wordings[int(texts.rows[found.item][0])] for found in find_hits(texts, questions)]
        assert prepared == ["renew contract", "print receipt"]


class TestCalibrate:
    def test_puts_the_middle_between_what_is_in_and_what_is_out(self) -> None:
        calibration = calibrate(samples())
        assert 0.6 < calibration.middle < 1.6

    @given(st.floats(-0.5, 0.5))
    def test_moves_with_the_collection(self, by: float) -> None:
        moved = calibrate(samples(1.8 + by, 1.0 + by, 0.4 + by))
        assert moved.middle == pytest.approx(calibrate(samples()).middle + by, abs=0.01)
        assert moved.slope == pytest.approx(calibrate(samples()).slope, rel=0.01)

    def test_is_surer_where_more_lies_between(self) -> None:
        assert calibrate(samples(1.8, 0.6)).slope > calibrate(samples(1.8, 1.7)).slope

    @pytest.mark.parametrize("kind", ["right", "near", "far"])
    def test_of_too_few_are_the_defaults(self, kind: str) -> None:
        assert calibrate(replace(samples(), **{kind: [1.0] * (MIN_SAMPLES - 1)})) == Calibration()

    @given(
        st.lists(st.floats(-3, 3), min_size=MIN_SAMPLES, max_size=20),
        st.lists(st.floats(-3, 3), min_size=MIN_SAMPLES, max_size=20),
        st.lists(st.floats(-3, 3), min_size=MIN_SAMPLES, max_size=20),
    )
    def test_of_anything_is_finite_and_rises(
        self, right: list[float], near: list[float], far: list[float]
    ) -> None:
        calibration = calibrate(Samples(right=right, near=near, far=far))
        assert np.isfinite([calibration.middle, calibration.slope]).all()
        assert calibration.slope > 0
        assert Calibration.from_json(calibration.to_json()) == calibration

    def test_is_sure_from_a_share_of_the_usual_lead_on(self) -> None:
        assert calibrate(samples()).sure_lead == pytest.approx(0.22)
        assert calibrate(replace(samples(), right_leads=[0.2] * 40)).sure_lead == pytest.approx(0.11)
        few = replace(samples(), right_leads=[0.2] * (MIN_SAMPLES - 1))
        assert calibrate(few).sure_lead == Calibration().sure_lead


class TestCollections:
    def test_one_of_its_own_answers_what_it_holds_and_nothing_else(self) -> None:
        texts, embed = shop(), FakeEmbedder().embed
        calibration = calibrate(draw_samples(texts, embed=embed))
        prepared = prepare_questions(
            ["I want to renew the contract", "could you cancel my refund"], embed=embed
        )
        foreign = prepare_questions(
            ["who painted the night watch", "bake sourdough bread at home"], embed=embed
        )
        assert calibration != Calibration()
        assert all(self._sure(found.evidence, calibration) for found in find_hits(texts, prepared))
        assert not any(self._sure(found.evidence, calibration) for found in find_hits(texts, foreign))

    def test_is_the_same_each_time(self) -> None:
        first, second = (calibrate(draw_samples(shop(), embed=FakeEmbedder().embed)) for _ in range(2))
        assert first == second

    @pytest.mark.parametrize(
        "items",
        [
            [],
            [["compile to bash"]],
            [["compile to bash", "bash output", "shell script"]],
            [["compile to bash"], ["link a mindmap"]],
            [["compile to bash", "bash output"], ["link a mindmap", "mindmap url"]],
            [["what"], ["is"], ["it"]],
            [["compile"] * 3] * 30,
            [["?"] * 2] * 30,
        ],
        ids=[
            "none",
            "one",
            "one of three texts",
            "two",
            "two of two",
            "stop words",
            "all the same",
            "no words",
        ],
    )
    def test_that_tells_nothing_has_a_calibration(self, items: list[list[str]]) -> None:
        calibration = calibrate(draw_samples(texts_of(*items), embed=FakeEmbedder().embed))
        assert np.isfinite([calibration.middle, calibration.slope, calibration.sure_lead]).all()
        assert 0.0 < calibration.answer_above < 1.0

    def test_too_small_to_tell_has_the_defaults(self) -> None:
        texts = texts_of(["compile to bash", "bash output"], ["link a mindmap", "mindmap url"])
        assert calibrate(draw_samples(texts, embed=FakeEmbedder().embed)) == Calibration()

    def test_off_topic_questions_are_many_and_each_once(self) -> None:
        assert len(set(OFF_TOPIC)) == len(OFF_TOPIC) >= 40

    @staticmethod
    def _sure(evidence: Evidence, calibration: Calibration) -> bool:
        return confidence(evidence, calibration) >= calibration.answer_above
