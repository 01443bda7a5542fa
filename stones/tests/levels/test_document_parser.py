"""A document is read as its author laid it out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stones.levels.document_parser import MAX_PARTS, DocumentPart, PartKind, read_document

TEXT = """---
title: Upload worker
description: Why uploads are retried.
status: draft
---
# Uploads

**Date**: 2026-01-30
**Owner**: Ann

> [!WARNING]
> Do not merge.

First sentence here. Second one
goes on; it ends there.

These remain:

- [ ] Fix the test
  - of `resume`
- [x] Remove the queue

| Part | State |
|---|---|
| worker | done |

```bash
make test
```
"""


def _parts(text: str) -> tuple[DocumentPart, ...]:
    return read_document(text).parts


def _kinds(text: str) -> list[tuple[PartKind, str]]:
    return [(part.kind, part.plain) for part in _parts(text)]


def test_front_matter_tells_what_it_is() -> None:
    document = read_document(TEXT)
    assert (document.title, document.description, document.status) == (
        "Upload worker",
        "Why uploads are retried.",
        "draft",
    )


def test_every_part_has_its_kind_its_words_and_its_line() -> None:
    assert [(part.kind, part.plain, part.line) for part in _parts(TEXT)] == [
        (PartKind.HEADING, "Uploads", 6),
        (PartKind.TEXT, "Date: 2026-01-30", 8),
        (PartKind.TEXT, "Owner: Ann", 9),
        (PartKind.ADMONITION, "Do not merge.", 12),
        (PartKind.TEXT, "First sentence here. Second one goes on; it ends there.", 14),
        (PartKind.TEXT, "These remain:", 17),
        (PartKind.ITEM, "Fix the test", 19),
        (PartKind.ITEM, "of resume", 20),
        (PartKind.ITEM, "Remove the queue", 21),
        (PartKind.ROW, "worker | done", 25),
        (PartKind.CODE, "make test", 28),
    ]


def test_what_a_part_stands_under() -> None:
    found = {part.plain: part for part in _parts(TEXT)}
    assert found["Fix the test"].parent == "These remain:"
    assert (found["of resume"].parent, found["of resume"].depth) == ("Fix the test", 1)
    assert [found[text].is_done for text in ("Fix the test", "Remove the queue", "of resume")] == [
        False,
        True,
        None,
    ]
    assert [found[text].label for text in ("Owner: Ann", "worker | done", "make test", "Do not merge.")] == [
        "Owner",
        "worker",
        "bash",
        "warning",
    ]
    assert found["make test"].trail == ("Uploads",)


def test_sentences_have_the_lines_that_they_begin_on() -> None:
    text = next(part for part in _parts(TEXT) if part.plain.startswith("First"))
    assert [(said.text, said.line) for said in text.sentences()] == [
        ("First sentence here.", 14),
        ("Second one goes on; it ends there.", 14),
    ]
    below = _parts("It all\nfails. Run `x y`\nnow.")[0]
    assert [(said.text, said.line, said.text_with_code) for said in below.sentences()] == [
        ("It all fails.", 1, "It all fails."),
        ("Run x y now.", 2, "Run `x y` now."),
    ]


def test_a_heading_may_open_its_paragraph() -> None:
    found = _parts(
        "Hello Jo.\n\nWhat must not be done.\nRestart pump 4.\nOpen the gate.\n\nWas noch offen ist.\n\n"
        "- Der Zähler.\n\n**Who may decide.** Ann may.\n\n# Later\n\nNothing.\n"
    )
    assert [(part.kind, part.plain, part.section, part.line) for part in found] == [
        (PartKind.TEXT, "Hello Jo.", "", 1),
        (PartKind.HEADING, "What must not be done", "What must not be done", 3),
        (PartKind.TEXT, "Restart pump 4. Open the gate.", "What must not be done", 4),
        (PartKind.HEADING, "Was noch offen ist", "Was noch offen ist", 7),
        (PartKind.ITEM, "Der Zähler.", "Was noch offen ist", 9),
        (PartKind.HEADING, "Who may decide", "Who may decide", 11),
        (PartKind.TEXT, "Ann may.", "Who may decide", 11),
        (PartKind.HEADING, "Later", "Later", 13),
        (PartKind.TEXT, "Nothing.", "Later", 15),
    ]
    assert read_document("What this is. The page of the practice.\n").title == ""


@pytest.mark.parametrize(
    "text",
    [
        "What matters here is speed. So we cache.",
        "What is left? Two tests.",
        "When the pump stops, call Jo. He knows.",
        "When in doubt ask Ravi. He knows the boiler.",
        "Where possible do not restart. Restart the standby instead.",
        "Was fixed on Tuesday. Ravi changed the relay.",
        "Wie besprochen kommt Jonas am Montag. Er bringt das Seil.",
        "Comment on the ticket first. Then close it.",
        "How we got here took years and is told in the wiki. Read it.",
    ],
)
def test_a_sentence_is_no_heading_of_its_paragraph(text: str) -> None:
    assert [part.kind for part in _parts(text)] == [PartKind.TEXT]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# Uploads\n\n# Downloads\n", "Uploads"),
        ("Uploads\n=======\n\nText.\n", "Uploads"),
        ("=== Uploads\n\nText.\n", "Uploads"),
        ('<h2 align="center">Uploads</h2>\n\n## News\n', "Uploads"),
        ("`a.b`\n~~~~~\n\nText.\n", "a.b"),
        ("From: a\nTo: b\nSubject: Uploads\n\nHi.\n", "Uploads"),
        ("# Handoff for Bob\n\n**Subject:** Uploads\n", "Uploads"),
        ("Uploads of today\n\nThey fail.\n", "Uploads of today"),
        ("They fail.\n\n## Next\n\nMore.\n", ""),
        ("## Phase 1\n\na\n\n## Phase 2\n\nb\n", ""),
        ("<!-- # No\n-->\n# Uploads\n", "Uploads"),
    ],
)
def test_the_title_stands_over_all_the_rest(text: str, title: str) -> None:
    assert read_document(text).title == title


def test_prose_in_a_fence_is_read_and_code_is_not() -> None:
    prompt = (
        "We go on with the worker today.\nDo not push to main before the review.\nAsk me which part is first."
    )
    assert _kinds(f"```\n{prompt}\n```") == [(PartKind.TEXT, prompt.replace("\n", " "))]
    assert [kind for kind, _ in _kinds(f"```python\n{prompt}\n```")] == [PartKind.CODE]
    assert [kind for kind, _ in _kinds("```\nx = f(y);\nz = 1\n```")] == [PartKind.CODE]


def test_quotes_are_told_from_what_stands_beside_them() -> None:
    assert _kinds("Ann says:\n> # No\n> - it fails\nSo be it.") == [
        (PartKind.TEXT, "Ann says:"),
        (PartKind.QUOTE, "No"),
        (PartKind.QUOTE, "it fails"),
        (PartKind.TEXT, "So be it."),
    ]


def test_what_is_too_much_is_not_read() -> None:
    assert len(_parts("- a b\n" * (MAX_PARTS + 5))) == MAX_PARTS


@given(
    st.text(alphabet="ab .:\n#->`~|*_=[]x1!<\t\\§", max_size=200),
)
def test_it_never_fails_and_its_lines_are_the_texts_own(text: str) -> None:
    document = read_document(text)
    lines = [part.line for part in document.parts]
    assert all(1 <= line <= text.count("\n") + 1 for line in lines)
    for part in document.parts:
        for said in part.sentences():
            assert part.line <= said.line <= text.count("\n") + 1


LINKS = "[Start](https://example.org) · [News](https://example.org/n) | [Press](https://example.org/p)"


@pytest.mark.parametrize(
    "text",
    [
        f"English | {LINKS}\n\nOpens at nine.",
        'Opens at nine.\n<a href="#a">Start</a>\n·\n<a href="#n">News</a><br/>\n·\n<a href="#p">Press</a>',
    ],
)
def test_rows_of_links_are_no_content(text: str) -> None:
    assert [part.plain for part in read_document(text).parts] == ["Opens at nine."]


def test_lines_below_rows_of_links_keep_their_numbers() -> None:
    text = LINKS.replace(" · ", "\n·\n") + "\n\nOpens at nine."
    assert [part.line for part in read_document(text).parts] == [5]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Open: [north](https://example.org/n) | [south](https://example.org/s)", "Open: north | south"),
        (f"We met {LINKS} there.", "We met Start · News | Press there."),
        (f"Doors: {LINKS}", "Doors: Start · News | Press"),
        (f"Doors:\n{LINKS}", "Doors: Start · News | Press"),
    ],
)
def test_links_in_a_sentence_are_content(text: str, plain: str) -> None:
    assert [part.plain for part in read_document(text).parts] == [plain]


@pytest.mark.parametrize(
    ("line", "is_lead"),
    [
        ("To open it, run", True),
        ("Set", False),
        ("It opens.", False),
        ("Use it as `open:`", False),
        ("Linux", False),
    ],
)
def test_a_paragraph_that_ends_in_its_middle_leads_in_to_a_fence(line: str, is_lead: bool) -> None:
    parts = read_document(f"The museum is large.\n\n{line}\n\n```sh\nmuseum open\nmuseum light\n```").parts
    assert parts[1].plain == (f"{line}:" if is_lead else line.replace("`", ""))


def test_the_rules_of_a_grid_are_no_rows() -> None:
    text = "+------+----+\n| Lamp | At |\n+======+====+\n| Ford | 12 |\n+------+----+\n| Mill | 13 |\n+------+----+"
    assert [part.plain for part in read_document(text).parts] == ["Lamp | At", "Ford | 12", "Mill | 13"]
