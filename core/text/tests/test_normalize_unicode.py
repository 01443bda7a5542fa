"""Normalisation: Python's own, but for runs of marks that no writing has."""

import time
import unicodedata
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.normalize_unicode import MAX_MARKS, normalize_unicode
from core.text.tests.machine_speed import measure_slowness

MARKS = "\u0301\u0316\u0323\u05b0\u064b"


@given(
    st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]),
    st.lists(st.text(max_size=8) | st.text(MARKS, max_size=MAX_MARKS), max_size=4).map("x".join),
)
def test_it_is_pythons(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> None:
    assert normalize_unicode(form, text) == unicodedata.normalize(form, text)


@pytest.mark.parametrize("form", ["NFC", "NFKC"])
def test_a_megabyte_of_marks_is_done_in_a_moment(form: Literal["NFC", "NFKC"]) -> None:
    begun = time.thread_time()
    text = normalize_unicode(form, "a" + "\u0301\u0316" * 250_000)
    assert time.thread_time() - begun < 2 * measure_slowness()
    assert (text[0], len(text)) == ("á", 500_000)
