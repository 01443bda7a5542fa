"""Fingerprints: what two texts that share a stretch always share, and what makes no difference."""

import random
from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clipboard.analysis.fingerprints import (
    MAX_FINGERPRINTS,
    MIN_WORDS,
    WORDS,
    HashedText,
    from_signed,
    hash_text,
    to_signed,
)

WORD = st.sampled_from([f"word{number}" for number in range(40)])
LISTS = st.lists(WORD, max_size=60)
STRETCH = st.lists(WORD, min_size=MIN_WORDS, max_size=30)


def marks(text: str, salt: str = "account 1") -> HashedText:
    return hash_text(text, salt=salt)


def prints(text: str, salt: str = "account 1") -> set[int]:
    return set(to_signed(marks(text, salt).fingerprints))


@given(STRETCH, LISTS, LISTS, LISTS, LISTS)
def test_texts_that_share_eight_words_meet(
    stretch: list[str], before: list[str], after: list[str], ahead: list[str], behind: list[str]
) -> None:
    one = prints(" ".join(before + stretch + after))
    other = prints(" ".join(ahead + stretch + behind))
    assert one & other


@given(LISTS)
def test_of_another_account_they_never_meet(words: list[str]) -> None:
    text = " ".join(words)
    assert not prints(text) & prints(text, "account 2")
    assert len(prints(text)) == len(prints(text, "account 2")) or len(words) > MIN_WORDS


@given(LISTS)
def test_stored_and_read_again_they_are_the_same(words: list[str]) -> None:
    found = marks(" ".join(words)).fingerprints
    values = to_signed(found)
    assert all(-(2**63) <= value < 2**63 for value in values)
    random.Random(1).shuffle(values)
    assert np.array_equal(from_signed(values), found)


@given(LISTS)
def test_a_wider_window_keeps_some_of_a_narrower_one(words: list[str]) -> None:
    found = marks(" ".join(words))
    if len(found.sequences) >= 16:
        assert set(found.winnow(16)) <= set(found.winnow(8)) <= set(found.winnow(4))


@pytest.mark.parametrize("count", [0, 1, WORDS, MIN_WORDS - 1])
def test_a_short_text_has_none(count: int) -> None:
    assert prints(" ".join("abcdefghij"[:count])) == set()


@pytest.mark.parametrize(
    "same",
    [
        "The export job WRITES its report, to the second disk; every night.",
        "**The export job** _writes_ its\n> report to `the second disk` every night",
        "The\u00a0export job writes its report to the second disk every night",
        "Ｔｈｅ export job writes its report to the second disk every night",
    ],
    ids=["case and punctuation", "Markdown", "no-break space", "full-width letters"],
)
def test_what_makes_no_difference(same: str) -> None:
    assert prints(same) == prints("the export job writes its report to the second disk every night")


def test_the_order_of_the_words_does() -> None:
    words = [
        "the",
        "export",
        "job",
        "writes",
        "its",
        "report",
        "to",
        "the",
        "second",
        "disk",
        "every",
        "night",
    ]
    assert not prints(" ".join(words)) & prints(" ".join(reversed(words)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "出口服务每天晚上四点把报告写到第二块硬盘上",
            "昨天说：出口服务每天晚上四点把报告写到第二块硬盘上。",
        ),
        ("サービスは毎晩四時にレポートを書きます", "つまり、サービスは毎晩四時にレポートを書きますね"),
    ],
    ids=["Chinese", "Japanese"],
)
def test_scripts_without_spaces(one: str, other: str) -> None:
    assert prints(one) & prints(other)


def test_the_same_line_again_and_again() -> None:
    assert len(prints("nothing new under the sun today\n" * 10_000)) <= 6


def test_a_long_text_has_no_more_than_the_most_and_still_meets_a_part() -> None:
    draw = random.Random(1)
    words = [f"w{draw.randrange(20_000)}" for _ in range(170_000)]
    started = process_time()
    whole = prints(" ".join(words))
    assert process_time() - started < 10, "a text of 1 MB may not hold anybody up"
    assert MAX_FINGERPRINTS / 3 < len(whole) <= MAX_FINGERPRINTS
    for start in range(0, 160_000, 20_000):
        assert whole & prints(" ".join(words[start : start + 100]))
