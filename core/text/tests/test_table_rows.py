"""Rows of tables, as a reader is told them."""

import pytest

from core.text.table_rows import is_header, is_row, tell_row

TABLE = "Prices:\n\n| Thing | Price |\n|:---|---:|\n| Pump | 20 |\n| | 30 |\n"


@pytest.mark.parametrize(
    ("row", "told"), [("| Pump | 20 |", "Thing: Pump; Price: 20"), ("| | 30 |", "Price: 30")]
)
def test_a_row_names_its_columns(row: str, told: str) -> None:
    start = TABLE.index(row)
    assert tell_row(TABLE, start, start + len(row)) == told


@pytest.mark.parametrize(
    "text", ["| Pump | 20 |", "| Thing |\n|---|\n| Pump | 20 |", "|---|---|\n| Pump | 20 |"]
)
def test_without_a_head_of_its_columns_a_row_is_its_cells(text: str) -> None:
    start = text.index("| Pump")
    assert tell_row(text, start, len(text)) == "Pump; 20"


def test_the_head_is_told_from_the_rows() -> None:
    head, row = "| Thing | Price |", "| Pump | 20 |"
    assert is_header(TABLE, TABLE.index(head) + len(head))
    assert not is_header(TABLE, TABLE.index(row) + len(row))
    assert is_row(head)
    assert not is_row("a | b")
    assert not is_row("|")
