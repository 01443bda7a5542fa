"""The days of the rows of tables whose first column is one of days."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from brain.parsing.written_day import written_day
from core.text.table_rows import ValueTable, column_names, first_cell, read_value_table
from core.text.text_blocks import Block, BlockKind, read_blocks

_COLUMN_OF_DAYS = re.compile(r"date|day|datum|tag|when|wann|fecha", re.IGNORECASE)


def row_days(lines: Sequence[str], latest: date) -> dict[int, date | None]:
    """By the index of its line; None: its table has no such column, or its day is not known."""
    return {at: day for block in read_blocks(lines) for at, day in _days_of(lines, block, latest)}


def _days_of(lines: Sequence[str], block: Block, latest: date) -> Iterator[tuple[int, date | None]]:
    if block.kind is BlockKind.TABLE:
        table, first = ValueTable(column_names(lines[block.first : block.first + 2]), "|"), block.first + 2
    elif block.kind is BlockKind.TEXT and (found := read_value_table(lines[block.first : block.last + 1])):
        table, first = found, block.first + 1
    else:
        return
    is_of_days = any(_COLUMN_OF_DAYS.fullmatch(name.strip(" *_")) for name in table.names[:1])
    for at in range(first, block.last + 1):
        yield at, written_day(first_cell(lines[at], table.separator), latest) if is_of_days else None
