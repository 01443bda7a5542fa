"""What changed stands before what was."""

import time
from datetime import date

import pytest

from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import split_source_sentences
from brain.extracting.superseding import superseding
from brain.tests.extracting.extracted_answers import extracted, quotes_of, source
from core.llm import count_tokens
from core.text.tests.machine_speed import is_within


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        (
            "How many chairs does the hall want?",
            "The hall wants 120 chairs.",
            "Now 90 chairs instead of 120.",
        ),
        ("What does a ticket cost?", "A ticket costs 12 euro.", "The ticket goes up to 14 euro in May."),
        (
            "When is the choir practice?",
            "Choir practice is on Mondays.",
            "Choir practice is now on Wednesdays.",
        ),
        (
            "Who cleans the stairs?",
            "Olga cleans the stairs.",
            "Since May Jon cleans them instead of Olga, the stairs too.",
        ),
        ("Do we print with Kessler?", "We print with Kessler.", "We don't print with Kessler any more."),
        ("When does the ferry leave?", "The ferry leaves at 08:10.", "Update: the ferry leaves at 07:40."),
        (
            "Wie viele Stühle will der Saal?",
            "Der Saal will 120 Stühle.",
            "90 Stühle statt 120 Stühle für den Saal.",
        ),
    ],
)
def test_it_is_quoted_first(question: str, old: str, new: str) -> None:
    answer = extracted(question, source(old, id="A", title="Plan"), source(new, id="B", title="Call")).answer
    lines = [line.rpartition(" [")[0] for line in answer.split("\n\n")]
    assert lines[-2:] == [new, old]


@pytest.mark.parametrize(
    ("question", "is_newer"),
    [("How many stools does the café want?", True), ("How high are the stools?", False)],
)
@pytest.mark.parametrize(
    "change", ["now wants 42 not 30", "42 instead of 30", "42 (was 30)", "up from 30 to 42"]
)
@pytest.mark.parametrize("is_here", [True, False])
def test_a_value_that_is_named_as_old_is_replaced(
    question: str, change: str, *, is_newer: bool, is_here: bool
) -> None:
    old, new = "The café wants 30 stools, 45 cm high.", f"Bo rang again: {change}, and in ash."
    sources = (
        [source(f"{old}\n\n{new}", title="Stools")]
        if is_here
        else [source(old, id="A", title="Fair"), source(new, id="B", title="Café: ash stools")]
    )
    quotes = quotes_of(extracted(question, *sources).answer)
    assert quotes[: 1 + is_newer] == ([new, old] if is_newer else [old])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("We borrow 30 stools.", "For the fair: now 42 not 30."),
        ("The lamps are in hall 3, for the play on Thurs.", "The play of the hall is on Monday not Thurs."),
        ("The fair lends us 30 stools.", "The fair brings cakes: now 42 not 30."),
    ],
)
def test_the_same_figure_of_another_matter_is_not_replaced(old: str, new: str) -> None:
    sources = [source(old, id="A", title="Hall"), source(new, id="B", title="Cakes")]
    sentences = split_source_sentences(sources, count_tokens=count_tokens)
    assert superseding("Which lamps are there?", SourceQuote(0, old, old), sentences, sources) is None


def test_the_number_of_another_place_replaces_none() -> None:
    old, other = "The loom is in shed 4.", "Sheds 6 and not 4 have a view of the loom."
    sources = [
        source(old, id="A", title="Loom", day=date(2025, 2, 9)),
        source(other, id="B", title="Sheds", day=date(2025, 5, 11)),
    ]
    answer = extracted("Which shed is the loom in?", *sources).answer
    assert ("Earlier" in answer, old in quotes_of(answer)[0]) == (False, True)


def test_a_note_of_no_day_stands_behind_what_says_that_it_changes_it() -> None:
    answer = extracted(
        "When do I order the flour?",
        source("- Flour: Weir Mill. Order by Weds noon for Sat", id="A", title="Suppliers"),
        source(
            "Hot. Flour is short. Orders are due by Monday noon, not Weds.",
            id="B",
            title="Log",
            day=date(2025, 6, 10),
        ),
    ).answer
    first, second = quotes_of(answer)
    assert ("Monday" in first, "Weds noon" in second) == (True, True)
    assert "Earlier" not in answer


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        (
            "How many bags of lime were lost?",
            "Two trays fell, and nine bags of lime (worth £97) were lost.",
            "Lime is now £13 a bag.",
        ),
        (
            "Sum up the choir's meeting",
            "Only 5 signed up for the trip, which is on Fridays.",
            "The fee goes up to £26 from 1 July.",
        ),
    ],
)
def test_what_gives_no_value_of_the_kind_is_no_later_one(question: str, old: str, new: str) -> None:
    sources = [
        source(old, id="A", title="The choir's meeting", day=date(2025, 2, 9)),
        source(new, id="B", title="The choir's meeting", day=date(2025, 5, 11)),
    ]
    assert "Earlier" not in extracted(question, *sources).answer


@pytest.mark.parametrize(("lead", "is_newer"), [("**Kiln.** ", True), ("**Glazing.** ", False)])
def test_what_its_item_is_called_is_what_it_changes(lead: str, is_newer: bool) -> None:
    new = "From now on a full day instead of 16 hours."
    answer = extracted(
        "How long do the pots stay in the kiln?",
        source("The pots stay in the kiln for 16 h.", id="A", title="March"),
        source(f"{lead}{new}", id="B", title="May"),
    ).answer
    assert answer.split("\n\n")[-2:][0].endswith(f"{new} [1]") is is_newer


@pytest.mark.parametrize(
    ("question", "quoted", "other"),
    [
        ("How many chairs does the hall want?", "The hall wants 120 chairs.", "Now 9 tables instead of 12."),
        (
            "When is the choir practice?",
            "Choir practice is on Mondays.",
            "The garden party is now on Fridays.",
        ),
        (
            "How much is swimming a child?",
            "Swimming is £12 a child.",
            "From Monday lunch is £14 a child.",
        ),
        (
            "Where does Odile stay?",
            "Odile founded the club and is staying in Trieste.",
            "Odile has stepped down as chair.",
        ),
        (
            "Who has the second key?",
            "Dev has the second key, Tobias the first.",
            "Lunch is on the second Sunday, no longer on the first.",
        ),
        (
            "Until when is Ann's licence valid?",
            "Ann: licence until 2 August.",
            "From 1 June dogs are free; until then 0.50 euro.",
        ),
        (
            "How long is the way to Bern?",
            "The way takes an hour.",
            "From Thun to Bern the way has two tolls.",
        ),
        ("What does a ticket cost?", "A ticket costs 12 euro.", "A ticket is now sold at the door."),
        ("What does a ticket cost?", "A ticket costs 12 euro instead of 10.", "The ticket goes to 10 euro."),
        ("When do we leave Bern?", "We leave Bern at 9.", "We changed trains from Bern to Thun at 10."),
    ],
)
def test_what_is_said_of_something_else_changes_nothing(question: str, quoted: str, other: str) -> None:
    sources = [source(quoted, id="A", title="Plan"), source(other, id="B", title="Call")]
    sentences = split_source_sentences(sources, count_tokens=count_tokens)
    assert len(sentences) == 2
    assert superseding(question, SourceQuote(0, quoted, quoted), sentences, sources) is None


def test_a_word_of_both_titles_counts_once() -> None:
    quoted, other = "The old chain brought 212 euro.", "With the new chain in, the limit goes up to 40."
    sources = [source(quoted, id="A", title="Chain quotes"), source(other, id="B", title="The chain")]
    sentences = split_source_sentences(sources, count_tokens=count_tokens)
    assert (
        superseding("What did the old chain bring?", SourceQuote(0, quoted, quoted), sentences, sources)
        is None
    )


def test_what_the_same_note_takes_back_needs_no_word_of_the_question() -> None:
    old, change = "We move the event store to Alder.", "Scrap Alder."
    sources = [source(f"{old} The exporter is done.\n\n{change}", id="A", title="Plan")]
    sentences = split_source_sentences(sources, count_tokens=count_tokens)
    found = superseding("Where does the data go?", SourceQuote(0, old, old), sentences, sources)
    assert found is not None
    assert change in found.text


def test_blanks_cost_nothing() -> None:
    text = "We do not" + " " * 1_500 + "von" + " " * 1_500 + "go from 1" + "\n " * 700
    sources = [source("We go at 9.", id="A"), source(text, id="B")]
    sentences = split_source_sentences(sources, count_tokens=count_tokens)
    started = time.process_time()
    superseding("When do we go?", SourceQuote(0, "We go at 9.", "We go at 9."), sentences, sources)
    assert is_within(time.process_time() - started, 0.5)


@pytest.mark.parametrize(
    ("said", "is_change"),
    [
        ("**Ferry.** 3 May is off, the ship is in dock. We take 9 May.", True),
        ("The £40 is dropped.", True),
        ("3 May was sunny.", False),
        ("4 May is off, the ship is in dock.", False),
    ],
)
def test_a_day_that_is_off_needs_no_word_of_the_question(said: str, is_change: bool) -> None:
    old = source("We sail on 3 May, after the fair, for £40 each.", title="January", day=date(2026, 1, 5))
    new = source(said, id="B", title="March", day=date(2026, 3, 5))
    answer = extracted("When do we sail?", old, new).answer
    assert ("Earlier" in answer) is is_change
