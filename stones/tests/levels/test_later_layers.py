"""Of what a later part of the same text changes only the last state is told."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import Standing, read_document
from stones.tests.levels.chat_doubles import count_tokens

S, C = Standing.SUPERSEDED, Standing.CURRENT
PLAN = "Mon 22: flight LH1166 at 9:15, Hotel Avenida for 3 nights."
CHANGE = "We fly on Sunday 21 with TP575, as Monday 22 is a strike; the Avenida is cancelled."


def _standings(text: str) -> dict[str, Standing]:
    return {part.plain: part.standing for part in read_document(text).parts}


@pytest.mark.parametrize(
    ("plan", "change"),
    [
        ("Plan of 2 June", "Change 15 June"),
        ("Stand 2. Juni", "Änderung vom 15. Juni"),
        ("2026-06-02", "Update 2026-06-15"),
        ("Version du 2 juin", "Mise à jour du 15 juin"),
        ("Plan del 2 de junio", "Corrección del 15 de junio"),
    ],
)
def test_a_plan_that_a_dated_change_takes_up_is_superseded(plan: str, change: str) -> None:
    found = _standings(f"# Trip\n\n## {plan}\n\n{PLAN}\n\nBring a coat.\n\n## {change}\n\n{CHANGE}\n")
    assert (found[PLAN], found["Bring a coat."], found[CHANGE]) == (S, C, C)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Monday 2 June", "Monday 15 June"),
        ("Plan", "Changes"),
        ("Change 15 June", "Plan of 2 June"),
        ("Plan of 2 June", "Exchange of 15 June"),
    ],
)
def test_other_sections_replace_nothing(first: str, second: str) -> None:
    found = _standings(f"# Trip\n\n## {first}\n\n{PLAN}\n\n## {second}\n\n{CHANGE}\n")
    assert (found[PLAN], found[CHANGE]) == (C, C)


@pytest.mark.parametrize(
    "line",
    [
        "UPDATE (replaces everything above)",
        "This note supersedes all of the text above.",
        "Dies ersetzt alles Obige.",
        "Cette note remplace tout ce qui précède.",
        "Esto sustituye a todo lo anterior.",
    ],
)
def test_what_a_later_line_replaces_is_superseded(line: str) -> None:
    found = _standings(f"# Trip\n\n{PLAN}\n\n{line}\n\nWe go by train.\n")
    assert (found[PLAN], found["We go by train."]) == (S, C)


@pytest.mark.parametrize(
    "line",
    ["The lamp above replaces the old one.", "It replaces everything.", "See above for what this replaces."],
)
def test_what_stands_above_is_not_replaced_by_every_such_word(line: str) -> None:
    assert _standings(f"# Trip\n\n{PLAN}\n\n{line}\n\nWe go by train.\n")[PLAN] is C


@pytest.mark.parametrize(
    ("heading", "line"),
    [
        ("Latest (takes precedence over all older entries below)", ""),
        ("Neu: ersetzt alle folgenden Einträge", ""),
        ("最新交接，优先于下方全部旧记录", ""),
        ("Latest", "Everything below is kept only for reference."),
        ("Latest", "Alles Folgende gilt nicht mehr."),
    ],
)
def test_what_stands_below_a_line_that_says_so_is_superseded(heading: str, line: str) -> None:
    found = _standings(f"# Trip\n\n## {heading}\n\nWe go by train.\n\n{line}\n\n## Plan\n\n{PLAN}\n")
    assert (found[PLAN], found["We go by train."]) == (S, C)


@pytest.mark.parametrize(
    "line",
    [
        "The local.toml file takes precedence over all the settings below.",
        "This section says what takes precedence over everything below.",
        "The red list overrides everything below.",
        "Die rote Liste ersetzt alle folgenden Werte.",
    ],
)
@pytest.mark.parametrize("mark", ["", "- "])
def test_what_speaks_of_other_things_replaces_nothing(mark: str, line: str) -> None:
    assert _standings(f"# Trip\n\n{mark}{line}\n\n## Plan\n\n{PLAN}\n")[PLAN] is C


@pytest.mark.parametrize(
    "heading", ["The list takes precedence over all the settings below", "Overrides of the files below"]
)
def test_nor_does_such_a_heading(heading: str) -> None:
    assert _standings(f"# Trip\n\n## {heading}\n\nA list.\n\n## Plan\n\n{PLAN}\n")[PLAN] is C


@pytest.mark.parametrize(
    "line",
    ["This note replaces all older entries below.", "**This section** also overrides everything below."],
)
def test_a_part_that_opens_with_the_text_itself_does(line: str) -> None:
    assert _standings(f"# Trip\n\n{line}\n\n## Plan\n\n{PLAN}\n")[PLAN] is S


RULE = "Never push to main."
LAYOUTS = [
    "# Trip\n\nThe local.toml file takes precedence over all the settings below.\n\n## Rules\n{}",
    "# Trip\n\n## Latest (replaces everything below)\n\nWe go by train.\n\n## Plan\n\n{}",
    "# Trip\n\nThis note supersedes all older entries below.\n\n## Plan\n\nThe bus is full. {}",
    "# Trip\n\n## Plan\n\n- {}\n- Take the bus.\n\nThis note replaces everything above.\n\nWe go by train.",
    "# Trip\n\n## Current state\nThe build is red. {}\n\n## Status update\nCurrent work: disks are bought.",
    "# Trip\n\n## Next steps\n\n1. Buy disks.\n2. {}\n\n## Session update\n\nNext: the hotel.",
    f"# Trip\n\n## Plan of 2 June\n\n{PLAN} {{}}\n\n## Change 15 June\n\n{CHANGE}",
    "Deploy | 2026-11-03\nThe deploy failed at step 4. {}\n\nRollback | 2026-11-04\nRolled back to 3.1 on all hosts.",
    "@ines | 2026-11-03\nThe deploy failed at step 4. {}\n\n@paul | 2026-11-04\nRolled back to 3.1 on all hosts.",
]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("rule", [RULE, "Do not restart host 7.", "Warning: disk 3 loses data."])
@pytest.mark.parametrize("count", [3, 4])
def test_nothing_that_warns_or_forbids_is_replaced(layout: str, rule: str, count: int) -> None:
    text = layout.format(rule)
    assert all(part.standing is C for part in read_document(text).parts if rule in part.plain)
    assert rule.rstrip(".") in write_extract(text, count_tokens=count_tokens, count=count).texts[-1]


@pytest.mark.parametrize("layout", [LAYOUTS[0], LAYOUTS[4], LAYOUTS[7]])
@pytest.mark.parametrize("count", [3, 4])
def test_such_a_prohibition_is_in_every_level(layout: str, count: int) -> None:
    for level in write_extract(layout.format(RULE), count_tokens=count_tokens, count=count).texts:
        assert RULE.rstrip(".") in level


def test_what_stands_below_a_table_that_is_outdated_is_not() -> None:
    assert _standings(f"# Trip\n\nThe table below is outdated.\n\n{PLAN}\n")[PLAN] is C


NOTES = (
    "# Trip\n\n## Current task\n\nBook the flight.\n\n## Bags\n\nTwo bags.\n\n## {}\n\nDone: the flight.\n{}"
)


@pytest.mark.parametrize("title", ["Session update", "Status update (latest)", "Update (June)", "状态更新"])
def test_what_was_current_before_an_update_at_the_end_is_left_out(title: str) -> None:
    found = _standings(NOTES.format(title, "\nNext: the hotel.\n"))
    assert (found["Book the flight."], found["Two bags."], found["Next: the hotel."]) == (S, C, C)


@pytest.mark.parametrize(
    ("title", "end"), [("Session update", ""), ("Updates of the bags", "\nNext: the hotel.\n")]
)
def test_it_is_where_nothing_takes_its_place(title: str, end: str) -> None:
    assert _standings(NOTES.format(title, end))["Book the flight."] is C


@pytest.mark.parametrize("note", ["Note of 2026-01-20", "Nachtrag vom 20. Januar", "Update, 20 January"])
def test_a_note_added_later_is_told_of_a_superseded_record(note: str) -> None:
    rest = "The broker was never used. New services must not depend on it."
    text = f"# 23. Broker\n\nStatus: Superseded by 31\n\n## Decision\n\nWe use it.\n\n## {note}\n\n{rest}\n"
    for level in write_extract(text, count_tokens=count_tokens, count=3).texts:
        assert "We use it." not in level
    assert "New services must not depend on it." in level
