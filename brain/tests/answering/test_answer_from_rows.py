"""Questions about the notes themselves are answered from their rows, with the notes cited."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.formats import date_format

from brain.models import Mode, Note
from brain.services.answer_from_rows import MAX_LISTED
from brain.services.answer_question import FROM_ROWS_STEP, AnsweredQuestion, BrainQuestion, ask
from brain.tests.answering.garden_notes import model_answer
from brain.tests.factories import index, make_note, new_account
from core.llm.model_doubles import FakeChat, use_models

NOTES: tuple[tuple[str, str, list[str], datetime], ...] = (
    ("Compost", "Turn the heap in March.\n", ["garden"], datetime(2021, 3, 4, 9, tzinfo=UTC)),
    (
        "Sowing beans",
        "Beans go in after the frost.\n",
        ["garden", "spring"],
        datetime(2021, 5, 20, 9, tzinfo=UTC),
    ),
    (
        "The old boiler",
        "The boiler is serviced in October. Ask Ines.\n",
        [],
        datetime(2023, 10, 1, 9, tzinfo=UTC),
    ),
)


@pytest.fixture
def shed(db: None) -> User:
    account = new_account()
    for title, body, tags, dated in NOTES:
        make_note(account, title=title, body=body, tags=tags, dated=dated)
    make_note(title="Compost of somebody else", body="Compost of another account.", tags=["garden"])
    index(account)
    return account


def ask_shed(account: User, query: str) -> AnsweredQuestion:
    return ask(account, BrainQuestion(query, asked_by="ann"))


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        (
            "How many notes do I have?",
            [
                "3 notes:",
                "- “The old boiler”, 1 October 2023 [1]",
                "- “Sowing beans”, 20 May 2021 [2]",
                "- “Compost”, 4 March 2021 [3]",
            ],
        ),
        (
            "how many notes do I have about compost?",
            ["1 note has the word “compost”:", "- “Compost”, 4 March 2021 [1]"],
        ),
        (
            "which notes did I write in 2021?",
            ["2 notes are dated 2021:", "- “Sowing beans”, 20 May 2021 [1]", "- “Compost”, 4 March 2021 [2]"],
        ),
        ("what did I write in May 2021?", ["1 note is dated May 2021:", "- “Sowing beans”, 20 May 2021 [1]"]),
        ("list my notes tagged #spring", ["1 note is tagged #spring:", "- “Sowing beans”, 20 May 2021 [1]"]),
        ("what was my last note?", ["The latest note: “The old boiler”, 1 October 2023 [1]."]),
        ("what was the first note I wrote?", ["The oldest note: “Compost”, 4 March 2021 [1]."]),
        ("When did I write Sowing Beans?", ["“Sowing beans” is dated 20 May 2021 [1]."]),
        ("do I have any notes about tea?", ["None of the 3 notes has the word “tea”."]),
        ("which notes did I write in 1999?", ["None of the 3 notes is dated 1999."]),
    ],
)
def test_rows_answer(shed: User, query: str, lines: list[str]) -> None:
    answered = ask_shed(shed, query)
    assert answered.response.answer.split("\n") == lines
    assert answered.mode == Mode.EXTRACTIVE
    assert FROM_ROWS_STEP in answered.trace.steps
    citations = answered.response.metadata.citations
    assert len(citations) == sum("[" in line for line in lines)
    for each in citations:
        assert each.excerpt
        assert each.excerpt in Note.objects.get(pk=each.note_id, account=shed).body
    assert answered.response.metadata.has_sources is bool(citations)


def test_a_note_is_summarised_by_its_own_sentences(shed: User) -> None:
    answered = ask_shed(shed, "Summarize my note about the old boiler")
    assert answered.response.answer.startswith("From “The old boiler”, 1 October 2023:\n\n")
    assert "The boiler is serviced in October." in answered.response.answer
    assert {each.note_title for each in answered.response.metadata.citations} == {"The old boiler"}


def test_a_summary_says_more_than_what_is_nearest_to_the_title(shed: User) -> None:
    sentences = ["The trip went to Georgia.", "Breakfast was 40 lari.", "Snow closed a pass.", "Ines drove."]
    make_note(shed, title="Trip to Georgia", body=" ".join(sentences))
    index(shed)
    answer = ask_shed(shed, "summarize my note about Georgia").response.answer
    assert [each for each in sentences if each in answer] == sentences


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("Sum up the October rehearsal for me", "Rehearsal, 12 October 2025"),
        ("Summarise the rehearsal of March", "Rehearsal in the barn"),
        ("Give me a summary of the rehearsal", "Rehearsal, 12 October 2025"),
    ],
)
def test_what_has_a_title_is_summed_up_as_that_note(shed: User, query: str, title: str) -> None:
    for day, name in ((datetime(2025, 10, 12, tzinfo=UTC), "Rehearsal, 12 October 2025"),
                      (datetime(2025, 3, 9, tzinfo=UTC), "Rehearsal in the barn")):  # fmt: skip
        make_note(shed, title=name, body=f"We sang for an hour. Next time: {name}.", dated=day)
    index(shed)
    assert ask_shed(shed, query).response.answer.startswith(f"From “{title}”, ")
    assert FROM_ROWS_STEP not in ask_shed(shed, "Sum up the rehearsal of June").trace.steps
    assert FROM_ROWS_STEP not in ask_shed(shed, "Sum up what Ines fears").trace.steps


def test_a_summary_is_of_all_parts(shed: User) -> None:
    parts = {
        "Oven": ["The oven burns beech.", "An oven burns for an hour.", "The oven door is new."],
        "Dough": ["Dough of the bakery rests overnight.", "Salt comes last."],
        "Money": ["A loaf brings 4 euros."],
        "People": ["Marta kneads on Fridays."],
    }
    body = "\n\n".join(f"## {head}\n\n{' '.join(sentences * 4)}" for head, sentences in parts.items())
    make_note(shed, title="Oven of the bakery", body=body)
    index(shed)
    answer = ask_shed(shed, "summarize my note about the oven of the bakery").response.answer
    assert "4 euros" in answer
    assert "Marta" in answer


def test_notes_since_a_year_are_counted_until_today(shed: User) -> None:
    answer = ask_shed(shed, "How many notes did I write since 2022?").response.answer
    assert "“The old boiler”" in answer
    assert "Compost" not in answer
    assert "“Compost”" in ask_shed(shed, "Which notes did I write before 2022?").response.answer


def test_titles_are_read_of_notes_with_the_words_alone(shed: User) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert "“Compost”" in (ask_shed(shed, "Summarize my note about compost").response.answer or "")
    selected = {each["sql"]: each["sql"].partition(" FROM ")[0].split(",") for each in queries}
    of_titles = [sql for sql, columns in selected.items() if len(columns) == 2 and "title" in columns[1]]
    assert of_titles
    assert all(Note.objects.get(account=shed, title="Compost").pk in sql for sql in of_titles), of_titles


def test_a_model_summarises_but_does_not_count(shed: User) -> None:
    note = Note.objects.get(account=shed, title="Compost")
    chat = FakeChat([model_answer("It is turned in March [1].", (note.pk, "Turn the heap in March."))])
    with use_models(chat=chat):
        assert ask_shed(shed, "How many notes do I have?").mode == Mode.EXTRACTIVE
        assert chat.calls == []
        assert ask_shed(shed, "Summarize my note about compost").mode == Mode.MODEL


def test_a_long_list_names_the_latest_and_counts_the_rest(db: None) -> None:
    account = new_account()
    for number in range(MAX_LISTED + 2):
        make_note(account, title=f"Day {number}", body=f"What happened on day {number}.")
    answer = ask_shed(account, "list my notes").response.answer
    assert answer.startswith(f"{MAX_LISTED + 2} notes:\n")
    assert answer.endswith("\n- and 2 more")


def test_that_others_are_of_the_same_day_is_said(shed: User) -> None:
    make_note(shed, title="Frost", body="The frost came back.\n", dated=datetime(2023, 10, 1, 8, tzinfo=UTC))
    answer = ask_shed(shed, "what was my last note?").response.answer
    assert answer == "The latest note: “The old boiler”, 1 October 2023 [1]. 1 other is of the same day."


def test_without_notes_there_are_none(db: None) -> None:
    assert ask_shed(new_account(), "how many notes do I have?").response.answer == "There are no notes."


def test_a_question_without_such_a_title_is_an_ordinary_one(shed: User) -> None:
    answered = ask_shed(shed, "When did I write to the plumber?")
    assert FROM_ROWS_STEP not in answered.trace.steps


def test_a_year_in_a_title_is_told_apart_from_a_day(shed: User) -> None:
    make_note(shed, title="Prices 2021", body="A spade is 12 euros.\n")
    make_note(shed, title="Room 20210", body="Too small.\n")
    text = ask_shed(shed, "Which notes are from 2021?").response.answer
    assert text.startswith("2 notes are dated 2021:")
    assert text.endswith("Without a day of its own, but called so: “Prices 2021”.")


def test_a_month_in_a_title_or_a_first_line_is_told_apart_from_a_day(shed: User) -> None:
    make_note(shed, title="Takings May", body="Seeds 40.\n")
    make_note(shed, title="Glazier", body="came 7 may, two panes\n")
    make_note(shed, title="Gutters", body="They may leak.\n\nIn May we look.\n")
    make_note(shed, title="Stall", body="Stall of 9 May 1987 and its rent.\n")
    text = ask_shed(shed, f"Which notes are from May {timezone.localdate().year}?").response.answer
    said = "Without a day of their own, but naming May in their title or first line: "
    assert text.endswith(f"{said}“Glazier”, “Takings May”.")


def test_months_that_share_a_year_are_of_that_year(shed: User) -> None:
    for said in ("from May to June 1987", "of May and June 1987", "May/June 1987", "as it may be"):
        make_note(shed, title=f"Of other years: {said}", body=f"Rent {said}\n")
    make_note(shed, title="Stall", body="Rent of May, and of 1987 stalls\n")
    make_note(shed, title="Shop", body="Rent of 4 may\n")
    text = ask_shed(shed, f"Which notes are from May {timezone.localdate().year}?").response.answer
    assert text.endswith("naming May in their title or first line: “Shop”, “Stall”.")


def test_which_notes_name_a_year_is_said_of_lists_alone(shed: User) -> None:
    make_note(shed, title="Prices 2021", body="Seeds 40.\n")
    make_note(shed, title="Dated 2021", body="Seeds 50.\n", dated=datetime(2021, 3, 2, tzinfo=UTC))
    text = ask_shed(shed, "Which is my latest note from 2021?").response.answer
    assert "Without a day" not in text
    text = ask_shed(shed, "Which notes are from 2021?").response.answer
    assert text.endswith("but called so: “Prices 2021”.")


def test_a_note_without_a_day_is_said_to_be_here_since_it_came(shed: User) -> None:
    make_note(shed, title="Shelf", body="The shelf holds the seeds.\n")
    text = ask_shed(shed, "Which of my notes mention the shelf?").response.answer
    assert f"“Shelf”, here since {date_format(timezone.localdate(), 'j F Y')} [1]" in text


@pytest.mark.parametrize(
    "query", ["Which notes are about the boiler?", "What have I written about the boiler?"]
)
def test_notes_about_something_are_listed(shed: User, query: str) -> None:
    answered = ask_shed(shed, query)
    assert answered.response.answer == "1 note has the word “boiler”:\n- “The old boiler”, 1 October 2023 [1]"
    assert [each.label for each in answered.response.metadata.citations] == ["The old boiler, 1 October 2023"]


def test_what_no_note_has_the_word_of_is_searched(shed: User) -> None:
    assert FROM_ROWS_STEP not in ask_shed(shed, "What have I written about heating?").trace.steps
    assert ask_shed(shed, "Which notes are about heating?").response.answer.startswith("None of the 3 notes")
