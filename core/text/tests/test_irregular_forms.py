"""Forms of one verb or noun are one word."""

import pytest

from core.text.irregular_forms import base_form, stated_bases
from core.text.unnamed_words import unnamed_words


@pytest.mark.parametrize(
    ("form", "base"), [("took", "take"), ("taken", "take"), ("sent", "send"), ("roof", "roof")]
)
def test_the_base(form: str, base: str) -> None:
    assert base_form(form) == base


def test_a_participle_may_only_say_how_something_is() -> None:
    assert stated_bases(["broke"]) == {"broke", "break"}
    assert stated_bases(["broken"]) == {"broken"}


def test_a_noun_says_what_was_done() -> None:
    assert stated_bases(["decis"]) == {"decis", "decid"}
    assert unnamed_words("What did they decide about the kiln?", "Decision on the kiln: none.") == []


@pytest.mark.parametrize(
    ("query", "quoted", "missing"),
    [
        ("Where did the organ come from?", "The organ came from a chapel in Stroud.", []),
        ("Who has taken over the kiln?", "Ruta Kalns took over the kiln in May.", []),
        ("Do the children pay?", "A child pays £3.", []),
        ("Which child was late?", "The children were late by an hour.", []),
        ("Who broke the lid?", "The lid is broken, says Ruta.", ["broke"]),
    ],
)
def test_what_is_said_in_another_form_is_not_missing(query: str, quoted: str, missing: list[str]) -> None:
    assert unnamed_words(query, quoted) == missing
