"""Of numbered next steps the first that is open is told, however its words weigh."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.levels.document_parts import PartKind
from stones.levels.extract.extract_units import read_units
from stones.tests.levels.chat_doubles import count_tokens

ABOUT = "The hall is heated with wood. It has two rooms, and the caretaker lives next door."
STEPS = "1. Sweep the chimney of the hall\n2. Add 14 metres of pipe in room 2\n3. Update the list of keys for 2031\n"


def _scan(section: str) -> str:
    text = f"# The village hall\n\n{ABOUT}\n\n{section}\n\n## Contacts\n\nIda looks after the keys.\n"
    return write_extract(text, count_tokens=count_tokens, count=4).texts[0]


@pytest.mark.parametrize("lead", ["## Next steps\n", "## Plan\n\nWe do it in this order:\n", "## To do\n"])
def test_the_first_is_worth_more_than_the_others(lead: str) -> None:
    units = read_units(read_document(f"# The village hall\n\n{ABOUT}\n\n{lead}\n{STEPS}"), count_tokens)
    first, *others = [unit for unit in units if unit.kind is PartKind.ITEM]
    assert first.worth + first.headline > max(unit.worth + unit.headline for unit in others)


def test_it_is_named() -> None:
    assert "Sweep the chimney" in _scan(f"## Next steps\n\n{STEPS}")


def test_of_those_that_are_open() -> None:
    found = _scan("## Next steps\n\n" + STEPS.replace("1. ", "1. [x] ").replace("2. ", "2. [ ] "))
    assert "Add 14 metres" in found
    assert "Sweep" not in found


def test_other_lists_are_told_by_their_words() -> None:
    assert "Sweep the chimney" not in _scan("## What the hall has\n\n" + STEPS)
