"""The order of items: vectors and words together, and how little the rest may change it."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.bm25_words import split_words
from quickstart.ranking import ItemDetail, ItemName, ScannedItems, best_items, rank, scan
from quickstart.ranking.rank_items import (
    LEVEL_BONUS,
    MAX_ADJUSTED,
    PLACE_BONUS,
    PREREQUISITE_PENALTY,
    TRIGGER_BONUS,
    alike,
)

STEMS = ("docker", "imag")
ALL_BONUSES = LEVEL_BONUS + PLACE_BONUS + TRIGGER_BONUS + PREREQUISITE_PENALTY


def scanned(cosines: dict[int, float], masks: dict[int, int] | None = None) -> ScannedItems:
    """One text an item."""
    return scan(
        np.array(list(cosines)),
        np.array(list(cosines.values())),
        np.array([(masks or {}).get(item, 0) for item in cosines]),
        len(STEMS),
        bodies=np.zeros(len(cosines), dtype=np.bool_),
    )


def order(found: ScannedItems, details: dict[int, ItemDetail] | None = None) -> list[int]:
    return [each.item for each in rank(found, stems=STEMS, details=details or {})]


CROWD = dict.fromkeys(range(100, 120), 0.1)


def test_nothing() -> None:
    assert rank(scanned({}), stems=STEMS, details={}) == []
    assert best_items(scanned({})) == []


def test_the_only_item() -> None:
    assert order(scanned({5: 0.3})) == [5]


def test_vectors_and_words_together() -> None:
    found = scanned({**CROWD, 1: 0.5, 2: 0.55, 3: 0.1}, {1: 0b11, 3: 0b11})
    assert order(found)[:2] == [1, 2]


def test_without_vectors_words_rank() -> None:
    found = scanned({1: math.nan, 2: math.nan, 3: math.nan}, {2: 0b11, 3: 0b01})
    assert order(found) == [2, 3, 1]


def test_an_item_that_is_not_embedded_yet_is_found_by_its_words() -> None:
    found = scanned({**CROWD, 1: math.nan}, {1: 0b11})
    assert order(found)[0] == 1


def test_of_two_that_are_as_close_the_one_whose_answer_says_it_comes_first() -> None:
    items = np.array([1, 1, 2, 2, *CROWD, *CROWD])
    cosines = np.array([0.5, 0.2, 0.2, 0.5, *CROWD.values(), *CROWD.values()])
    bodies = np.array([False, True, False, True, *[False] * len(CROWD), *[True] * len(CROWD)])
    found = scan(items, cosines, np.zeros(len(items), dtype=np.int64), 0, bodies=bodies)
    assert order(found)[:2] == [2, 1]


def test_equals_come_in_the_order_of_their_numbers() -> None:
    assert order(scanned({9: 0.2, 4: 0.2, 6: 0.2})) == [4, 6, 9]


def test_at_most_the_limit() -> None:
    found = scanned(dict.fromkeys(range(MAX_ADJUSTED + 1), 0.1))
    assert len(best_items(found)) == len(order(found)) == MAX_ADJUSTED


def test_a_broad_question_prefers_the_general_of_two_equals() -> None:
    found = scanned({**CROWD, 1: 0.5, 2: 0.5}, dict.fromkeys([*CROWD, 1, 2], 0b11))
    assert order(found, {1: ItemDetail(level=4), 2: ItemDetail(level=0)})[:2] == [2, 1]


def test_a_narrow_question_does_not() -> None:
    found = scanned({**CROWD, 1: 0.5, 2: 0.5}, {1: 0b11})
    plain, general = (
        rank(found, stems=STEMS, details={1: ItemDetail(level=level)})[0].score for level in (4, 0)
    )
    assert general - plain < LEVEL_BONUS / 2


def test_what_needs_something_unknown_comes_later() -> None:
    found = scanned({**CROWD, 1: 0.5, 2: 0.5})
    assert order(found, {1: ItemDetail(unmet=1.0)})[:2] == [2, 1]


def test_a_trigger_that_says_it_and_a_place_that_names_it_come_first() -> None:
    found = scanned({**CROWD, 1: 0.5, 2: 0.5, 3: 0.5})
    details = {3: ItemDetail(phrases=("docker imag",)), 2: ItemDetail(path=("Deployment", "Docker images"))}
    assert order(found, details)[:3] == [3, 2, 1]


def test_what_an_index_names_for_the_questions_words_comes_first_however_close_others_are() -> None:
    found = scanned({**CROWD, 1: 0.9, 2: 0.5, 3: 0.5})
    named = ItemDetail(routes=[STEMS[:2]])
    assert order(found, {3: named})[:2] == [3, 1]
    assert [each.is_named for each in rank(found, stems=STEMS, details={3: named})[:2]] == [True, False]


@pytest.mark.parametrize("route", [(), STEMS[:1], [*STEMS, "oven"]])
def test_a_route_of_one_word_or_with_words_that_are_not_asked_names_nothing(route: Sequence[str]) -> None:
    found = scanned({**CROWD, 1: 0.9, 3: 0.5})
    assert order(found, {3: ItemDetail(routes=[route])})[0] == 1


def test_a_name_is_equal_only_where_the_same_one_does_it() -> None:
    found = scanned({**CROWD, 1: 0.9, 3: 0.5})
    details = {3: ItemDetail(names=[ItemName(STEMS, "who"), ItemName([*STEMS, "oven"])])}
    for subject, first in (("", 1), ("who", 3), ("agent", 1)):
        ranked = rank(found, stems=STEMS, subject=subject, details=details)
        assert (ranked[0].item, ranked[0].is_equal) == (first, first == 3)


def test_stop_words_and_other_words_make_no_trigger() -> None:
    assert alike(split_words("how do I use the cache"), [" ".join(split_words("how do I use a theme"))]) < 0.5
    assert alike([], ["docker imag"]) == 0.0
    assert alike(STEMS, []) == 0.0
    assert alike(STEMS, ["imag docker"]) == 1.0


DETAILS = st.builds(
    ItemDetail,
    level=st.integers(-1, 9),
    path=st.lists(st.sampled_from(["Docker", "Images", "Theming"])),
    phrases=st.lists(st.sampled_from(["docker imag", "theme"])),
    unmet=st.floats(0, 5),
)
COSINE = st.integers(-100, 100).map(lambda hundredths: hundredths / 100)
COSINES = st.dictionaries(st.integers(1, 9), st.one_of(st.just(math.nan), COSINE), min_size=1)


@given(COSINES, st.dictionaries(st.integers(1, 9), DETAILS))
def test_no_detail_outranks_a_clearly_better_match(
    cosines: dict[int, float], details: dict[int, ItemDetail]
) -> None:
    found = scanned(cosines)
    plain = {each.item: each.score for each in rank(found, stems=STEMS, details={})}
    ranked = order(found, details)
    for place, item in enumerate(ranked):
        for later in ranked[place + 1 :]:
            assert plain[later] - plain[item] <= ALL_BONUSES + 1e-9


@given(COSINES)
def test_a_nearer_item_is_never_behind_one_of_the_same_words(cosines: dict[int, float]) -> None:
    known_weights = {item: cosine for item, cosine in cosines.items() if not math.isnan(cosine)}
    ranked = [known_weights[item] for item in order(scanned(cosines)) if item in known_weights]
    assert ranked == sorted(ranked, reverse=True)


@given(st.dictionaries(st.integers(1, 9), st.integers(0, 3), min_size=1))
def test_scores_are_numbers_whatever_is_missing(masks: dict[int, int]) -> None:
    for each in rank(scanned(dict.fromkeys(masks, math.nan), masks), stems=STEMS, details={1: ItemDetail()}):
        assert math.isfinite(each.score)


def test_each_detail_changes_the_score() -> None:
    found = scanned({**CROWD, 1: 0.5})
    plain = rank(found, stems=STEMS, details={})[0]
    detail = ItemDetail(level=0, path=STEMS, phrases=[" ".join(STEMS)], unmet=0.5)
    scored = rank(found, stems=STEMS, details={1: detail})[0]
    assert scored.trigger == pytest.approx(TRIGGER_BONUS)
    level = LEVEL_BONUS * found.breadth
    changes = TRIGGER_BONUS + PLACE_BONUS + level - PREREQUISITE_PENALTY / 2
    assert scored.score - plain.score == pytest.approx(changes)
