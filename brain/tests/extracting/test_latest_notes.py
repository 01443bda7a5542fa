"""Where a question asks how it came out, or how it is now, what later notes say of the subject is quoted first."""

from dataclasses import replace
from datetime import date

import pytest

from brain.answer_sources import AnswerSource
from brain.extracting.latest_notes import later_on_subject
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import split_source_sentences
from brain.reservation import NEAREST
from brain.tests.extracting.extracted_answers import extracted, quotes_of, source
from core.llm import count_tokens

JANUARY, MARCH, JUNE = date(2026, 1, 20), date(2026, 3, 10), date(2026, 6, 2)
OFFERS = source(
    "Organ repair: offers of Haas 9,400 and Dorn 8,100. Decision: Dorn.", id="A", title="Board", day=JANUARY
)
OTHER = source(
    "Organ: Dorn cannot come before autumn. Haas gets the job.", id="B", title="Board II", day=MARCH
)
BELLS = source("The bells were oiled. Haas sent a card.", id="C", title="Board III", day=JUNE)


def quoted(query: str, *sources: AnswerSource) -> list[str]:
    sentences = split_source_sentences(sources, count_tokens=count_tokens)
    first = sentences[0]
    quote = SourceQuote(0, first.text, first.text, day=first.day, written=first.written)
    return [each.text for each in later_on_subject(query, [quote], sentences)]


@pytest.mark.parametrize(
    "query",
    [
        "Who ended up repairing the organ?",
        "What was decided about the organ?",
        "Sum up what happened to the organ",
    ],
)
def test_a_later_note_on_the_subject_stands_first(query: str) -> None:
    answer = extracted(query, OFFERS, OTHER, BELLS).answer
    assert quotes_of(answer)[0].startswith("Organ: Dorn cannot come")
    assert not any("bells" in each for each in quotes_of(answer)[:1])


def test_not_where_nobody_asks_for_the_latest() -> None:
    assert quoted("Who ended up repairing the organ?", OFFERS, OTHER)
    assert quoted("Who offered to repair the organ?", OFFERS, OTHER) == []
    assert quoted("Why was Dorn decided on for the organ?", OFFERS, OTHER) == []


def test_newest_first_and_two_at_most() -> None:
    notes = [
        source(f"Organ: {said}.", id=str(day), title=f"Note {day}", day=date(2026, 4, day))
        for day, said in enumerate(("Dorn wrote", "Dorn rang", "Dorn called"), start=1)
    ]
    found = quoted("What was decided about the organ?", OFFERS, *notes)
    assert found == ["Organ: Dorn called.", "Organ: Dorn rang."]


@pytest.mark.parametrize(
    ("said", "is_told"),
    [
        ("The liniment burns. Dr Moos swaps it for arnica from 2 June.", True),
        ("The liniment of Dr Moos smells of pine.", False),
        ("The porter swaps the lamps.", False),
    ],
)
def test_a_note_without_a_day_must_say_a_change_of_the_subject(said: str, is_told: bool) -> None:
    old = replace(
        source("Dr Moos: liniment on the knee, twice a day.", title="Knee"), probable_day=date(2026, 4, 4)
    )
    other = source(said, id="B", title="Nights")
    assert bool(quoted("What do I put on the knee now?", old, other)) == is_told


def test_before_a_sure_answer_stands_only_what_holds_as_much_of_the_question() -> None:
    old = source("The crane stands by the north gate.", id="A", title="Yard", day=JANUARY)
    hook = source("The crane has a rusty hook.", id="B", title="Walk", day=JUNE)
    quay = source("The crane stands at the quay.", id="C", title="Walk", day=JUNE)
    query = "Where does the crane stand now?"
    assert extracted(query, old, hook).answer.startswith("The crane stands by the north gate.")
    assert "quay" in quotes_of(extracted(query, old, quay).answer)[0]


def test_another_sentence_with_the_words_is_put_first_under_a_reserve() -> None:
    old = source("Vera is the warden.", id="A", title="Yard", day=JANUARY)
    new = source("The dog of the warden barks.", id="B", title="Walk", day=JUNE)
    answer = extracted("Who is the warden now?", old, new).answer
    assert answer.startswith(("Vera is the warden.", NEAREST))
