"""The words of a heading are not said by a line below it that has none of them."""

import pytest

from brain.reservation import is_reserved
from brain.tests.extracting.extracted_answers import extracted, source


@pytest.mark.parametrize(
    ("body", "query"),
    [
        ("# Oil for the lathe\n\nThe thin one in the blue can.\n", "Which oil for the lathe?"),
        ("## Oil of the lathe\n\nThin, never thick, from the blue can.\n", "What oil does the lathe need?"),
    ],
)
def test_a_line_without_a_word_of_the_question_is_no_sure_answer(body: str, query: str) -> None:
    answer = extracted(query, source(body, title="Oil for the lathe")).answer
    assert is_reserved(answer)
    assert "blue can" in answer


@pytest.mark.parametrize(
    ("body", "query"),
    [
        ("# Lathe\n\nThe oil is in the blue can.\n", "Where is the oil of the lathe?"),
        ("# Lathe\n\n£14 a litre, tax included.\n", "What does it cost?"),
        ("# Lathe oil\n\nWe sent it back on 3 May.\n", "When did we send back the lathe oil?"),
    ],
)
def test_one_word_of_it_is_enough(body: str, query: str) -> None:
    assert not is_reserved(extracted(query, source(body, title="Lathe")).answer)


@pytest.mark.parametrize(("heading", "reserved"), [("Decision", False), ("Paint", True)])
def test_a_heading_that_only_orders_a_text_does_not_part_it_from_its_title(
    heading: str, reserved: bool
) -> None:
    body = (
        f"# Lock for the shed\n\n## Status\n\nAccepted\n\n## {heading}\n\nWe take the lock with two keys.\n"
    )
    found = extracted("Which lock do we take for the shed?", source(body, title="Lock for the shed")).answer
    assert "We take the lock with two keys." in found
    assert is_reserved(found) is reserved


def test_what_was_decided_stands_below_decision() -> None:
    body = "# Keys\n\n## Decision\n\nReplace the shed's lock by a latch.\n"
    found = extracted("what did we decide about the shed's lock?", source(body, title="Keys")).answer
    assert not is_reserved(found)


@pytest.mark.parametrize(
    ("query", "reserved"),
    [
        ("When is the rubbish collected at Rowan Hill?", False),
        ("When is the rubbish collected for the guide?", True),
    ],
)
def test_a_name_in_the_title_holds_below_any_heading(query: str, reserved: bool) -> None:
    note = source(
        "# Rowan Hill - house guide\n\n## Waste\n\nThe rubbish is collected on Thursday.",
        title="Rowan Hill - house guide",
    )
    assert is_reserved(extracted(query, note).answer) is reserved


def test_the_heading_above_a_row_names_whose_it_is() -> None:
    note = source("# Dogs\n\n## Pippa\n\n| | |\n|-|-|\n|Breed|Beagle|\n|Age|11 months|\n", title="Dogs")
    assert "11 months" in extracted("How old is Pippa?", note).answer


def test_that_nothing_says_how_often_is_told_in_english() -> None:
    note = source("The dogs share a bowl.", title="Dogs")
    why = extracted("How often do the dogs eat?", note).metadata.source_explanation
    assert "but does not say how often." in why
