"""A profile of any shape as Markdown: every text verbatim, under descriptive headings."""

from collections.abc import Iterator
from datetime import date, time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.parsing.plain_json import MAX_DEPTH, MAX_VALUES, NotPlainError, as_json
from brain.parsing.profile_markdown import name_of, profile_text

APRIL = {"day": 1, "month": 4, "year": 2024}
DECEMBER = {"day": 31, "month": 12, "year": 2024}

SAMPLE = {
    "full_name": "Ann Baker",
    "headline": "Miller",
    "summary": "I mill.\n\nAnd I bake.",
    "work_experiences": [
        {
            "starts_at": APRIL,
            "ends_at": None,
            "company": "Old Mill",
            "title": "Miller",
            "description": "Grinds.",
        },
        {"starts_at": APRIL, "ends_at": DECEMBER, "company": "Old Mill", "title": "Miller", "location": None},
        {"startDate": "2020-01", "endDate": "2021-02", "school": "Corner", "skills": ["Rye", "Oats"]},
    ],
    "languages": ["English", "Dutch"],
    "languagesAndProficiencies": [{"name": "English", "proficiency": "NATIVE"}, {"name": "Dutch"}],
    "publications": [],
    "certifications": None,
    "address": {"city": "Delft", "street": "", "born_on": APRIL, "remote": True},
    "followers": 12,
}

TEXT = """\
# Ann Baker

- Full name: Ann Baker
- Headline: Miller
- Followers: 12

## Summary

I mill.

And I bake.

## Work experiences

### Miller, Old Mill

- Period: since 2024-04

Grinds.

### Miller, Old Mill

- Period: 2024-04 – 2024-12

### Corner

- Period: 2020-01 – 2021-02
- Skills: Rye, Oats

## Languages

- English
- Dutch

## Languages and proficiencies

- English (Proficiency: NATIVE)
- Dutch

## Address

- City: Delft
- Born on: 2024-04
- Remote: yes
"""


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)


def test_a_whole_profile() -> None:
    assert profile_text(SAMPLE) == TEXT


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ({"fullName": "Ann  B", "name": "x"}, "Ann B"),
        ({"first_name": "Ann", "last_name": "B"}, "Ann B"),
        ({"basics": {"name": "Ann"}}, "Ann"),
        ({"name": {"first": "Ann"}}, ""),
        ({"name": " ", "last_name": "B"}, "B"),
        ({}, ""),
    ],
)
def test_whose_it_is(data: dict[str, Any], name: str) -> None:
    assert name_of(data) == name


@pytest.mark.parametrize("data", [{}, {"a": None, "b": "", "c": [], "d": {"e": [{"f": " "}]}}])
def test_an_empty_profile_has_no_text(data: dict[str, Any]) -> None:
    assert profile_text(data) == ""


def test_items_without_a_name_are_numbered() -> None:
    text = profile_text({"notes": [{"text": "One\nline."}, {"text": "Two\nlines."}]})
    assert text == "# Profile\n\n## Notes\n\n### Notes 1\n\nOne\nline.\n\n### Notes 2\n\nTwo\nlines.\n"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"year": 2024}, "2024"),
        ({"year": 2024, "month": 11, "day": None}, "2024-11"),
        ({"year": "2024", "month": "May"}, "2024-May"),
        (False, "no"),
        (1.5, "1.5"),
    ],
)
def test_small_values(value: Any, expected: str) -> None:
    assert f"- Since when: {expected}\n" in profile_text({"since_when": value})


def test_what_only_looks_like_a_date_is_an_object() -> None:
    assert "- Year: 2024\n- Month: 5\n- Hour: 7" in profile_text({"a": {"year": 2024, "month": 5, "hour": 7}})
    assert "Month: 5" in profile_text({"a": {"month": 5}})


def test_the_end_of_a_period_stays_where_its_start_heads_the_item() -> None:
    assert "- 2019 (Ends at: 2020)" in profile_text({"x": [{"starts_at": "2019", "ends_at": "2020"}]})


KEYS = ["title", "name", "company", "starts_at", "ends_at", "year", "month", "day", "text", "x#\ny", ""]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n#-+* "), max_size=200),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(KEYS),
        inner,
        max_size=5,
    ),
    max_leaves=25,
)  # fmt: skip


@given(st.dictionaries(st.text(max_size=8), json_values, max_size=6))
def test_every_text_of_any_shape_is_in_the_markdown(data: dict[str, Any]) -> None:
    text = profile_text(data)
    for each in strings(data):
        # Of a date in parts the day is left out, and its month alone means nothing.
        if each.strip() and each.strip() not in text:
            assert is_day(data, each), each
    assert bool(text) == any(str(leaf).strip() for leaf in leaves(data))


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from leaves(each)
    elif value is not None:
        yield value


def is_day(value: Any, text: str) -> bool:
    if isinstance(value, dict):
        return value.get("day") == text or any(is_day(each, text) for each in value.values())
    return isinstance(value, list) and any(is_day(each, text) for each in value)


REFUSED: dict[str, tuple[Any, str]] = {
    "NUL": ({"a": "b\0"}, "NUL character"),
    "NUL in a name": ({"a\0": "b"}, "NUL character"),
    "half a character": ({"a": "\ud800"}, "half of a character"),
    "not a number": ({"a": float("nan")}, "not finite"),
    "binary": ({"a": b"x"}, "binary data"),
    "large number": ({"a": 10**300}, "too large"),
    "names that are one": ({1: "a", "1": "b"}, "names '1' twice"),
    "a list as a name": ({(1, 2): "a"}, "by a list or an object"),
    "many values": ({"a": [1] * MAX_VALUES}, "more than 20,000 values"),
    "long": ({"a": ["x" * 600_000, "y" * 600_000]}, "more than 1,000,000 characters"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_data_that_cannot_be_stored(name: str) -> None:
    value, reason = REFUSED[name]
    with pytest.raises(NotPlainError, match=reason):
        as_json(value)


def test_data_that_is_within_itself() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(NotPlainError, match=f"deeper than {MAX_DEPTH}"):
        as_json(loop)


def test_names_and_dates_become_texts() -> None:
    value = {2: "a", None: "b", True: [date(2024, 4, 1)], "c": (time(8, 30), 1.5)}
    assert as_json(value) == {"2": "a", "null": "b", "true": ["2024-04-01"], "c": ["08:30:00", 1.5]}
