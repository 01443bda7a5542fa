"""Which words of a question a quotation lacks."""

import pytest

from core.text.unnamed_words import describe_missing, unnamed_words


def test_a_measure_is_no_word_that_must_stand_there() -> None:
    assert (
        unnamed_words("How long does the soup freeze well?", "The soup\nFreezes well for three months.") == []
    )


def test_a_name_that_is_asked_for_is_named_by_one() -> None:
    assert unnamed_words("What is the plumber called?", "The plumber, Mr. Okafor, found a crack.") == []
    assert unnamed_words("What is the plumber called?", "The plumber found a crack.") == ["called"]


@pytest.mark.parametrize(
    ("query", "quoted"),
    [
        ("What's under the garden?", "There is clay under the garden."),
        ("On which port does the export run?", "The export has port 8003."),
        ("Who'd look at the garden?", "Petra has the garden."),
    ],
)
def test_words_of_closed_classes_need_not_stand_there(query: str, quoted: str) -> None:
    assert unnamed_words(query, quoted) == []


def test_a_negation_must_stand_there() -> None:
    assert unnamed_words("Which roses don't flower?", "The white roses flower.") == ["don't"]
    assert unnamed_words("Which roses do not flower?", "The white roses cannot flower.") == []


def test_light_words_are_missed_but_not_called_missing() -> None:
    missing = unnamed_words("Am I allowed to go jogging?", "No running until August.")
    assert missing == ["Am", "allowed", "go", "jogging"]
    assert describe_missing(missing) == ", which does not say “jogging”"
    assert describe_missing(["come", "through"]) == ""
    assert describe_missing(["hotel", "palace", "fog", "price"]).endswith("say “hotel” or “palace” or “fog”")


def test_a_name_that_is_asked_for_stands_in_the_quotation() -> None:
    called = "What is the manager called?"
    assert unnamed_words(called, "Her manager Ruth signed.") == []
    assert unnamed_words(called, "Her manager signed.", title="The Oakfield Road") == ["called"]
