"""Questions about the notes themselves, told from those that notes answer."""

from datetime import date

import pytest

from brain.retrieval.note_row_questions import NoteRowKind, read_note_row_question
from brain.retrieval.partial_days import PartialDay

TODAY = date(2026, 3, 18)


@pytest.mark.parametrize(
    ("question", "kind", "topic"),
    [
        ("How many notes do I have?", NoteRowKind.COUNT, ""),
        ("how many notes do I have about the blockchain", NoteRowKind.COUNT, "blockchain"),
        ("do I have any notes on tea?", NoteRowKind.COUNT, "tea"),
        ("How many essays mention Benjamin?", NoteRowKind.COUNT, "Benjamin"),
        ("list all my notes", NoteRowKind.LIST, ""),
        ("show me all notes about nature", NoteRowKind.LIST, "nature"),
        ("which of my notes mention Benjamin?", NoteRowKind.LIST, "Benjamin"),
        ("Which notes mention the weir?", NoteRowKind.LIST, "weir"),
        ("Which notes are about the weir?", NoteRowKind.LIST, "weir"),
        ("what entries talk about Bo's loom?", NoteRowKind.LIST, "Bo's loom"),
        ("Which notes about wool do I have?", NoteRowKind.LIST, "wool"),
        ("How many notes talk about Benjamin?", NoteRowKind.COUNT, "Benjamin"),
        ("how many of my notes deal with the weir", NoteRowKind.COUNT, "weir"),
        ("How many notes refer to wool?", NoteRowKind.COUNT, "wool"),
        ("how many notes say something on wool?", NoteRowKind.COUNT, "wool"),
        ("Do I have a note that covers the weir?", NoteRowKind.COUNT, "weir"),
        ("Which notes say anything about wool?", NoteRowKind.LIST, "wool"),
        ("what was my last note?", NoteRowKind.LATEST, ""),
        ("what's the newest note in here?", NoteRowKind.LATEST, ""),
        ("What's the oldest note I have in here?", NoteRowKind.OLDEST, ""),
        ("what is the oldest note I have about tea?", NoteRowKind.OLDEST, "tea"),
        ("when was my note about Shenzhen written?", NoteRowKind.DATED, "Shenzhen"),
        ("Summarize my article about “Foam Party”", NoteRowKind.SUMMARY, "Foam Party"),
        (
            "can you summarise my essay on voting with your feet?",
            NoteRowKind.SUMMARY,
            "voting with your feet",
        ),
    ],
)
def test_kind_and_topic(question: str, kind: NoteRowKind, topic: str) -> None:
    found = read_note_row_question(question, TODAY)
    assert found is not None
    assert (found.kind, found.topic, found.names_notes) == (kind, topic, True)


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("which notes did I write in 2021?", date(2021, 1, 1), date(2022, 1, 1)),
        ("which did I write in 2021?", date(2021, 1, 1), date(2022, 1, 1)),
        ("Which notes are from 2021?", date(2021, 1, 1), date(2022, 1, 1)),
        ("what did I write in December 2024?", date(2024, 12, 1), date(2025, 1, 1)),
        ("what notes did I add this year?", date(2026, 1, 1), date(2027, 1, 1)),
        ("show the notes I wrote last month", date(2026, 2, 1), date(2026, 3, 1)),
        ("list my notes from last week", date(2026, 3, 9), date(2026, 3, 16)),
        ("which notes did I write yesterday", date(2026, 3, 17), date(2026, 3, 18)),
        ("number of notes from 2023", date(2023, 1, 1), date(2024, 1, 1)),
        ("Which notes did I write in May?", date(2025, 5, 1), date(2025, 6, 1)),
        ("which notes did I write in March", date(2026, 3, 1), date(2026, 4, 1)),
        ("what did I note last November?", date(2025, 11, 1), date(2025, 12, 1)),
        ("Which note did I write on 9 March 2024?", date(2024, 3, 9), date(2024, 3, 10)),
        ("Which notes are from the 3rd of March 2024?", date(2024, 3, 3), date(2024, 3, 4)),
        ("Which notes are from 2024-03-09?", date(2024, 3, 9), date(2024, 3, 10)),
        ("How many notes have I written since 2021?", date(2021, 1, 1), date(2026, 3, 19)),
        ("which notes did I write since January", date(2026, 1, 1), date(2026, 3, 19)),
        ("which notes did I write since yesterday", date(2026, 3, 17), date(2026, 3, 19)),
        ("Which notes did I write since 5 May 2024?", date(2024, 5, 5), date(2026, 3, 19)),
        ("list my notes since last year", date(2025, 1, 1), date(2026, 3, 19)),
        ("How many notes do I have after May 2025?", date(2025, 6, 1), date(2026, 3, 19)),
        ("Which notes did I write before 2024?", date.min, date(2024, 1, 1)),
    ],
)
def test_periods(question: str, start: date, end: date) -> None:
    found = read_note_row_question(question, TODAY)
    assert found is not None
    assert found.period is not None
    assert (found.period.start, found.period.end) == (start, end)


@pytest.mark.parametrize(
    "question",
    [
        "list my notes tagged #garden",
        "my notes tagged garden",
        "my notes #garden",
        "Which notes are tagged garden?",
        "which of my notes have the tag garden",
    ],
)
def test_tags(question: str) -> None:
    found = read_note_row_question(question, TODAY)
    assert found is not None
    assert (found.kind, found.tags, found.topic) == (NoteRowKind.LIST, ("garden",), "")


def test_a_title_alone_is_only_a_guess() -> None:
    found = read_note_row_question("when did I write Foam Party?", TODAY)
    assert found is not None
    assert (found.kind, found.topic, found.names_notes) == (NoteRowKind.DATED, "Foam Party", False)


@pytest.mark.parametrize(
    ("question", "topic", "on"),
    [
        ("summarize the argument that waste is good", "argument that waste is good", None),
        ("Can you sum up the ferry trip for us?", "ferry trip", None),
        ("Sum up for me the choir's rehearsal of 12 October", "choir's rehearsal", PartialDay(10, 12)),
        ("Give me a short overview of the May 2025 rehearsal", "rehearsal", PartialDay(5, 0, 2025)),
    ],
)
def test_what_is_to_be_summed_up_may_be_a_title(question: str, topic: str, on: PartialDay | None) -> None:
    found = read_note_row_question(question, TODAY)
    assert found is not None
    assert (found.kind, found.topic, found.on, found.names_notes) == (NoteRowKind.SUMMARY, topic, on, False)


@pytest.mark.parametrize(
    "question",
    [
        "What have I written about wool?",
        "what have I noted down so far on wool",
        "What all have I written about wool so far?",
    ],
)
def test_what_is_written_about_something_are_notes_if_some_have_the_word(question: str) -> None:
    found = read_note_row_question(question, TODAY)
    assert found is not None
    assert (found.kind, found.topic, found.names_notes) == (NoteRowKind.LIST, "wool", False)


@pytest.mark.parametrize(
    "question",
    [
        "Which texts are on the wall?",
        "what have I promised about the wool?",
        "How many notes should a good zettelkasten have?",
        "What did I write about the internet falling apart?",
        "what do my notes say about growth?",
        "why are my notes important for the project?",
        "who wrote the last note of the symphony?",
        "how many children do I have?",
        "which article of the constitution protects speech?",
        "when did I found Offcourse?",
        "what is a note?",
        "find articles about essay writing",
        "İ how many notes do I have?",
        "",
    ],
)
def test_what_notes_must_answer(question: str) -> None:
    assert read_note_row_question(question, TODAY) is None


def test_a_day_that_does_not_exist_is_none() -> None:
    assert read_note_row_question("How many notes do I have of 31 February 2024?", TODAY) is None


@pytest.mark.parametrize(
    ("question", "kind", "topic"),
    [
        ("how many meeting notes do I have?", NoteRowKind.COUNT, "meeting"),
        ("How many dream diary notes are there", NoteRowKind.COUNT, "dream diary"),
        ("which recipe notes did I write?", NoteRowKind.LIST, "recipe"),
    ],
)
def test_the_kind_of_notes_may_stand_before_them(question: str, kind: NoteRowKind, topic: str) -> None:
    parsed = read_note_row_question(question, date(2026, 1, 15))
    assert parsed is not None
    assert (parsed.kind, parsed.topic) == (kind, topic)


@pytest.mark.parametrize("question", ["how many bank notes does it take", "which of my notes say so"])
def test_what_only_looks_like_a_kind_of_notes(question: str) -> None:
    assert read_note_row_question(question, date(2026, 1, 15)) is None


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("Do I have a note on life before 2000?", "life before 2000"),
        ("Which notes mention Europe after 1945?", "Europe after 1945"),
    ],
)
def test_a_time_within_the_topic_chooses_no_notes_by_day(question: str, topic: str) -> None:
    found = read_note_row_question(question, TODAY)
    assert found is not None
    assert (found.topic, found.period) == (topic, None)
