"""JSON bodies. Whole requests are tested in stones/tests/api/test_format.py."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.exceptions import ParseError

from core.rest.parsers import read_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(VALUES)
def test_what_was_written_is_read(value: Any) -> None:
    assert read_json(json.dumps(value).encode()) == value


@given(st.binary())
def test_any_bytes_are_json_or_a_parse_error(body: bytes) -> None:
    with contextlib.suppress(ParseError):
        read_json(body)


def test_a_byte_order_mark_is_skipped() -> None:
    assert read_json(b"\xef\xbb\xbf{}") == {}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b'{"a": 1,\n"b": }', "line 2, column 6"),
        (b'{"a": 1, "b": 2, "a": 3}', "'a' stands twice"),
        (b"[Infinity]", "Infinity is no JSON number"),
        (b'"\xff"', "byte 2"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[-" + b"7" * 4_400 + b"]", "^A number has more than 4,300 digits: send it as a text.$"),
    ],
)
def test_errors_say_where(body: bytes, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        read_json(body)


def test_a_duplicate_name_is_found_among_many() -> None:
    body = json.dumps({str(number): 0 for number in range(200_000)} | {"z": 1})[:-1] + ', "z": 2}'
    with pytest.raises(ParseError, match="'z' stands twice"):
        read_json(body.encode())
