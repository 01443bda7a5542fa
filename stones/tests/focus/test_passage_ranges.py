import pytest
from hypothesis import given
from hypothesis import strategies as st

from stones.focus import format_ranges, parse_ranges


def test_neighbours_are_one_range() -> None:
    assert format_ranges({7, 0, 2, 1}) == "0-2,7"
    assert format_ranges([]) == ""


@given(st.sets(st.integers(0, 200)))
def test_what_is_written_reads_back(ordinals: set[int]) -> None:
    assert parse_ranges(format_ranges(ordinals), 201) == ordinals


def test_passages_that_are_not_there_are_none() -> None:
    assert parse_ranges("1-999999,5", 3) == {1, 2}


@pytest.mark.parametrize("text", ["a", "1-", "-1", "1,", "1 ,2", "1-2-3", "1" * 7, "1," * 3_000 + "1"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="passages"):
        parse_ranges(text, 10)
