"""A sender's words that say nothing of their text."""

import pytest

from stones.levels.summary import check_summary
from stones.tests.levels.chat_doubles import count_tokens

TEXT = """The archive holds nine thousand boxes on four floors. Visitors sign a sheet at the desk, and copies cost
twenty cents a page. Two students scan maps on Tuesdays. The lift to the reading room is out of order until Monday.
"""


def _codes(summary: str, text: str = TEXT) -> list[str]:
    return [fault.code for fault in check_summary(summary, "", text, count_tokens=count_tokens).faults]


@pytest.mark.parametrize(
    "words", ["🎉", "👍 !!", "See attached.", "This is what we should have done for you."]
)
def test_words_without_any_of_the_text_are_a_fault(words: str) -> None:
    assert _codes(words) == ["unrelated"]


@pytest.mark.parametrize(
    "words", ["The lift is broken.", "Bis Montag steht der Fahrstuhl still und ist gesperrt.", "电梯坏了"]
)
def test_one_word_of_it_or_another_language_is_enough(words: str) -> None:
    assert _codes(words) == []


@pytest.mark.parametrize(
    "words", ["x", "ok", "TODO", "n/a", "zebra", "Lorem ipsum dolor", "Zebras eat grass.", "On it"]
)
def test_few_words_without_any_of_the_text_are_a_fault_in_whatever_language(words: str) -> None:
    assert _codes(words) == ["unrelated"]


@pytest.mark.parametrize(
    "words", ["Komplette Sanierung", "Sanierung beschlossen", "Renovierung des Hauses", "Réunion reportée"]
)
def test_few_words_that_look_foreign_to_the_text_may_well_be_right(words: str) -> None:
    assert "unrelated" not in _codes(words)


@pytest.mark.parametrize("words", ["Car fast red", "Arc", "Vis", "Out-of-ten", "Thr"])
def test_the_beginning_of_a_word_is_no_word_of_it(words: str) -> None:
    assert _codes(words, f"{TEXT} The garage has a career day; three visits were archived.") == ["unrelated"]


@pytest.mark.parametrize("words", ["Tue", "Mon", "lift", "Boxes", "9,000 boxes", "Archive"])
def test_one_word_that_names_the_matter_is_enough(words: str) -> None:
    assert "unrelated" not in _codes(words)


def test_of_a_short_text_other_words_may_tell_all() -> None:
    assert _codes("We should have an answer by then.", "Lift out of order until Monday.") == []


def test_a_mere_phrase_is_a_fault_for_a_short_text_too() -> None:
    short = "100 orders. Deploy tonight at 22:00 with the new schema. The table of orders is locked for two minutes."
    assert _codes("See attached.", short) == ["unrelated"]
    assert _codes("See the table.", short) == _codes("Tonight", short) == []
