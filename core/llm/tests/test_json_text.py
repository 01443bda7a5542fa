"""The JSON within replies of models."""

import json
from typing import Any

import pytest

from core.llm.chat.json_text import NotJSON, is_storable, json_in


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ('{"a": [1]}', {"a": [1]}),
        ('["a", "b"]', ["a", "b"]),
        ('"a {b} [c]"', "a {b} [c]"),
        ("42", 42),
        (" null\n", None),
        ("true", True),
        ('```json\n["a"]\n```', ["a"]),
        ("Here it is:\n\n```\n7\n```\nAnything else?", 7),
        ("<think>maybe {} or []</think>\n[3]", [3]),
        ('Sure! [{"a": 1}, {"a": 2}] Bye.', [{"a": 1}, {"a": 2}]),
        ('Sure! {"a": [1, 2]} Bye.', {"a": [1, 2]}),
        ('As in [1], it is {"a": 1}.', {"a": 1}),
    ],
)
def test_finds_any_value(content: str, value: object) -> None:
    assert json_in(content) == value


@pytest.mark.parametrize(
    "content",
    [
        "",
        "I would rather not.",
        '{"a": ',
        "NaN",
        '{"a": Infinity}',
        "[" * 100_000,
        "9" * 10_000,
        "<think>[1]",
    ],
)
def test_finds_none_where_there_is_none(content: str) -> None:
    with pytest.raises(NotJSON):
        json_in(content)


@pytest.mark.parametrize(
    ("text", "storable"),
    [
        ('{"a": ["é", 1.5, null, "😀"]}', True),
        (r'"\u0000"', False),
        (r'{"a": ["\ud800"]}', False),
        (r'{"\u0000": 1}', False),
        ("[1e999]", False),
    ],
)
def test_values_that_cannot_be_stored_or_sent(text: str, storable: bool) -> None:
    assert is_storable(json.loads(text)) is storable


def test_nesting_of_any_depth() -> None:
    value: Any = "\0"
    for _ in range(50_000):
        value = [value]

    assert not is_storable(value)
