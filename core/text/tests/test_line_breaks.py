"""Whether the lines of a paragraph are meant, or are how a text was wrapped."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.line_breaks import are_lines_meant, is_break_meant

LOG = """12 jan - rear tyre flat again, glass
2 feb - chain measured, .8 worn, ordered a new one
9 feb - it skips, damn
23 mar - squeal from front brake. sanded the pads
todo: mudguard bolt"""
CLAUSES = """Users who find problems report them to the
security team in accordance with
our policy, which is short.
None of us could do it alone."""
OFFICES = """Elected
 chair - Ruta Kalns, for the third time
 treasurer - nobody. Jonas carries on
 secretary - Mae Oduya, in the place of Jonas, who held it for nine years and was thanked
"""
PROSE = "Whoever finds a fault reports it to the people who look after it, and they mend it before others see it. "


def test_a_log_has_lines() -> None:
    assert are_lines_meant(LOG.split("\n"))
    assert are_lines_meant(OFFICES.strip().split("\n"))


@pytest.mark.parametrize(
    "text", [CLAUSES, "One line.", "Dear Ms Long,\nAs we discussed, the gutter leaks.", ""]
)
def test_prose_has_none(text: str) -> None:
    assert not are_lines_meant(text.split("\n"))


@given(width=st.integers(30, 100), times=st.integers(2, 6))
def test_wrapped_prose_has_none(width: int, times: int) -> None:
    assert not are_lines_meant(textwrap.wrap(PROSE * times, width))


def test_a_break_is_judged_by_its_own_paragraph() -> None:
    text = f"{CLAUSES}\n\n{LOG}"
    assert is_break_meant(text, text.index("\n2 feb"))
    assert not is_break_meant(text, text.index("\nsecurity"))


def test_a_break_before_a_label_in_bold_is_meant() -> None:
    text = (
        "**They pay:** 46 a day, whatever the\ncounty says of it.\n**If we cannot run:** we tell\nthe school."
    )
    assert is_break_meant(text, text.index("\n**If"))
    assert not is_break_meant(text, text.index("\ncounty"))
    assert are_lines_meant(
        ["**Parties:** we.", "**Runs:** to the end of 2028 at least.", "__Escort__: one adult."]
    )


def test_two_entries_of_a_cut_log_are_lines() -> None:
    assert are_lines_meant(["9.4. Lost the keys at the pool.", "13.4. Lunch with Ines."])
    assert not are_lines_meant(["We met on", "13.4. at the pool."])
