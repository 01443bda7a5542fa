"""Prohibitions that are no English command at the beginning: below a heading that forbids, as an infinitive, inside."""

import pytest

from stones.levels import write_extract
from stones.levels.author_rules import RuleKind, rules_of
from stones.levels.document_parser import read_document
from stones.tests.levels.chat_doubles import count_tokens

FILLER = """The north gate was painted in May by the two new people. Hall 2 has 14 lamps now.

The clerk counts the badges on Monday. A bus stops at the gate each hour, on Sunday every two hours.

Visitors may park behind the hall. The garden needs water twice a week, and the hedge is cut in June."""


@pytest.mark.parametrize(
    ("heading", "rules"),
    [
        (
            "Was nicht gemacht werden darf",
            (
                "Die Ventile in Halle 3 nicht öffnen.",
                "Keine Pumpe mit Baujahr vor dem 1. Mai 2019 neu starten.",
            ),
        ),
        ("Was ihr nicht ändern dürft", ("Den Schalter am Tor nicht umlegen, bevor Ines zustimmt.",)),
        ("Qué no hay que hacer", ("No abrir las válvulas de la nave 3.", "No apagar la bomba de noche.")),
        ("Ce qu'il ne faut pas faire", ("Ne pas ouvrir les vannes de la halle 3.",)),
    ],
)
def test_items_below_a_heading_that_forbids_are_told_first(heading: str, rules: tuple[str, ...]) -> None:
    items = "\n".join(f"- {rule}" for rule in rules)
    text = f"# Pumpen\n\n{FILLER}\n\n## {heading}\n\n{items}\n\n## More\n\n{FILLER.replace('o', '0')}\n"
    detail = write_extract(text, count_tokens=count_tokens, count=3).texts[1]
    assert [rule for rule in rules if rule.rstrip(".") not in detail] == []


@pytest.mark.parametrize(
    ("lead", "rule"),
    [
        ("Muy importante:", "No vaciar el depósito de la nave 2."),
        ("Wichtig:", "Keine Ventile in Halle 2 öffnen."),
        ("Important:", "Do not open the valve of hall 2."),
    ],
)
def test_what_a_warning_line_forbids_is_listed(lead: str, rule: str) -> None:
    document = read_document(f"# Pumps\n\n{FILLER}\n\n{lead}\n- {rule}\n- {rule.replace('2', '7')}\n")
    found = [each for part in document.parts for each in rules_of(part)]
    assert [(each.kind, each.is_listed) for each in found if each.text == rule] == [
        (RuleKind.PROHIBITION, True)
    ]


@pytest.mark.parametrize(
    "rule",
    [
        "Before anybody calls the supplier: do not name the price that we pay now.",
        "The report goes to the board, and please do not send it to the press.",
        "Bis zur Abnahme: keine Ventile öffnen, auch nicht kurz.",
    ],
)
def test_an_order_further_on_stands_in_a_level(rule: str) -> None:
    text = f"# Pumps\n\n{FILLER}\n\n{rule}\n\n{FILLER.replace('o', '0')}\n"
    assert rule.rstrip(".") in write_extract(text, count_tokens=count_tokens, count=3).texts[1]


@pytest.mark.parametrize(
    "text", ["Keine der neun Prüfungen mit dem alten Satz hat bestanden.", "Nobody came."]
)
def test_a_statement_forbids_nothing(text: str) -> None:
    assert not [each for part in read_document(f"# Pumps\n\n{text}\n").parts for each in rules_of(part)]
