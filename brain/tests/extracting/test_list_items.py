"""Items of a list that are quoted together stay items, each on its own line."""

import pytest

from brain.extracting import NOT_IN_NOTES
from brain.tests.extracting.extracted_answers import extracted, source


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("What the pond needs:\n\n- new reeds\n- a net\n", "What the pond needs:\n- new reeds\n- a net [1]"),
        ("The pond needs:\n1. reeds\n2. nets, too\n", "The pond needs:\n1. reeds\n2. nets, too [1]"),
        (
            "- [ ] The pond needs:\n  - new\n    reeds\n  - nets\n",
            "- [ ] The pond needs:\n  - new reeds\n  - nets [1]",
        ),
        (
            "- Needs of the pond\n  - reeds\n  - nets\n- Paths\n",
            "- Needs of the pond\n  - reeds\n  - nets [1]",
        ),
        ("- The pond needs reeds.\n", "The pond needs reeds. [1]"),
    ],
)
def test_items_keep_their_lines(body: str, told: str) -> None:
    found = extracted("What does the pond need?", source(body, title="Garden"))
    assert found.answer.endswith(told)


def test_what_ends_as_no_sentence_before_a_blank_line_keeps_its_line() -> None:
    body = "The pond needs reeds\n\nThe pond needs a net\nof wire\n\nThe pond needs us. And rain.\n"
    found = extracted("What does the pond need?", source(body, title="Garden"))
    assert "The pond needs reeds  \nThe pond needs a net of wire  \nThe pond needs us." in found.answer


FAIR = source(
    "- [x] tent for the fair\n- [ ] lamps for the fair\n- [x] permit for the fair\n- [ ] cups for the fair\n",
    title="Fair",
)


def test_where_the_rest_is_asked_for_nothing_ticked_is_quoted() -> None:
    answer = extracted("What do we still have to get for the fair?", FAIR).answer
    assert "lamps" in answer
    assert "cups" in answer
    assert "tent" not in answer
    assert "permit" not in answer
    assert "[x] tent" in extracted("What tent is there for the fair?", FAIR).answer


def test_where_all_is_ticked_nothing_is_quoted() -> None:
    ticked = source("- [x] tent for the fair\n- [x] permit for the fair\n", title="Fair")
    assert extracted("What do we still have to get for the fair?", ticked).answer == NOT_IN_NOTES
