"""What was given before what was asked for, a later price before an earlier one, a value behind a short sentence."""

from datetime import date

from brain.extracting import NOT_IN_NOTES
from brain.reservation import NEAREST, is_reserved
from brain.tests.extracting.extracted_answers import extracted, source

FIRST, LATER = date(2026, 2, 4), date(2026, 4, 8)


def test_free_is_a_later_price() -> None:
    old = source("DECISION: tea costs 50p at rehearsals. Cake stays free.", id="A", title="Feb", day=FIRST)
    new = source("DECIDED: tea is free from May.", id="B", title="April", day=LATER)
    lines = extracted("What does tea cost?", old, new).answer.split("\n\n")
    assert lines[0].startswith("DECIDED: tea is free")
    assert lines[1].startswith("Earlier, 4 February 2026: ")
    assert "Earlier" not in extracted("What does cake cost?", old, new).answer


def test_the_number_behind_the_line_goes_with_it() -> None:
    log = source("Kiln tested by Mr Ansell. Passed. Cert no. KR-3310 until May.", title="Log")
    assert "KR-3310" in extracted("What is the number of the kiln certificate?", log).answer


def test_an_age_that_stands_further_away_is_not_denied() -> None:
    rules = source(
        "Juniors hold the flag, not the van. Have to be 21 to drive the van, says the insurer.", title="Rules"
    )
    answer = extracted("How old must you be to drive the van?", rules).answer
    assert "21" in answer
    assert not answer.startswith(NOT_IN_NOTES)


def test_what_is_missing_is_named_without_empty_words() -> None:
    found = source("Ruta plays the tuba at the end.", title="Band")
    response = extracted("What does Ruta's phone number end in?", found)
    assert response.answer == NOT_IN_NOTES
    assert "names “Ruta”, but holds no phone number" in response.metadata.source_explanation


def test_a_reserve_gives_a_reason() -> None:
    found = source("The bearings take calcium grease.", title="Winch")
    answer = extracted("What grease do the bearings need?", found).answer
    assert answer.startswith(f"{NEAREST}, which may not say it:")
    only_near = extracted("What grease do the bearings take?", found, covers=False)
    assert only_near.answer == NOT_IN_NOTES


def test_two_prices_without_days_are_no_sure_answer() -> None:
    old = source("A seat in the loft costs £5.", id="A", title="Loft")
    new = source("A seat in the loft costs £8.", id="B", title="Prices")
    question = "What does a seat in the loft cost?"
    assert extracted(question, old, new).answer.startswith(f"{NEAREST}; they give different prices:")
    other = source("The loft costs £8 to heat; a seat in the loft costs £5.", id="B", title="Prices")
    assert not is_reserved(extracted(question, old, other).answer)


def test_what_is_no_longer_taken_changes_nothing_else_that_is_taken() -> None:
    rules = source("Dogs we no longer take (see 1986).", id="A", title="The loft of the chapel")
    offer = source(
        "The tuner charges £90 and would take the old pipes of the chapel.",
        id="B",
        title="Pipes of the chapel",
    )
    answer = extracted("What does the tuner of the chapel charge?", rules, offer).answer
    assert "Dogs" not in answer
