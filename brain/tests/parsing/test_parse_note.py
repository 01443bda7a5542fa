"""Markdown files as notes: titles, tags, dates and descriptions as people write them."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.parsing.normalize_tags import split_tags
from brain.parsing.parse_note import NoteFile, UnreadableNoteError, read_note


def front(yaml: str, file: str = "a.md") -> NoteFile:
    return read_note(file, f"---\n{yaml}\n---\nText.\n")


@pytest.mark.parametrize(
    ("file", "text", "title"),
    [
        ("a.md", "---\ntitle: Front\n---\n# Heading\n", "Front"),
        ("a.md", "---\ntitle: >\n  Front\n  matter\n---\n# Heading\n", "Front matter"),
        ("a.md", "Prose.\n\n## The *first* `heading`\n\n# Second\n", "The first heading"),
        ("a.md", "Setext\n======\n", "Setext"),
        ("a.md", "```\n# a comment\n```\n", "A"),
        ("my-first_note.md", "Prose.\n", "My first note"),
        ("mills/index.md", "Prose.\n", "Mills"),
        ("README.md", "Prose.\n", "README"),
        ("a.md", "---\ntitle: ''\n---\n#\n\nProse.\n", "A"),
        ("a.md", "---\ntitle: 2024\n---\nProse.\n", "2024"),
    ],
)
def test_titles(file: str, text: str, title: str) -> None:
    assert read_note(file, text).title == title


@pytest.mark.parametrize(
    "yaml",
    [
        "tags: [Eco Systems, web]",
        "tags:\n  - Eco  Systems\n  - '#web'",
        "tags: eco systems, WEB",
        "tags: '#eco-systems #web'",
        "tags: #eco-systems #web",
        "Keywords: ｅｃｏ systems,web,,web",
    ],
)
def test_tags(yaml: str) -> None:
    assert front(yaml).tags == ("eco-systems", "web")


def test_tags_that_are_none() -> None:
    assert (front("tags:").tags, front("tags: [7, 2024-01-01]").tags) == ((), ("7", "2024-01-01"))
    assert split_tags(["C#", "# a", "#", "-"]) == ["c#", "a"]


@pytest.mark.parametrize(
    ("yaml", "day"),
    [
        ("createdAt: 2024-01-01\nupdatedAt: 2024-03-01\npublishedAt: 2024-02-01", 3),
        ("created: 2024-01-01\ndate: 2024-02-01", 2),
        ("created-at: '2024-01-01'", 1),
        ("updated: '2024-03-01T00:00:00Z'", 3),
        ("updated: 2024-03-01T02:00:00+02:00", 3),
        ("updated: 2024-13-45\ndate: 2024-02-01", 2),
        ("date: 1 March 2024", 3),
    ],
)
def test_dates(yaml: str, day: int) -> None:
    assert front(yaml).dated == datetime(2024, day, 1, tzinfo=UTC)


@pytest.mark.parametrize("value", ["soon", "2024", "[a]", "true", "0001-01-01T00:00:00+14:00", "2024-13-45"])
def test_dates_that_cannot_be_read_are_warned_of(value: str) -> None:
    note = front(f"title: T\ndate: {value}")
    assert note.dated is None
    (warning,) = note.warnings
    assert str(warning).startswith("a.md, line 3, date: is no date that can be read")


@pytest.mark.parametrize("name", ["description", "excerpt", "summary"])
def test_descriptions(name: str) -> None:
    assert front(f"{name}: Plain\n  over lines").description == "Plain over lines"
    assert front("excerpt: E\ndescription: D").description == "D"


def test_all_front_matter_is_stored() -> None:
    note = front("Custom Field: [1, 2.5, true, null, {a: 2024-01-02}]\n7: x")
    assert note.front_matter == {"Custom Field": [1, 2.5, True, None, {"a": "2024-01-02"}], "7": "x"}


def test_a_text_that_begins_with_a_rule_is_all_text() -> None:
    assert read_note("a.md", "---\n\nProse.\n").body == "---\n\nProse.\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a.md: is empty"),
        ("---\ntitle: T\n---\n", "a.md: has no text behind its front matter"),
        ("---\ntitle: T\nText.\n", "a.md, line 1, front matter: is never closed: a line --- ends it"),
        ("---\ntitle: [T]\n---\nText.\n", "a.md, line 2, title: must be a text"),
        ("---\ntags: {a: b}\n---\nText.\n", "a.md, line 2, tags: must be a text or a list of texts"),
        ("---\na: .nan\n---\nText.\n", "a.md, line 1, front matter: holds a number that is not finite"),
        ("Text\0.", "a.md, line 1: holds a NUL character"),
        ("A\n\ud800", "a.md, line 2: holds half of a surrogate pair"),
    ],
)
def test_faults(text: str, reason: str) -> None:
    with pytest.raises(UnreadableNoteError) as caught:
        read_note("a.md", text)
    assert [str(fault) for fault in caught.value.faults] == [reason]


@given(st.text(st.sampled_from("ab .:\n-#[]{}&*!|>'\"0"), max_size=200))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    for file_text in (text, f"---\n{text}\n---\nText."):
        try:
            assert read_note("a.md", file_text).title
        except UnreadableNoteError as error:
            assert error.faults  # noqa: PT017 the only error there may be


@pytest.mark.parametrize(
    ("file", "title"),
    [
        ("Cellar -2.md", "Cellar -2"),
        ("-2 cellar.md", "-2 cellar"),
        ("2024-06-06 bees.md", "2024-06-06 bees"),
        ("2024-06-06-bees_and_hives.md", "2024-06-06 bees and hives"),
        ("sizes 10-12.md", "Sizes 10-12"),
        ("well-known inns - north.md", "Well known inns north"),
        ("room-7.md", "Room 7"),
    ],
)
def test_a_title_by_the_file_keeps_signs_and_days(file: str, title: str) -> None:
    assert read_note(file, "Text.\n").title == title


@pytest.mark.parametrize(
    ("file", "heading", "title"),
    [
        ("bees summer 2024.md", "## 6 June", "Bees summer 2024"),
        ("logbook.md", "# Monday, 3 May 2021", "Logbook"),
        ("imkerei.md", "## 3. Mai", "Imkerei"),
        ("2024-06-06.md", "# 6 June", "6 June"),
        ("june 2024.md", "# 6 June 2024", "6 June 2024"),
        ("bees.md", "# 6 June: Swarm", "6 June: Swarm"),
        ("bees.md", "# May plans", "May plans"),
    ],
)
def test_a_heading_that_is_only_a_day_is_that_of_an_entry(file: str, heading: str, title: str) -> None:
    assert read_note(file, f"{heading}\n\nThe bees flew late.\n").title == title


@pytest.mark.parametrize("value", ["true", "false", "'yes'", "draft", "''"])
def test_what_says_that_a_note_is_published_is_no_date(value: str) -> None:
    fields = f"published: {value}\nlayout: post\npermalink: /wool\ndraft: false\nauthor: Ida\nimage: a.png\ntoc: true"
    note = read_note("wool.md", f"---\n{fields}\nweight: 3\nlang: en\ndate: 2024-05-03\n---\nTwo skeins.\n")
    assert note.warnings == ()
    assert note.dated == datetime(2024, 5, 3, tzinfo=UTC)


def test_toml_is_front_matter() -> None:
    note = read_note("a.md", '+++\ntitle = "Hens"\ndate = 2026-03-12\ntags = ["yard"]\n+++\n\nFour hens.\n')
    assert (note.title, note.body, note.tags) == ("Hens", "Four hens.\n", ("yard",))
    assert note.dated == datetime(2026, 3, 12, tzinfo=UTC)
    assert note.front_matter["date"] == "2026-03-12"


@pytest.mark.parametrize("text", ["+++\nno = = toml\n+++\nText.\n", "+++\nText.\n"])
def test_what_is_no_toml_is_text(text: str) -> None:
    assert read_note("a.md", text).body == text
