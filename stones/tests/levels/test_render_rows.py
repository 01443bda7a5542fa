"""Rows of who does what until when, and of how things stand, are told as sentences; rows of figures say little."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.levels.extract.render_rows import row_worth, with_rendered_row
from stones.tests.levels.chat_doubles import count_tokens

TEXT = """The hall is heated with wood. It has two rooms. The caretaker lives next door and has both keys.

The board met on Monday, and the bus stops at the gate each hour. Visitors may park behind the mill."""


def _told(header: str, *rows: str) -> list[tuple[str, bool]]:
    rule = "|".join("---" for _ in header.split("|"))
    table = "\n".join(f"| {line} |" for line in (header, rule, *rows))
    parts = read_document(f"# Hall\n\n## Work\n\n{table}\n").parts[2:]
    return [(with_rendered_row(part).plain, row_worth(part) > 0) for part in parts]


@pytest.mark.parametrize(
    ("header", "row", "said", "is_open"),
    [
        ("Task | Owner | Due", "Order the lamps | Ida | 3 May", "Order the lamps (Ida, 3 May)", True),
        ("# | Was | Wer | Bis wann", "1 | Tor streichen | Ida | 3. Mai", "Tor streichen (Ida, 3. Mai)", True),
        ("Tarea | Responsable | Puntos", "Pintar la puerta | Ida | 5", "Pintar la puerta (Ida)", True),
        ("Action | Responsable | Échéance (jour)", "Peindre | Ida | 3 mai", "Peindre (Ida, 3 mai)", True),
        ("Room | Status | Next action", "Mill | locked | ask Ida", "Mill: locked; ask Ida", True),
        ("Room | Status | Owner", "Mill | done | Ida", "Mill: done (Ida)", False),
        ("Room | Status | Owner", "Mill | - | -", "Mill | - | -", False),
        ("Pipe | Bars | Degrees", "Pipe 3 | 12 | 60", "Pipe 3 | 12 | 60", False),
    ],
)
def test_a_row(header: str, row: str, said: str, is_open: bool) -> None:
    assert _told(header, row) == [(said, is_open)]


def test_a_row_of_figures_is_worth_less() -> None:
    parts = read_document("# Hall\n\n| Bars | Degrees | Hours |\n|---|---|---|\n| 12 | 60 | never |\n").parts
    assert row_worth(parts[-1]) < 0


def test_actions_are_told_below_their_name() -> None:
    rows = "| Order 14 lamps | Ida | 3 May |\n| Sell the bench | Ben | 9 May |"
    table = f"| Action | Owner | Due |\n|---|---|---|\n{rows}"
    text = f"# The village hall\n\n{TEXT}\n\n## Actions\n\n{table}\n"
    detail = write_extract(text, count_tokens=count_tokens, count=4).texts[1]
    assert "Actions: Order 14 lamps (Ida, 3 May); Sell the bench (Ben, 9 May)" in detail
