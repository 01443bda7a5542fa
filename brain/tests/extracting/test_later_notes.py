"""What a later note says of the same matter stands first; the earlier one is told as what was so on its day."""

from datetime import date

import pytest

from brain.checking.answer_check import check_answer
from brain.tests.extracting.extracted_answers import extracted, source

FIRST, LATER = date(2026, 2, 19), date(2026, 7, 9)


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        (
            "What does the hall cost per evening?",
            "The hall costs £45 per evening.",
            "From May the hall costs £52 per evening, heating included.",
        ),
        (
            "When will the boiler be fitted?",
            "The boiler will be fitted on 14 May.",
            "Hans rang: the boiler will be fitted on 9 June, the part is late.",
        ),
        (
            "When does the library open on Saturdays?",
            "The library opens at 9:00 on Saturdays.",
            "On Saturdays the library opens at 10:30 from July.",
        ),
        (
            "By when must the grant of the Lottery be used?",
            "It must be used by 31 December 2026, says the Lottery of its grant.",
            "Helen says that the Lottery has changed its mind and gives us until 31 March 2027.",
        ),
        (
            "How many hives do we have?",
            "We have nine hives, four of them at the orchard.",
            "So we now have eight.",
        ),
        (
            "Did the new feed help against the cough?",
            "We decided to try the new feed for six weeks against the cough.",
            "Result: with the new feed the cough is gone, two cases against nine.",
        ),
        (
            "Is the bridge open?",
            "The bridge should open in May, says the council.",
            "The bridge did not open: the council found cracks.",
        ),
        (
            "Who waters the greenhouse?",
            "Lena waters the greenhouse.",
            "Since June Omar waters the greenhouse instead of Lena.",
        ),
        (
            "How much does Nash Linen charge per piece?",
            "They at Nash Linen quoted 31p a piece against 28p.",
            "Contract ended; Nash Linen starts on Mondays, 30p a piece after Margit had haggled.",
        ),
        (
            "What is Tom's extension?",
            "Tom Reed in stores has extension 4417.",
            "Tom's extension has changed to 4471.",
        ),
        ("Wie viele Stühle hat der Saal?", "Der Saal hat 120 Stühle.", "Der Saal hat jetzt 90 Stühle."),
    ],
)
def test_the_later_stands_first(question: str, old: str, new: str) -> None:
    title = "Hives" if "hives" in old else "Book"
    lines = _lines(question, (old, FIRST, title), (new, LATER, f"{title}, news"))
    assert lines[-2:] == [new, f"Earlier, 19 February 2026: {old}"]


def test_a_later_decision_under_the_heading_of_what_is_asked() -> None:
    lines = _lines(
        "Which offer for the roof did we take?",
        ("## Roof\n\nThe roof leaks. Decision: Jan asks for two offers by May.", FIRST, "Meeting"),
        ("## Roof\n\nDecision: Brandt and his men, in August.", LATER, "Meeting"),
    )
    assert lines[-2:] == [
        "Decision: Brandt and his men, in August.",
        "Earlier, 19 February 2026: The roof leaks. Decision: Jan asks for two offers by May.",
    ]
    promised = "## Orders\n\n- **Fiona**, a launch. Delivery promised for 30 May."
    moved = "## Fiona\n\n**Decision:** new delivery date 4 July."
    lines = _lines("When will Fiona be delivered?", (promised, FIRST, "Book"), (moved, LATER, "Meeting"))
    assert lines[-2] == "**Decision:** new delivery date 4 July."


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        (
            "What is the rent of the allotment?",
            "The rent of the allotment is £40 a year.",
            "The rent of the garage is £65 a year.",
        ),
        (
            "How much deposit did Ian Moss pay?",
            "Ian Moss paid a deposit of £9,000.",
            "Ian Moss paid the last £14,000 on the slip.",
        ),
        (
            "What did the tuning at the school cost?",
            "The tuning at the school cost £80.",
            "The tuning at Mrs Hart's cost £95.",
        ),
        ("How many eggs did we sell in March?", "We sold 240 eggs in March.", "We sold 310 eggs in June."),
        ("What does the tow cost?", "The tow costs £200.", "Insurance for the tow costs £45."),
        ("How long is the ladder?", "The ladder is 4 m long.", "The rope for the ladder is 9 m long."),
        (
            "What does a lock box cost?",
            "New lock boxes cost £38 each, three are ordered.",
            "The lock boxes came in the end, on 30 March.",
        ),
        (
            "Who built the boat shed?",
            "Arne built the boat shed in 1998.",
            "Arne painted the boat shed and Kirsten paid £30 for the paint.",
        ),
        (
            "How many beds does Ward 3 have?",
            "Ward 3 has 14 beds, two of them in the side room.",
            'Ring bed management (ext. 4002) and say "Ward 3 side room closing".',
        ),
        (
            "Who was the last captain of the old ferry?",
            "The old ferry came here in 1931 and carried eight cars, says her captain.",
            "The ferry goes on all year, says the old captain, for £5,400.",
        ),
        (
            "What discount did the dentist get as his launch was late?",
            "The launch of the dentist: price £38,500, promised for 30 May.",
            "## Launch\n\n27 September falls out: the caulking will not be done.",
        ),
        (
            "What did the chain bring?",
            "The chain brought £212.",
            "Approved with one correction: the gift for the chain was £950, not £900.",
        ),
        ("How many sheep did Owen buy?", "Owen bought 12 sheep.", "Lloyd bought 20 sheep, Owen none."),
    ],
)
def test_another_matter_leaves_it(question: str, old: str, new: str) -> None:
    assert not any(
        line.startswith("Earlier,")
        for line in _lines(question, (old, FIRST, "Book"), (new, LATER, "Other book"))
    )


def test_a_reason_is_not_superseded() -> None:
    old = "The hall costs £45 per evening because the roof is being paid off."
    new = "The hall costs £52 per evening, heating included."
    lines = _lines("Why does the hall cost £45 per evening?", (old, FIRST, "A"), (new, LATER, "B"))
    assert lines[0] == old


def test_notes_without_days_are_not_compared() -> None:
    old, new = "The hall costs £45 per evening.", "The hall costs £52 per evening."
    for days in ((None, LATER), (FIRST, None), (LATER, LATER)):
        lines = _lines("What does the hall cost per evening?", (old, days[0], "A"), (new, days[1], "B"))
        assert not any(line.startswith("Earlier,") for line in lines)


def test_words_of_change_in_an_older_note_change_nothing_later() -> None:
    old, new = "Choir practice is now on Mondays.", "Choir practice is on Wednesdays, says Ben."
    lines = _lines("When is the choir practice?", (old, FIRST, "Plan"), (new, LATER, "Call"))
    assert lines[-1] == new or lines.index(new) < lines.index(f"Earlier, 19 February 2026: {old}")


def test_the_days_of_mails_and_entries_are_their_own() -> None:
    thread = (
        "From: Ann\nTo: Bo\nDate: 3 May 2026\n\nThe boiler will be fitted on 14 May.\n\n"
        "From: Bo\nTo: Ann\nDate: 8 May 2026\n\nThe boiler will be fitted on 9 June, the part is late."
    )
    lines = _lines("When will the boiler be fitted?", (thread, date(2026, 5, 8), "Mails"))
    assert lines[-2:] == [
        "The boiler will be fitted on 9 June, the part is late.",
        "Earlier, 3 May 2026: The boiler will be fitted on 14 May.",
    ]


def test_the_mark_is_supported() -> None:
    sources = [
        source("The hall costs £45 per evening.", id="A", title="Hall", day=FIRST),
        source("The hall costs £52 per evening.", id="B", title="Committee", day=LATER),
    ]
    response = extracted("What does the hall cost per evening?", *sources)
    assert "Earlier, 19 February 2026" in response.answer
    assert check_answer(response, sources).unsupported == ()


def _lines(question: str, *notes: tuple[str, date | None, str]) -> list[str]:
    sources = [source(text, id=f"N{at}", title=title, day=day) for at, (text, day, title) in enumerate(notes)]
    return [line.rpartition(" [")[0] for line in extracted(question, *sources).answer.split("\n\n")]


def test_what_changed_of_another_identifier_supersedes_nothing() -> None:
    old = source("Loggers K2 and K4 record every 15 minutes.", title="Loggers", day=FIRST)
    new = source("K5 now records every 30 minutes.", id="B", title="Loggers in June", day=LATER)

    assert extracted("How often does logger K2 record?", old, new).answer.startswith("Loggers K2 and K4")


def test_a_thing_with_another_number_is_another() -> None:
    notes = [
        source(
            f"The pump number {number} has a valve of {number + 10} mm.",
            id=f"{number}",
            title=f"Pump {number}",
            day=date(2026, number, 1),
        )
        for number in (3, 5)
    ]
    for question in ("Which valve has pump number 3?", "Which valve has pump 3?"):
        answer = extracted(question, *notes).answer
        assert answer.startswith("The pump number 3")
        assert "Earlier" not in answer
    # The number is what changed.
    old = source("The code of the safe is no. 4711.", id="A", title="Safe", day=date(2026, 3, 1))
    new = source("The code of the safe was changed to no. 8822.", id="B", title="Safe", day=date(2026, 4, 1))
    assert extracted("What is the code of the safe?", old, new).answer.startswith("The code of the safe was")
    # A number of things is none of theirs.
    old = source("The hall wants 120 chairs.", id="A", title="Hall", day=date(2026, 3, 1))
    new = source("The hall now wants 90 chairs.", id="B", title="Hall", day=date(2026, 4, 1))
    assert extracted("Does the hall want 120 chairs?", old, new).answer.startswith("The hall now wants 90")


def test_a_label_that_is_what_is_asked_for_makes_it_one_matter() -> None:
    old = source(
        "**5. Money.** Advance for orders 30 %, the rest at the door.",
        title="May",
        id="A",
        day=date(2024, 5, 2),
    )
    new = source(
        "**5. Advance.** After the mill's unpaid order: 60 %, nothing is cut before.",
        title="July",
        id="B",
        day=date(2024, 7, 2),
    )
    answer = extracted("What advance do we take?", old, new).answer
    assert answer.index("60 %") < answer.index("30 %")
    assert "Earlier" in answer


@pytest.mark.parametrize(
    ("said", "is_change"),
    [
        ("ms. varga wants the letters on Friday instead of Tuesday.", False),
        ("The letters go on Friday instead of Tuesday.", True),
    ],
)
def test_what_another_person_wants_is_no_change(said: str, is_change: bool) -> None:
    old = source(
        "Ms. Holm wants her letters on Tuesday. Also Ms. Varga.",
        title="Letters",
        id="A",
        day=date(2024, 5, 2),
    )
    new = source(said, title="Letters again", id="B", day=date(2024, 7, 2))
    answer = extracted("When does Holm want her letters?", old, new).answer
    assert ("Friday" in answer.split("Earlier")[0] and "Earlier" in answer) is is_change


def test_what_changed_is_quoted_with_its_short_paragraph() -> None:
    old = source("Hens are shut in at 18:00, ducks at 18:00 too.", title="Yard", id="A", day=date(2024, 1, 5))
    new = source(
        "**Yard.** The fox was here. Hens are shut in at 16:30 now. Ducks stay as they were.",
        title="Yard, spring",
        id="B",
        day=date(2024, 3, 5),
    )
    answer = extracted("When are the hens shut in?", old, new).answer
    assert "Ducks stay as they were." in answer.split("Earlier")[0]
