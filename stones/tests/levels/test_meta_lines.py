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
        "All times in CET.",
        "The timestamps below are in local time.",
        "Prices are in euros.",
        "Issues and pull requests are welcome.",
        "État au 13 septembre 2031.",
        "Escrito el 5 de septiembre de 2031, al final del turno.",
        "Read this whole file before acting.",
        "ines/pumps · issue #12 · closed · Kotlin",
        "**Class:** B **Duration:** 40 minutes **Author:** Ines Vogt",
        "Next session 14 May, hall 2.",
        "Nächste Sitzung am 14. Mai, Halle 2.",
        "Prochaine réunion le 14 mai.",
        "Apologies for the late reply to your letter.",
        "Vorab herzlichen Dank für die schnellen Antworten.",
        "The minutes of 2 April were approved.",
        "My session ended due to the token limit.",
    ],
)
def test_it_is_told_in_no_paragraph(line: str) -> None:
    levels = write_extract(f"# Pumps\n\n{line}\n\n{CONTENT}\n", count_tokens=count_tokens, count=3).texts
    said = line.replace("*", "").partition(". ")[0].rstrip(".")
    assert all(said not in level for level in levels)
    assert "stopped twice" in levels[0]


@pytest.mark.parametrize(
    "line",
    [
        "The night shift found the valve open on 22 August.",
        "Priority: the valve goes before the pump.",
        "Unless Ines agrees, nobody opens the valve.",
        "The minutes of 2 April were approved but for the vote on the valve.",
        "The session ended due to the token limit; the valve of hall 3 is still open.",
        "State: open Author: Ines Duration: 2 days",
        "The next session decides on the valve.",
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


FRAMES = (
    "The next session: {}",
    "The next session is short; {}",
    "The next meeting is on Tuesday, and {}",
    "Die nächste Sitzung ist am Dienstag: {}",
    "- **Environment:** hall 3, {}",
    "Quorum: {}",
    "Times: {}",
    "PRs: {}",
    "Passcode: {}",
    "Facilitator: Ines, {}",
    "Dauer: {}",
    "Location: hall 3, {}",
    "Contact: {}",
    "Session type: {}",
    "Participants:\n\n- the yard: {}",
    "Present:\n\n- Ines Vogt\n- Paul, {}",
    "For additions to the list, {}",
    "For questions, {}",
    "See the plan; {}",
    "Check out the hall; {}",
    "Watch the gauge, {}",
    "Follow the red pipe, {}",
    "Thanks, {}",
    "Hello Ines, {}",
    "Welcome, {}",
    "This document was read, {}",
    "Generated values: {}",
    "Feel free to look at it, {}",
    "(By the way, {})",
    "Update this file at each shift, {}",
    "❌ means broken: {}",
)
RULES = (
    "do not open the red valve.",
    "nobody may start the pump alone.",
    "never let the pressure fall below 2 bar.",
    "the red valve must not be opened.",
    "die rote Pumpe darf nicht gestartet werden.",
    "nunca abrir la válvula roja.",
    "caution, the red valve leaks.",
    "the order of the seal is cancelled.",
    "the vote on the pump is void.",
)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("rule", RULES)
def test_no_sentence_with_a_rule_is_empty(frame: str, rule: str) -> None:
    text = f"# Pumps\n\n{CONTENT}\n\n{frame.format(rule)}\n"
    units = read_units(read_document(text), count_tokens)
    assert any(rule.rstrip(".") in unit.text for unit in units)


@pytest.mark.parametrize(
    "said",
    [
        "The next session will continue with load_rows; do not restart the worker.",
        "- **Environment:** production, so do not restart the worker.",
        "The next meeting is cancelled because the hall is closed until 4 June.",
        "The next session is to drain the tank first and must not touch the May seal.",
        "Dear Ines, please return the key of hall 3.",
    ],
)
def test_it_is_told_by_the_paragraph_of_a_long_text_too(said: str) -> None:
    others = "\n\n".join(f"Box {number} came from the yard in May." for number in range(40))
    levels = write_extract(f"# Pumps\n\n{others}\n\n{said}\n", count_tokens=count_tokens, count=4).texts
    assert said.strip("- ").replace("*", "").rstrip(".") in levels[1].replace("*", "")


@pytest.mark.parametrize(
    "said",
    [
        "The next session will delete the staging tank, so empty it before Friday.",
        "Die nächste Sitzung ist abgesagt, weil der Saal geschlossen ist.",
        "For corrections of the stock call Ines, not Paul.",
        "Quorum: not reached, so the vote on the pump counts for nothing.",
        "Dauer: höchstens 10 Minuten, sonst nicht starten.",
        "Facilitator: Ines must approve each release.",
        "Passcode: must be changed before Friday, or hall 3 stays open.",
        "Environment: the pumps of hall 3 with the load of the May sale.",
        "See Ines before you open the valve.",
        "Check the log of pump 3 for more information: its disk is full.",
        "Read the bill for more details and pay it by Monday.",
        "Visit no hall without Ines.",
        "Present:\n\n- a leak in the cellar of hall 3",
        "- [ ] See Ines about the key.",
    ],
)
def test_an_order_a_task_and_what_does_not_hold_stay(said: str) -> None:
    units = read_units(read_document(f"# Pumps\n\n{CONTENT}\n\n{said}\n"), count_tokens)
    assert any(said.rpartition("- ")[2].rpartition("] ")[2] in unit.text for unit in units)


@pytest.mark.parametrize(
    "said",
    [
        "Don't hesitate to call us.",
        "If you are not the intended recipient, you must not copy it.",
        "Feel free to ask, please.",
        "Please check the board by the gate for more information.",
        "Environment: staging",
        "The next call is tomorrow at nine.",
        "Present:\n\n- Ines Vogt and Paul",
        "## Attendees\n\n**Board**\n\n- Ines Vogt, head of the harbour",
        "Date of handoff: 3 May 2031",
        "For: the next agent on this account",
        "Last commit here: 2068425 new lamps",
        "End of handoff.",
    ],
)
def test_fixed_phrases_and_short_fields_are_not(said: str) -> None:
    units = read_units(read_document(f"# Pumps\n\n{CONTENT}\n\n{said}\n"), count_tokens)
    assert not any(said.rpartition("- ")[2] in unit.text for unit in units)
