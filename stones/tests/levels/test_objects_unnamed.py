"""A sentence whose object only another one names, "Somebody has to renew that.", stands behind that one or nowhere."""

import pytest

from stones.levels.document_parser import read_document
from stones.levels.extract.extract_units import read_units
from stones.levels.extract.unit import Unit
from stones.tests.levels.chat_doubles import count_tokens

_BEFORE = "The licence of the scanner ends on Friday."


def _unit(text: str, sentence: str) -> Unit:
    return next(unit for unit in read_units(read_document(text), count_tokens) if unit.text == sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Somebody from finance has to renew that.",
        "We refused this for years, as Ida knows.",
        "If you depend on this, tell Ida by phone.",
        "Ida wrote that since nobody else did.",
        "We tried that with two others.",
        "Always keep these labels at hand.",
        "Er wurde in Bremen gekauft.",
        "Está abandonado desde mayo.",
        "Diese wurde in Bremen gekauft.",
        "Rosa propone venderlo en mayo.",
        "Ellos lo compraron en Bremen.",
        "Ils doivent la payer lundi.",
        "On a décidé de ne pas les remplacer avant Noël.",
        "Après un long débat, on veut garder ça en 2031.",
    ],
)
def test_it_stands_behind_the_one_before(sentence: str) -> None:
    unit = _unit(f"# Scanner\n\nIt scans.\n\n{_BEFORE} {sentence}\n", sentence)
    assert unit.before is not None
    assert unit.before.text == _BEFORE


@pytest.mark.parametrize(
    "sentence", ["Somebody from finance has to renew that.", "Rosa propone venderlo en mayo."]
)
def test_where_nothing_stands_before_it_no_paragraph_has_it(sentence: str) -> None:
    text = f"# Scanner\n\nIt scans.\n\n{_BEFORE}\n\n{sentence}\n\nThe paper is in the hall.\n"
    assert not _unit(text, sentence).is_prose


@pytest.mark.parametrize(
    "sentence",
    [
        "The office asks Ida to renew that.",
        "Ida says that, to save paper, both sides are used.",
        "Please read this document before Friday.",
        "Charles from finance has the keys to the hall.",
        "Rosa propone vender la impresora y comprarla de nuevo.",
        "We meet again this week in the hall.",
        "Paul veut garder la licence de Noël, et non la remplacer.",
        "Paul doit tester le scanner avant de le rendre.",
    ],
)
def test_what_names_its_object_stands_alone(sentence: str) -> None:
    assert _unit(f"# Scanner\n\nIt scans.\n\n{_BEFORE} {sentence}\n", sentence).before is None


@pytest.mark.parametrize("end", ["and changing the licence to 2032.", "Then follow the prompts of the shop."])
def test_a_paragraph_that_goes_on_behind_code_is_in_no_paragraph(end: str) -> None:
    text = f"# Scanner\n\n{_BEFORE}\n\nIt is bought at:\n\n```\nopen shop\n```\n\nRenew it.\n\n{end}\n"
    assert not _unit(text, end).is_prose
