"""Front matter: real YAML, plain data only, every fault with the line of the file."""

from datetime import UTC, date, datetime

import pytest

from core.text.front_matter import MAX_CHARACTERS, FrontMatter, split_front_matter
from core.text.yaml_data import MAX_VALUES, InvalidYamlError, read_yaml


def front(yaml: str) -> FrontMatter:
    return split_front_matter("a.md", f"---\n{yaml}\n---\nText.\n")[0]


def test_the_fields_and_the_text_behind_them() -> None:
    found, body = split_front_matter(
        "a.md", "---\nUpdated-At: 2024-07-01\ntitle: A title\n---\n\n# Heading\n"
    )
    assert body.strip() == "# Heading"
    assert found.values == {"updated_at": date(2024, 7, 1), "title": "A title"}
    assert found.raw_values == {"Updated-At": date(2024, 7, 1), "title": "A title"}
    assert found.faults == []


@pytest.mark.parametrize(
    ("yaml", "expected"),
    [
        ("a: one\n  two\n  three", "one two three"),
        ("a: >\n  one\n  two", "one two"),
        ("a: >-\n  one\n\n  two", "one two"),
        ("a: |\n  one\n  two", "one two"),
        ('a: "one: \\u201ctwo\\u201d\n  three"', "one: “two” three"),
        ("a: 'it''s # no comment'", "it's # no comment"),
        ("a: 7", "7"),
        ("a: 2024-05-06", "2024-05-06"),
        ("a:", ""),
        ("b: 1", ""),
    ],
)
def test_a_text_in_one_line_however_it_is_written(yaml: str, expected: str) -> None:
    found = front(yaml)
    assert (found.text("a"), found.faults) == (expected, [])


def test_the_first_of_several_names() -> None:
    assert front("excerpt: B\nsummary: C").text("description", "excerpt", "summary") == "B"


@pytest.mark.parametrize(
    "yaml", ["t: [a, b, 3]", "t: a, b, 3", "t:\n  - a\n  - b\n  - 3", "t: |\n  a\n  b\n  3"]
)
def test_texts_from_a_list_or_a_text(yaml: str) -> None:
    assert front(yaml).texts("t") == ["a", "b", "3"]


def test_another_type_is_a_fault_on_its_line() -> None:
    found = front("x: 1\ntitle: {a: b}\ntags: [[a]]")
    found.text("title")
    found.texts("tags")
    assert [str(fault) for fault in found.faults] == [
        "a.md, line 3, title: must be a text",
        "a.md, line 4, tags: must be a text or a list of texts",
    ]


def test_lines_are_those_of_the_file_also_below_blank_ones() -> None:
    found, _ = split_front_matter("a.md", "---\n\n\ntitle: [a\n---\nText.")
    assert found.faults[0].line in (4, 5)
    found, _ = split_front_matter("a.md", "---\n\n\ntitle: {a: b}\n---\nText.")
    found.text("title")
    assert found.faults[0].line == 4


@pytest.mark.parametrize(
    ("yaml", "reason"),
    [
        ("a: b: c", "mapping values are not allowed here"),
        ("a: !!python/object:os.system x", "could not determine a constructor"),
        ("a: 1\nb: 2\na: 3", "line 4, front matter: is not YAML: 'a' stands twice"),
        ("a: &a {x: 1}\nb: {<<: *a}", "merge keys (<<) are not taken"),
        ("a: *b", "found undefined alias"),
        (f"a: {'[' * 9_000}", "it nests too deeply"),
        ("a: " + "9" * 5_000, "front matter: is not YAML"),
        ("a: " + "x" * MAX_CHARACTERS, "characters long; 20,000 are allowed"),
    ],
)
def test_what_is_refused(yaml: str, reason: str) -> None:
    (fault,) = front(yaml).faults
    assert reason in str(fault)


@pytest.mark.long
def test_more_values_than_are_read_in_a_second_are_refused() -> None:
    assert len(read_yaml("- a\n" * (MAX_VALUES - 1)).value) == MAX_VALUES - 1
    with pytest.raises(InvalidYamlError, match="it holds more than 40,000 names and values") as refused:
        read_yaml("- a\n" * MAX_VALUES)
    assert refused.value.line == MAX_VALUES


def test_many_merges_are_refused_before_they_grow() -> None:
    lines = ["a0: &a0 {x: 1}"]
    lines += [f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 10)}]}}" for n in range(1, 30)]
    with pytest.raises(InvalidYamlError, match="merge keys"):
        read_yaml("\n".join(lines))


@pytest.mark.parametrize("text", ["# A\n", "---\nA rule, then prose.\n\n---\nMore.\n", "---\ntitle: x\n"])
def test_what_has_no_front_matter_is_all_markdown(text: str) -> None:
    assert split_front_matter("a.md", text) == (FrontMatter("a.md"), text)


def test_dates() -> None:
    found = front("a: 2024-07-01T08:43:33.622Z\nb: 2024-13-45\nc: 2024-07-01")
    assert found.values == {
        "a": datetime(2024, 7, 1, 8, 43, 33, 622_000, UTC),
        "b": "2024-13-45",  # no date: a text
        "c": date(2024, 7, 1),
    }
