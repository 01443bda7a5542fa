"""From texts to items: pooling, weights of words, missing vectors."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quickstart.ranking import ScannedItems, scan
from quickstart.ranking.scan_items import Totals

Text = tuple[int, float, int]
"""Item, cosine, mask."""


def scanned(*texts: Text, words: int = 2) -> ScannedItems:
    items, similarities, masks = zip(*texts, strict=True) if texts else ((), (), ())
    bodies = np.zeros(len(items), dtype=np.bool_)
    return scan(
        np.array(items), np.array(similarities), np.array(masks, dtype=np.int64), words, bodies=bodies
    )


def test_nothing() -> None:
    found = scanned()
    assert len(found.items) == len(found.closeness) == len(found.coverage) == 0
    assert found.weights.shape == (2,)


def test_items_come_in_the_order_of_their_numbers() -> None:
    assert scanned((7, 0.1, 0), (3, 0.2, 0), (7, 0.3, 0)).items.tolist() == [3, 7]


def test_a_single_text_is_as_close_as_it_is() -> None:
    assert scanned((1, 0.42, 0)).closeness[0] == pytest.approx(0.42)


def test_the_nearest_text_tells_more_than_many_others() -> None:
    one_good = [(1, 0.8, 0)] + [(1, 0.1, 0)] * 9
    all_fair = [(2, 0.5, 0)] * 10
    closeness = scanned(*one_good, *all_fair).closeness
    assert closeness[0] > closeness[1]


def test_several_near_texts_tell_more_than_one() -> None:
    closeness = scanned((1, 0.6, 0), (1, 0.0, 0), (2, 0.6, 0), (2, 0.6, 0)).closeness
    assert closeness[1] > closeness[0]


def test_texts_without_a_vector_are_skipped() -> None:
    found = scanned((1, math.nan, 0), (1, 0.5, 0), (2, math.nan, 1))
    assert found.closeness[0] == pytest.approx(0.5)
    assert math.isnan(found.closeness[1])


def test_bodies_are_pooled_alone_too() -> None:
    items, cosines, masks = np.array([1, 1, 2]), np.array([0.9, 0.3, 0.6]), np.zeros(3, dtype=np.int64)
    found = scan(items, cosines, masks, 0, bodies=np.array([False, True, False]))
    assert found.body[0] == pytest.approx(0.3)
    assert math.isnan(found.body[1])


def test_words_of_all_texts_cover_the_question_together() -> None:
    found = scanned((1, 0.1, 0b01), (1, 0.1, 0b10), (2, 0.1, 0b01))
    assert found.coverage[0] == pytest.approx(1.0)
    assert 0 < found.coverage[1] < 0.5  # the word that both hold weighs less


def test_a_rare_word_weighs_more() -> None:
    found = scanned((1, 0.1, 0b01), (2, 0.1, 0b01), (3, 0.1, 0b10), (4, 0.1, 0))
    assert found.weights[1] > found.weights[0] > 0
    assert found.holding.tolist() == [2, 1]


def test_a_word_in_more_of_its_texts_is_more_what_an_item_is_about() -> None:
    found = scanned((1, 0.1, 1), *[(1, 0.1, 0)] * 9, *[(2, 0.1, 1)] * 10, (3, 0.1, 0), words=1)
    assert found.coverage[0] == found.coverage[1]
    assert found.depth[1] > found.depth[0] > 0


def test_counts_of_the_whole_collection() -> None:
    items, similarities, masks = np.array([1, 2, 3]), np.full(3, 0.1), np.array([0b11, 0b10, 0])
    of_all = Totals(count=1_000, holding=np.array([1, 900]), standing=np.array([2, 3]))
    part = scan(items, similarities, masks, 2, bodies=np.zeros(3, dtype=np.bool_), of_all=of_all)
    assert part.holding.tolist() == [1, 900]
    assert part.weights[0] > part.weights[1]
    assert part.counts is not None
    assert part.counts.tolist() == [1.0, 499.5, 499.5]


def test_how_broad_a_question_is() -> None:
    everybody = [(item, 0.1, 0b01) for item in range(20)]
    assert scanned(*everybody).breadth > 0.9
    assert scanned(*everybody, (5, 0.1, 0b10)).breadth < 0.5
    assert scanned(*[(item, 0.1, 0) for item in range(20)]).breadth == 1.0


TEXTS = st.lists(
    st.tuples(st.integers(1, 6), st.one_of(st.just(math.nan), st.floats(-1, 1)), st.integers(0, 7)),
    max_size=20,
)


@given(TEXTS, st.data())
def test_the_order_of_the_texts_does_not_matter(texts: list[Text], data: st.DataObject) -> None:
    mixed = data.draw(st.permutations(texts))
    one, other = scanned(*texts, words=3), scanned(*mixed, words=3)
    assert one.items.tolist() == other.items.tolist()
    np.testing.assert_allclose(one.closeness, other.closeness)
    np.testing.assert_allclose(one.coverage, other.coverage)
    np.testing.assert_allclose(one.depth, other.depth)


@given(TEXTS)
def test_shares_are_shares_and_closeness_is_near_the_nearest(texts: list[Text]) -> None:
    found = scanned(*texts, words=3)
    for shares in (found.coverage, found.depth):
        assert ((shares >= 0) & (shares <= 1 + 1e-9)).all()
    nearest: dict[int, float] = {}
    for item, cosine, _ in texts:
        nearest[item] = np.fmax(nearest.get(item, math.nan), cosine)
    closest = np.array([nearest[item] for item in found.items.tolist()])
    assert (np.isnan(found.closeness) == np.isnan(closest)).all()
    assert np.nanmax(abs(found.closeness - closest), initial=0.0) < 0.2


@given(TEXTS.filter(bool), st.data())
def test_a_nearer_text_brings_its_item_nearer(texts: list[Text], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(texts) - 1))
    item, cosine, mask = texts[at]
    if math.isnan(cosine):
        return
    nearer = [*texts[:at], (item, min(1.0, cosine + 0.1), mask), *texts[at + 1 :]]
    place = scanned(*texts).items.tolist().index(item)
    assert scanned(*nearer).closeness[place] >= scanned(*texts).closeness[place]
