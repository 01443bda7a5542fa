"""Where a text only states how things are, what it wants of its reader is told first."""

import pytest

from stones.levels import provisional_sentence, write_extract
from stones.levels.document_parser import read_document
from stones.levels.extract.extract_units import read_units
from stones.tests.levels.chat_doubles import count_tokens

STATEMENTS = (
    "The hall is seldom empty, and its chairs came from a school that was closed long ago.\n\n"
    "Reports run at night and take about ten minutes. The baker looks at them every morning.\n\n"
    "Pictures hang in the corridor. Most show ships, and some of them were painted by Lea.\n"
)
BOXES = (
    "- [x] Print posters\n- [ ] Olga: order tea before Friday\n- [ ] Do not sell tickets before Wen agrees\n"
)
CHOIR = "The choir sings in four voices. Choir members bring their own scores."


def _scan(text: str) -> str:
    return provisional_sentence(text, count_tokens=count_tokens)


@pytest.mark.parametrize(
    ("end", "told"),
    [
        (f"## To-dos\n\n{BOXES}", "To-dos: [ ] Olga: order tea before Friday"),
        ("## Action items\n\n- Wen tells the guests\n", "Action items: Wen tells the guests."),
        ("**Open points**\n\n- Wen tells the guests\n", "Open points: Wen tells the guests."),
        ("Would you please book the bus by Thursday?\n", "Would you please book the bus by Thursday?"),
        ("May we lend the globe to Ghent?\n", "May we lend the globe to Ghent?"),
        ("- Open the lid\n- Never put ice into the box\n", "Never put ice into the box."),
        ("On hold: the permit is missing.\n", "On hold: the permit is missing."),
        ("Next step for Wen: tell the guests.\n", "Next step for Wen: tell the guests."),
        ("## Urgent\n\n- Wen tells the guests\n", "Urgent: Wen tells the guests."),
        ("## Dringend\n\n- Wen ruft die Gäste an\n", "Dringend: Wen ruft die Gäste an."),
        ("## Open work\n\n- Wen tells the guests\n", "Open work: Wen tells the guests."),
        ("Gesperrt: Der Schlüssel fehlt noch.\n", "Gesperrt: Der Schlüssel fehlt noch."),
    ],
)
def test_it_is_told_before_statements(end: str, told: str) -> None:
    assert told not in _scan(f"# Party\n\n{STATEMENTS}")
    assert told in _scan(f"# Party\n\n{STATEMENTS}\n{end}")


@pytest.mark.parametrize(
    "end",
    [
        "Please see the manual for more.\n",
        "Don't be surprised by the noise.\n",
        "How can I open the lid?\n",
        "Should I do it on the others?\n",
        "Das Tor muss nicht gestrichen werden.\n",
        "## 1.2.1\n\n- Do not drop the last byte\n",
        "## Action items\n\n- Wen: tell the guests (done)\n",
    ],
)
def test_a_reference_and_what_is_done_are_none(end: str) -> None:
    units = read_units(read_document(f"# Party\n\n{STATEMENTS}\n{end}"), count_tokens)
    assert units
    assert not any(unit.is_demand for unit in units)


def test_a_statement_on_the_subject_stands_before_it() -> None:
    told = _scan(f"# The choir\n\n{CHOIR}\n\nPlease bring a pencil on Monday.\n")
    assert told == "The choir: The choir sings in four voices. Please bring a pencil on Monday."


def test_what_the_text_says_of_its_state_stays() -> None:
    text = f"# Party\n\n**Status**: the hall is booked\n\n{STATEMENTS}\n## To-dos\n\n{BOXES}"
    assert _scan(text).startswith("Party: Status: the hall is booked. To-dos: [ ] Olga: order tea")


def test_in_a_long_text_only_what_is_marked_or_at_its_end() -> None:
    lines = [f"Day {n} was dry, and nobody came to the lake but two anglers." for n in range(60)]
    ask = "Could you bring the boat?"
    middle = "\n\n".join([*lines[:30], ask, *lines[30:]])
    assert ask not in _scan(f"# Lake\n\n{middle}\n")
    assert ask in _scan(f"# Lake\n\n{chr(10).join(f'{line}{chr(10)}' for line in lines)}\n{ask}\n")


def test_a_paragraph_tells_open_points_and_not_those_that_are_done() -> None:
    text = f"# Party\n\n{STATEMENTS * 2}\n## To-dos\n\n{BOXES.replace('Print', 'Print all the')}"
    detail = write_extract(text, count_tokens=count_tokens, count=3).texts[1]
    assert "[ ] Olga: order tea before Friday" in detail
    assert "[ ] Do not sell tickets before Wen agrees" in detail
    assert "[x]" not in detail


def test_where_all_are_done_they_are_told() -> None:
    text = "# Party\n\n- [x] Print all the posters\n- [x] Order the tea and the cake\n"
    assert "[x] Print all the posters" in _scan(text)
