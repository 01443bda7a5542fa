"""What forbids by its form or by one word, "Fishing is forbidden.", needs no negation and no heading to say so."""

import pytest

from stones.levels import write_extract
from stones.levels.author_rules import RuleKind
from stones.levels.document_parser import read_document
from stones.levels.extract.extract_units import read_units
from stones.levels.extract.unit import Unit
from stones.tests.levels.chat_doubles import count_tokens

_AROUND = "The boats lie at the north pier. The museum opens at nine. {} Tea is served at four."


def _unit(sentence: str) -> Unit:
    units = read_units(read_document(_AROUND.format(sentence)), count_tokens)
    return next(unit for unit in units if sentence in unit.text)


@pytest.mark.parametrize(
    "sentence",
    [
        "Fishing is forbidden.",
        "Photography is prohibited in the crypt.",
        "Das Angeln ist untersagt.",
        "Es ist verboten, hier zu baden.",
        "Il est interdit de pêcher.",
        "Queda prohibida la pesca.",
        "No apagar la bomba.",
        "No mover las jaulas hasta el lunes.",
        "Nicht vor dem 3. Mai öffnen.",
        "Nicht betreten.",
        "Es dürfen keine Boote anlegen.",
        "Kein Gast darf die Küche betreten.",
        "No boats at the pier except the ferry.",
        "No deliveries before nine.",
    ],
)
def test_it_is_a_prohibition_that_stands_by_itself(sentence: str) -> None:
    unit = _unit(sentence)
    assert unit.rule is RuleKind.PROHIBITION
    assert unit.is_prose
    assert unit.is_demand


@pytest.mark.parametrize(
    "sentence",
    [
        "No errors were found before the test.",
        "No functional changes except docs.",
        "No longer open until nine.",
        "Nicht bestanden.",
        "Nicht gefunden worden.",
        "No other harbour is as old.",
    ],
)
def test_a_statement_of_what_is_not_so_is_none(sentence: str) -> None:
    assert _unit(sentence).rule is not RuleKind.PROHIBITION


@pytest.mark.parametrize(
    "sentence",
    [
        "The pump must stay on until 4 June.",
        "Die Heizung muss bis Freitag an bleiben.",
        "La vanne doit rester fermée jusqu'au lundi.",
        "La bomba debe seguir encendida hasta el lunes.",
    ],
)
def test_what_must_stay_as_it_is_is_asked_of_the_reader(sentence: str) -> None:
    assert _unit(sentence).is_demand
    first = write_extract(_AROUND.format(sentence), count_tokens=count_tokens, count=4).texts[0]
    assert sentence in first


def test_an_item_that_only_its_heading_forbids_does_not_stand_alone() -> None:
    text = "# Kiosk\n\nThe kiosk sells tickets.\n\n## Non-goals\n\n- Selling of ice cream in the summer\n"
    units = read_units(read_document(text), count_tokens)
    assert not next(unit for unit in units if "ice cream" in unit.text).is_prose
