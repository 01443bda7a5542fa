"""Cursors. Pages are tested in stones/tests/api/test_list.py."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rest.pagination import InvalidCursor, decode_cursor, encode_cursor


@given(st.text("0123456789ABCDEFGHJKMNPQRSTVWXYZ", min_size=1, max_size=26))
def test_a_cursor_reads_back(key: str) -> None:
    assert decode_cursor(encode_cursor(key)) == key


@given(st.from_regex(r"-?[0-9]{1,18}\.[0-9A-Z]{26}", fullmatch=True))
def test_a_cursor_of_two_parts_reads_back(key: str) -> None:
    assert decode_cursor(encode_cursor(key)) == key


@given(st.text())
def test_any_text_is_a_cursor_or_refused(text: str) -> None:
    try:
        key = decode_cursor(text)
    except InvalidCursor:
        return
    assert encode_cursor(key) == text


@pytest.mark.parametrize("text", ["", "=", "djE6MQ==", "djE6MQ\n", "djE6MR", "djE6JyBPUiAx"])
def test_other_spellings_are_refused(text: str) -> None:
    with pytest.raises(InvalidCursor):
        decode_cursor(text)
