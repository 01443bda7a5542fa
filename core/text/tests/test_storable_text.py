"""What Postgres rejects in a text or in JSON is replaced, wherever it stands."""

from typing import Any

import pytest

from core.text.storable_text import (
    is_storable,
    plain_lines,
    remove_unstorable,
    storable,
    storable_json,
    storable_line,
)

HALF = "\ud83d"


@pytest.mark.parametrize(
    ("text", "stored"),
    [("", ""), ("Où 🙂\n", "Où 🙂\n"), ("a\x00b", "a b"), (f"a{HALF}b", "a?b"), (f"\x00{HALF}", " ?")],
)
def test_text(text: str, stored: str) -> None:
    assert storable(text) == stored
    assert is_storable(text) is (text == stored)
    assert is_storable(stored)


def test_a_line() -> None:
    assert storable_line(f"  how\x00 many\r\n\tbees{HALF}\x00") == "how many bees?"


def test_line_ends() -> None:
    assert plain_lines("\ufeffa\r\nb\rc\n\r\n\ufeff") == "a\nb\nc\n\n\ufeff"


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        (f"a{HALF}", "a?"),
        (["a\x00", [HALF], {"b": ["\x00c"]}], ["a ", ["?"], {"b": [" c"]}]),
        ({"a": {"b\x00": HALF, "c": None}}, {"a": {"b ": "?", "c": None}}),
        (("a\x00", 7), ["a ", 7]),
        (True, True),
        (0.5, 0.5),
    ],
)
def test_json(value: Any, stored: Any) -> None:
    assert storable_json(value) == stored


def test_json_without_what_cannot_be_stored() -> None:
    value = {"a\x00": [f"{HALF}b", {"c": f"\x00d{HALF}"}], "e": 1}
    assert storable_json(value, remove_unstorable) == {"a": ["b", {"c": "d"}], "e": 1}
