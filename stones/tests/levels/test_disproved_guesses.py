"""A guess that the text rules out, and what was only considered, are not told as what holds."""

import pytest

from core.text.changes import ChangeKind, read_changes
from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.levels.extract.extract_units import read_units
from stones.tests.levels.chat_doubles import count_tokens


@pytest.mark.parametrize(
    ("guess", "disproof"),
    [
        ("First guess: the fuse of the pump.", "It's not the fuse."),
        ("Ida suspects the fuse of the pump.", "It wasn't the fuse of the pump."),
        ("08:10 The fuse is probably broken.", "08:40 It is not the fuse."),
        ("Vermutlich ist die Sicherung schuld.", "Es war nicht die Sicherung."),
        ("On soupçonne le fusible de la pompe.", "Ce n'était pas le fusible."),
        ("Sospechamos del fusible de la bomba.", "No era el fusible."),
    ],
)
def test_a_guess_is_no_unit_once_it_is_ruled_out(guess: str, disproof: str) -> None:
    text = f"# The pump stands still\n\n{guess}\n\nNobody was there.\n\n{disproof} A nest blocks the pipe.\n"
    units = read_units(read_document(text), count_tokens)
    assert not any(guess in unit.text for unit in units)
    assert not any(unit.is_prose for unit in units if unit.text == disproof)
    first = write_extract(text, count_tokens=count_tokens, count=4).texts[0]
    assert guess not in first
    assert disproof not in first


def test_a_fact_that_names_the_same_thing_stays() -> None:
    text = "# Pump\n\nFirst guess: the fuse.\n\nThe fuse was changed at noon.\n\nIt's not the fuse.\n"
    texts = [unit.text for unit in read_units(read_document(text), count_tokens)]
    assert "The fuse was changed at noon." in texts


@pytest.mark.parametrize(
    "text",
    [
        "It is not ready.",
        "It's not the same.",
        "It is not the case.",
        "It is not a lift.",
        "Es ist nicht fertig.",
    ],
)
def test_a_mere_state_rules_nothing_out(text: str) -> None:
    assert not any(change.kind is ChangeKind.DISPROVED for change in read_changes(text))


@pytest.mark.parametrize(
    "considered",
    [
        "We considered opening on 3 May without the lift.",
        "The board first thought about opening on 3 May without the lift.",
        "Wir haben die Eröffnung am 3. Mai ohne den Aufzug erwogen.",
        "Nous avions envisagé d'ouvrir le 3 mai sans l'ascenseur.",
        "Habíamos considerado abrir el 3 de mayo sin el ascensor.",
    ],
)
def test_what_was_considered_is_told_with_what_came_of_it_or_not_at_all(considered: str) -> None:
    text = f"# Museum\n\nThe museum opens on 9 June. {considered} The staff liked it. It was rejected.\n"
    for level in write_extract(text, count_tokens=count_tokens, count=4).texts[:2]:
        assert considered not in level or "It was rejected." in level


def test_what_was_considered_and_decided_in_one_sentence_stands_alone() -> None:
    text = (
        "# Museum\n\nIt opens in June.\n\nThe lift is new.\n\nWe considered 3 May, but decided against it.\n"
    )
    unit = read_units(read_document(text), count_tokens)[-1]
    assert unit.is_prose
