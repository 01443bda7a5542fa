"""Who wrote a text and when, how urgent it is called, and what holds of all its figures, stand for no content."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.levels.extract.extract_units import read_units
from stones.tests.levels.chat_doubles import count_tokens

CONTENT = """The pump in hall 3 stopped twice this week. The spare part is ordered and comes on Friday.

Ines has switched hall 3 to the old pump, which holds the pressure at 2.1 bar."""


@pytest.mark.parametrize(
    "line",
    [
        "Tester: Ines Vogt. Period: 3 to 12 May.",
        "Deciders: Ines, Paul.",
        "Priority: high",
        "Night shift, 22 August.",
        "Stand: 17.10.2025",
        "Nachtschicht, 3. Mai",
        "Turno de mañana, 4 de mayo",
        "Minute taker: Ines",
        "Rédacteur : Paul Vogt",
        "Durée : 2h",
        "Dauer: 90 Minuten",
        "Jira: PUMP-12",
        "The next meeting is on Tuesday at nine.",
        "Facilitateur : Paul Vogt",
        "Quorum: 5 of 7 members",
        "Participants:\n\n- Ines Vogt (harbour office)",
        "| Meeting Title: | Pumps |\n|---|---|\n| Date & Time: | 14 May at 9 |",
        "For corrections, please write to Ines.",
        "Append a dated note below Log each session; keep Pumps current.",
        "All times are in UTC unless otherwise stated.",
        "Issues and pull requests are welcome.",
    ],
)
def test_it_is_told_in_no_paragraph(line: str) -> None:
    levels = write_extract(f"# Pumps\n\n{line}\n\n{CONTENT}\n", count_tokens=count_tokens, count=3).texts
    assert all(line.partition(". ")[0].rstrip(".") not in level for level in levels)
    assert "stopped twice" in levels[0]


@pytest.mark.parametrize(
    "line",
    [
        "The night shift found the valve open on 22 August.",
        "Priority: the valve goes before the pump.",
        "Unless Ines agrees, nobody opens the valve.",
    ],
)
def test_a_statement_stays(line: str) -> None:
    units = read_units(read_document(f"# Pumps\n\n{line}\n\n{CONTENT}\n"), count_tokens)
    assert [unit.is_prose for unit in units if unit.text == line] == [True]


@pytest.mark.parametrize(
    "said",
    [
        "Follow up with the maker of the pump before May.",
        "Check the valve of hall 3 with a wet hand.",
        "(2) the old pump has a new seal, which Ines paid for.",
    ],
)
def test_a_task_and_a_numbered_clause_say_something(said: str) -> None:
    units = read_units(read_document(f"# Pumps\n\n{CONTENT}\n\n{said}\n"), count_tokens)
    assert [unit.is_prose for unit in units if unit.text == said] == [True]


@pytest.mark.parametrize("said", ["Follow us for news.", "Check out the other pumps.", "(Ines wrote this.)"])
def test_where_to_look_and_an_aside_do_not(said: str) -> None:
    units = read_units(read_document(f"# Pumps\n\n{CONTENT}\n\n{said}\n"), count_tokens)
    assert said not in [unit.text for unit in units]
