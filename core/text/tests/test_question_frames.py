"""Words of a question that need not stand in an answer, and fillers that must, as they are what is asked for."""

import pytest

from core.text.describe_missing import describe_missing
from core.text.unnamed_words import topic_stems, unnamed_words

OVEN = "The bread oven stands in the yard."


@pytest.mark.parametrize(
    ("query", "noun"),
    [
        ("What make is the bread oven?", "make"),
        ("What is the make of the bread oven?", "make"),
        ("Which sort is the oven?", "sort"),
        ("Which kind does the oven need?", "kind"),
        ("When is the show?", "show"),
    ],
)
def test_the_noun_that_is_asked_for_must_stand_there(query: str, noun: str) -> None:
    assert noun in unnamed_words(query, OVEN)
    assert noun in unnamed_words(query, f"{OVEN} We {noun} sure on 3 May. To {noun} it is easy.")
    assert noun not in unnamed_words(query, f"{OVEN} {noun.capitalize()}: Alsace, 3 May.")


def test_the_same_words_say_too_little_elsewhere() -> None:
    assert unnamed_words("What kind of oven stands in the yard?", OVEN) == []
    assert unnamed_words("What do I make of the oven in the yard?", OVEN) == []
    assert unnamed_words("Was the May meeting in the yard?", "The meeting was in the yard.") == []


@pytest.mark.parametrize(
    "query",
    [
        "Who owns the oven in the end?",
        "Who ended up owning the oven?",
        "Who finally owns the oven?",
        "Is there an oven in the yard at all?",
        "Where does the oven stand by now?",
        "List the ovens in the yard",
        "Give me a list of the ovens in the yard",
        "Can you please list everything in the yard?",
        "Which part of the deed says the oven is in the yard?",
        "Whose job is it to mind the oven?",
        "Where does it say that the oven is the tenant's job?",
    ],
)
def test_orders_and_set_phrases_are_no_matter(query: str) -> None:
    deed = "Deed: the tenant must mind and own the oven, which stands in the yard."
    assert [each for each in unnamed_words(query, deed) if each not in ("where", "who", "everything")] == []


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("What is at the end of the yard?", "end"),
        ("What is the list price of the oven?", "list"),
        ("What was left of the oven after all the rain?", "after"),
        ("Outline permission for the oven: is it there?", "Outline"),
        ("Which part of the oven is broken?", "part"),
        ("What is the tenant's job?", "job"),
    ],
)
def test_the_same_words_are_matter_elsewhere(query: str, word: str) -> None:
    assert word in unnamed_words(query, OVEN)


def test_one_sentence_is_no_summary() -> None:
    assert unnamed_words("Sum up the oven for me", OVEN) == [""]
    assert topic_stems("Could you give me a short overview of the oven") == {"oven"}


@pytest.mark.parametrize("query", ["When did Mr Brandt call?", "When did Dr. Brandt call?"])
def test_a_title_beside_a_name_is_no_matter_unless_another_is_given(query: str) -> None:
    title = query.split()[2].strip(".")
    assert unnamed_words(query, "Brandt called on 3 May.") == []
    assert unnamed_words(query, f"{title} Brandt called on 3 May.") == []
    assert title in unnamed_words(query, "Frau Brandt called on 3 May.")


def test_that_a_thing_is_brought_is_not_called_missing() -> None:
    assert describe_missing(["bringing", "brought", "sledge"]) == ", which does not say “sledge”"


def test_a_reason_only_may_be_missing() -> None:
    assert describe_missing(["why"]) == ", which may not say why"
    assert describe_missing(["why", "moving"]) == ", which does not say “moving” and may not say why"


def test_a_word_is_called_missing_once() -> None:
    assert (
        describe_missing(["it of Ann", "Ann", "Oven", "oven"]) == ", which does not say it of “Ann” or “oven”"
    )


def test_an_amount_need_not_go_into_anything() -> None:
    assert unnamed_words("How much lime goes into the mortar?", "Mortar: 4 kg of lime.") == []
    assert "come" in unnamed_words("How many rules come into force?", "Rules: 4 of them.")
    assert "come" in unnamed_words("How many trains come in on Sunday?", "On Sunday 40 trains go out.")
