"""Requests that the parser refused: their id is found wherever it stands, and what is wrong is named."""

import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.mcp.unreadable_requests import describe_fault, request_id

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "a", 'q"{']), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["id", "method", "params"]), VALUES), st.sampled_from([None, 2]))
def test_an_id_is_that_of_the_outermost_object(message: dict[str, object], indent: int | None) -> None:
    named = message.get("id")
    is_valid = isinstance(named, (int, str)) and not isinstance(named, bool)
    body = json.dumps(message, indent=indent, ensure_ascii=bool(indent))
    assert request_id(body) == (named if is_valid else None)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "no json",
        "[1]",
        '[{"id": 1}]',
        '"id"',
        '{"a": {"id": 1}}',
        '{"id": 1.5}',
        '{"id": 1e3}',
        '{"id": {}}',
    ],
)
def test_there_is_no_id(body: str) -> None:
    assert request_id(body) is None


def test_an_id_of_half_a_character_is_none() -> None:
    assert request_id('{"id": "\\ud83d"}') is None


def test_a_text_that_is_not_closed_takes_no_longer() -> None:
    assert request_id('{"a": "' + '\\"' * 500_000) is None
    assert request_id('{"id": 3, "a": "' + '\\"' * 500_000) == 3


def test_a_fault_is_named() -> None:
    assert describe_fault("{") is None
    assert describe_fault('{"a": ["", {"b": "x\\ny\\udc00"}]}') == (
        "a[1].b: line 2 has the character U+DC00. Take it out."
    )
    assert describe_fault('{"a": {"\\udc00": 1}}') == "a: line 1 has the character U+DC00. Take it out."
    assert describe_fault('{"\\ud83d": 1}') == "The JSON: line 1 has the character U+D83D. Take it out."
    for depth in (300, 100_000):
        assert "nested too deeply" in str(describe_fault("[" * depth + "]" * depth))


def test_the_memory_of_naming_a_fault_does_not_grow_with_names_times_values() -> None:
    body = f'{{"{"k" * 60_000}": [{"0, " * 60_000}0], "x": "\\ud800"}}'
    tracemalloc.start()
    try:
        assert describe_fault(body) == "x: line 1 has the character U+D800. Take it out."
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    long = describe_fault(f'{{"{"k" * 60_000}": "\\ud800"}}')
    assert long is not None
    assert len(long) < 200
