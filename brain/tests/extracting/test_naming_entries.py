"""A value beside a name that the question has, in the same entry, stands before values beside nobody of it."""

import pytest

from brain.reservation import NEAREST
from brain.tests.extracting.extracted_answers import extracted, quotes_of, source

BOAT = source("The boat fund stands at £90. A boat pays £12 for the lock.", id="A", title="Meeting")
DIARY = source(
    "**Mon 3 Feb**\nA storm. The jetty held.\n\n**Tues 4 Feb**\nOtto caulked the seams and the keel. £65 in cash.\n\n"
    "**Thurs 6 Feb**\nBought rope for £20.\n",
    id="B",
    title="Harbour diary",
)


def test_the_entry_that_names_whom_the_question_names_comes_first() -> None:
    answer = extracted("How much did we pay Mr Otto to get the boat tight?", BOAT, DIARY).answer
    first, *others = quotes_of(answer)
    assert answer.startswith(NEAREST)
    assert first == "Tues 4 Feb: Otto caulked the seams and the keel. £65 in cash."
    assert "£90" in " ".join(others)
    assert "£20" not in answer


@pytest.mark.parametrize(
    "query", ["How much did we pay Vera to get the boat tight?", "How much is in the boat fund?"]
)
def test_without_such_an_entry_the_nearest_does(query: str) -> None:
    assert "£90" in quotes_of(extracted(query, BOAT, DIARY).answer)[0]
