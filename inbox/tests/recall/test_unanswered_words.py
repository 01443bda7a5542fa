"""Whether recalled memories answer a question, and what they lack."""

import pytest

from core.llm import count_tokens
from inbox.memory import ShownMemory, unanswered_words

BACKUP = ShownMemory("db/backup", "The nightly backup of the orders database goes to the bucket orders-cold.")
ONCALL = ShownMemory("team", "Ilse is on call for payments until Friday. Her deputy is Tarek, phone 4471.")


def lacking(query: str, *memories: ShownMemory) -> list[str] | None:
    return unanswered_words(query, memories, count_tokens=count_tokens)


@pytest.mark.parametrize(
    "query",
    [
        "Which bucket has the nightly backup of orders?",
        "Who is on call for payments?",
        "nightly backup bucket",
        # Its key is part of what it says.
        "Which bucket has the db backup?",
    ],
)
def test_one_sentence_holds_every_word(query: str) -> None:
    assert lacking(query, ONCALL, BACKUP) is None


@pytest.mark.parametrize(
    ("query", "missing"),
    [
        ("How large is the nightly backup of the orders database?", ["how large"]),
        ("Who tests the nightly backup?", ["tests"]),
        # Two memories do not say it of one another.
        ("Which backup is Ilse's?", []),
        ("Photosynthesis of plants?", ["Photosynthesis", "plants"]),
    ],
)
def test_what_no_sentence_holds_is_missing(query: str, missing: list[str]) -> None:
    assert lacking(query, ONCALL, BACKUP) == missing


def test_each_part_may_have_a_memory_of_its_own() -> None:
    both = "Which bucket has the nightly backup, and who is on call for payments?"
    assert lacking(both, BACKUP, ONCALL) is None
    assert lacking(both, BACKUP) == ["who", "call", "payments"]


def test_nothing_is_shown() -> None:
    assert lacking("Which port?") == ["port"]
