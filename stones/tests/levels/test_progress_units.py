"""How the pieces of a work stand, by their headings or a table's column."""

import pytest

from stones.levels.document_parser import read_document
from stones.levels.extract import write_extract
from stones.levels.extract.progress_units import is_unfinished, read_progress
from stones.tests.levels.chat_doubles import count_tokens

PHASES = """# Order forms

## Phase 1 — DONE
The forms are in the shop.

## Phase 2 — DONE (tax)
Tax is added to each order.

## Phase 3 — PENDING (refunds)
- A page for refunds with a reason
- Mails to whoever ordered
"""
TABLE = """# Rename

| Step | Task | Status | Who |
|---|---|---|---|
| 1.0 | Tag the old release | DONE | Ida |
| 1.1 | Rename the sources | IN PROGRESS | Bo |
| 1.2 | Move the manual | | |
| 1.3 | Tell the mailing list | | |
"""


def told(text: str) -> list[str]:
    return [each.text for each in read_progress(read_document(text).parts)]


def test_pieces_that_stand_alike_are_told_together() -> None:
    assert told(PHASES) == ["PENDING: Phase 3 (refunds); DONE: Phase 1, Phase 2 (tax)"]


def test_a_table_of_states_is_told_by_the_rows_that_have_one() -> None:
    assert told(TABLE) == ["DONE: 1.0 Tag the old release; IN PROGRESS: 1.1 Rename the sources"]


def test_of_many_pieces_the_first_are_named_and_all_are_counted() -> None:
    text = "# Import\n\n" + "".join(f"## Part {at} (done)\nIt runs.\n\n" for at in range(1, 8))
    assert told(text) == ["done: Part 1, Part 2 … (7)"]


@pytest.mark.parametrize(
    "heading",
    [
        "Phase 1: the forms",
        "Enhancement 1: Complete the retries (applied)",
        "Next steps (soon)",
        "Tuesday – open day",
    ],
)
def test_a_heading_without_a_state_is_no_piece(heading: str) -> None:
    assert told(f"# Plan\n\n## {heading}\nText.\n\n## {heading} again\nText.\n") == []


def test_a_few_pieces_of_many_say_nothing_of_the_whole() -> None:
    others = "".join(f"## Part {at}\nIt is planned.\n\n" for at in range(1, 8))
    assert told(f"# Import\n\n## Sources (done)\nRead.\n\n## Rows (done)\nRead.\n\n{others}") == []


def test_a_paragraph_tells_how_the_pieces_stand_and_names_what_is_still_to_be_done() -> None:
    texts = write_extract(PHASES, count_tokens=count_tokens, count=3).texts
    assert "DONE: Phase 1, Phase 2 (tax)" in texts[1]
    assert "A page for refunds" not in texts[1].replace("Phase 3 — PENDING (refunds): A page for refunds", "")


def test_a_table_further_down_does_not_stand_for_the_text() -> None:
    text = (
        f"# Harbour\n\nThe north quay is closed until the divers have looked at it.\n\n{'It rains. ' * 3}\n\n"
        + "".join(f"## Quay {at}\nThe quay has {at} cranes and a shed for tools.\n\n" for at in range(1, 12))
    )
    table = TABLE.partition("\n")[2]
    scan = write_extract(f"{text}## Renaming\n{table}", count_tokens=count_tokens, count=4).texts[0]
    assert "north quay is closed" in scan
    assert "DONE" not in scan


@pytest.mark.parametrize(
    ("heading", "is_open"), [("Phase 3 — pending", True), ("Phase 3 — done", False), ("Phase 3", False)]
)
def test_what_stands_below_an_unfinished_heading_is_still_to_be_done(heading: str, is_open: bool) -> None:
    assert is_unfinished(heading) is is_open


@pytest.mark.parametrize(
    "state",
    [
        "done, but not deployed",
        "done?",
        "❌ Done",
        "done (broken on Safari again)",
        "Done — except the mails",
    ],
)
def test_a_state_that_is_qualified_is_none(state: str) -> None:
    rows = "".join(f"| {name} | {state} |\n" for name in ("Import", "Export", "Search"))
    assert told(f"# Release\n\n| Part | Status |\n|---|---|\n{rows}") == []


def test_signs_alone_are_states() -> None:
    rows = "| Import | ✅ |\n| Export | ❌ |\n| Search | ✅ |\n"
    assert told(f"# Release\n\n| Part | Status |\n|---|---|\n{rows}") == ["❌: Export; ✅: Import, Search"]


@pytest.mark.parametrize(
    "table",
    [
        "| State | Description |\n|---|---|\n| open | Nobody works on it |\n| done | It is merged |\n",
        "| Code | Status |\n|---|---|\n| 410 | Closed |\n| 503 | Open |\n",
        "| Part | Colour |\n|---|---|\n| Door | done |\n| Roof | done |\n",
    ],
)
def test_a_table_that_lists_something_else_says_nothing_of_a_work(table: str) -> None:
    assert told(f"# Text\n\n{table}") == []
