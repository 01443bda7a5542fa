"""What stands below a denial, a condition or a line that calls it out of date goes with that line, or is not told."""

import pytest

from stones.levels import write_extract
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
