"""What was only considered is not rendered as what holds."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.levels.extract.extract_units import read_units
from stones.tests.levels.chat_doubles import count_tokens


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
def test_what_was_considered_stands_with_its_outcome_or_not_at_all(considered: str) -> None:
    text = f"# Museum\n\nThe museum opens on 9 June. {considered} The staff liked it. It was rejected.\n"
    for level in write_extract(text, count_tokens=count_tokens, count=4).texts[:2]:
        assert considered not in level or "It was rejected." in level


def test_what_was_considered_and_decided_in_one_sentence_stands_alone() -> None:
    text = (
        "# Museum\n\nIt opens in June.\n\nThe lift is new.\n\nWe considered 3 May, but decided against it.\n"
    )
    unit = read_units(read_document(text), count_tokens)[-1]
    assert unit.is_prose
