"""What stands below a denial, a condition or a line that calls it out of date goes with that line, or is not told."""

import pytest

from stones.levels import write_extract
from stones.levels.author_rules import RuleKind
from stones.levels.document_parser import read_document
from stones.levels.document_parts import PartKind
from stones.levels.extract.extract_units import read_units
from stones.tests.levels.chat_doubles import count_tokens

ABOUT = "The hall is heated with wood. It has two rooms. The caretaker lives next door and has both keys."
END = "## Contacts\n\nIda looks after the keys."


def _levels(section: str) -> tuple[str, ...]:
    text = f"# The village hall\n\n{ABOUT}\n\n{section}\n\n{END}\n"
    return write_extract(text, count_tokens=count_tokens, count=4).texts


@pytest.mark.parametrize(
    "name", ["Do not", "Never", "Nicht tun", "Things to avoid", "Only if Ida asks for it"]
)
def test_a_heading_that_denies_or_limits_governs_all_its_items(name: str) -> None:
    items = ("empty the ash into the bin", "lock the back door", "paint over the sockets")
    levels = _levels(f"## {name}\n\n" + "\n".join(f"- {item}" for item in items))
    assert any(items[1] in level for level in levels)
    for level in levels:
        for item in items:
            before, is_told, _ = level.partition(item)
            assert not is_told or (name in before and ". " not in before.rpartition(name)[2])


@pytest.mark.parametrize("name", ["Yesterday", "Later / maybe", "What's not ready", "Non-blocking"])
def test_a_name_of_time_or_state_stands_before_its_items(name: str) -> None:
    text = (
        f"Cellar\n- the stove was swept\n\n{name}\n- the door of the hall gets new hinges\n\nAttic\n- dry\n"
    )
    detail = write_extract(text, count_tokens=count_tokens, count=4).texts[1]
    assert f"{name}: the door of the hall gets new hinges" in detail


@pytest.mark.parametrize(
    "lead", ["## If the stove smokes\n\n", "If the stove smokes:\n\n", "- If the stove smokes\n  "]
)
def test_a_condition_governs_what_stands_below_it(lead: str) -> None:
    steps = f"{lead}- Open both windows.\n" + "  " * lead.startswith("-") + "- Call the sweep on 555 120."
    for level in _levels(steps):
        assert ("Open both" in level or "Call the sweep" in level) <= ("If the stove smokes" in level)


def test_a_heading_far_above_governs_in_each_level() -> None:
    section = "## If the stove smokes\n\n### Steps\n\n- Open both windows.\n- Call the sweep on 555 120."
    rooms = "\n\n".join(f"Room {n} has {n} chairs and a lamp of its own." for n in range(90))
    for level in _levels(f"{section}\n\n## Rooms\n\n{rooms}"):
        assert ("Open both" in level) <= ("If the stove smokes: " in level)
    assert "Open both" in level


def test_what_a_line_calls_wrong_since_a_day_is_not_told() -> None:
    before = "Before (wrong since March):\n\n- Run `stove --coal` after each meeting.\n- Send the coal bill to Max."
    for level in _levels(f"{before}\n\nNow:\n\n- Run `stove --wood` after each meeting."):
        assert "coal" not in level


def test_what_needs_no_name_stands_before_what_is_named() -> None:
    section = (
        "## Not yet decided\n\n- who paints the gate in May 2031\n- who pays for the 14 lamps\n\n"
        "## Garden\n\n- Ask Ida on 3 June 2031 about the 14 hedges.\n- The bus stops hourly.\n\n"
        "Visitors may park behind the mill. The clerk counts the badges. The old yard has a fence."
    )
    detail = _levels(section)[1]
    assert detail.index("Ask Ida on 3 June") < detail.index("Not yet decided")


def test_what_completes_a_sentence_is_no_order() -> None:
    section = "## Stove\n\n- We changed the stove to:\n  - keep the 14 pipes at 60 degrees\n  - open the vent at noon"
    for level in _levels(section):
        for item in ("keep the 14 pipes", "open the vent"):
            assert item not in level or "We changed the stove to:" in level.partition(item)[0]


@pytest.mark.parametrize(
    "lead",
    [
        *("I can then:", "We will:", "Once Ida agrees, I can:", "We light it when:", "Wir heizen, wenn:"),
        "The stove has a book of its own. We light it only if:",
    ],
)
def test_what_is_offered_or_holds_on_a_condition_is_told_with_that_line(lead: str) -> None:
    items = ("keep the 14 pipes at 60 degrees", "open the vent at noon")
    name = lead.rpartition(". ")[2]
    for level in _levels(f"## Stove\n\n{lead}\n\n" + "\n".join(f"- {item}" for item in items)):
        assert all(item not in level or name in level.partition(item)[0] for item in items)


def test_an_order_below_what_the_reader_has_to_do_stays_one() -> None:
    text = f"# Stove\n\n{ABOUT}\n\n- Before May you have to:\n  - open the vent at noon\n"
    assert any(unit.is_request for unit in read_units(read_document(text), count_tokens))


def test_a_field_of_an_item_is_told_with_it() -> None:
    section = "## Work\n\n- **Gate**: Ida paints the 14 bars of the gate. ETA: end of May 2031."
    for level in _levels(section):
        assert ("ETA: end" in level) <= ("of the gate. ETA: end" in level)


@pytest.mark.parametrize(
    "lead", ["The old stove had a pipe that could never get warm:", "Rooms nobody never sees:"]
)
def test_a_never_within_a_line_forbids_nothing(lead: str) -> None:
    text = f"# The village hall\n\n{ABOUT}\n\n{lead}\n\n- Pipe 3 of the stove\n- The small room by the door\n"
    assert not any(unit.is_listed for unit in read_units(read_document(text), count_tokens))


@pytest.mark.parametrize("lead", ["Never:", "You must never:", "What never happens by itself:"])
def test_a_never_that_opens_or_is_an_order_does(lead: str) -> None:
    text = f"# The village hall\n\n{ABOUT}\n\n{lead}\n\n- Open the door of the stove at night\n- Paint the pipe\n"
    assert any(unit.rule is RuleKind.PROHIBITION for unit in read_units(read_document(text), count_tokens))


def test_a_long_list_of_prohibitions_leaves_room_for_how_it_stands() -> None:
    things = (
        "paint door",
        "sell bench",
        "move lamp",
        "wash floor",
        "cut hedge",
        "heat attic",
        "fill tank",
        "burn wood",
    )
    orders = "\n".join(f"- **Do not {thing} {at + 14} of the old mill.**" for at, thing in enumerate(things))
    text = (
        f"# The village hall\n\n**Status:** the roof is done. **Not started: stove and chimney.** "
        f"The key was lost; that key was found on 3 May.\n\n## Rules\n\n{orders}\n\n{END}\n"
    )
    detail = write_extract(text, count_tokens=count_tokens, count=4).texts[1]
    assert "Not started: stove and chimney" in detail
    assert "The key was lost." not in detail
    assert detail.count("Do not") >= 4


@pytest.mark.parametrize("owner", ["Ida Vogt:", "Ben and Ida", "McKay:"])
def test_an_item_is_told_with_the_name_of_its_owner(owner: str) -> None:
    items = ("Ask the sweep on 3 May about the stove", "Order 14 lamps for the yard")
    levels = _levels("## New action items\n\n- " + owner + "\n" + "".join(f"  - {item}\n" for item in items))
    assert any(item in level for item in items for level in levels)
    for level in levels:
        for item in items:
            assert item not in level or owner.rstrip(":") in level.partition(item)[0]


def test_a_sentence_above_an_item_is_no_owner() -> None:
    parts = read_document("# Hall\n\n- We met on Monday\n  - Ida came late\n- The Stove\n  - is hot\n").parts
    assert [part.owner for part in parts if part.depth == 1 and part.kind is PartKind.ITEM] == [
        "",
        "The Stove",
    ]


@pytest.mark.parametrize(
    "name", ["Fire drill", "C. Spring checklist", "Scenario 2 without power", "Stage B (attic)"]
)
def test_steps_of_one_of_several_procedures_are_told_with_its_name(name: str) -> None:
    text = f"# The village hall\n\n{ABOUT}\n\n## {name}\n\n- Sound the bell at noon\n- Count the people\n"
    units = [unit for unit in read_units(read_document(text), count_tokens) if unit.kind is PartKind.ITEM]
    assert [unit.turned_by for unit in units] == [name, name]
