"""Rows of tables, of Markdown or of values between commas, told with the names of their columns."""

import re
from collections.abc import Sequence
from typing import NamedTuple

_SEPARATOR = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*")
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_VALUE = {each: re.compile(rf'{each} *("(?:[^"]|"")*"|[^{each}]*)') for each in ",;\t"}
"""Behind its separator."""
_COLUMN_NAME = re.compile(r"[^\W\d_][^\n.:!?]{0,30}")
_MIN_COLUMNS = 3
_MIN_ROWS = 2
MOST_READ = 20
_MOST_CHARACTERS = 2_000


class ValueTable(NamedTuple):
    """Lines of values between separators."""

    names: Sequence[str]
    """Of its columns."""
    separator: str


def is_row(line: str) -> bool:
    """Whether a line is one of a table with outer bars, its header and the line below that included."""
    return line.lstrip().startswith("|") and line.rstrip().endswith("|") and line.count("|") > 1


def is_header(text: str, end: int) -> bool:
    """Whether the row that ends at text[end] names the columns of those below it."""
    below = text[end:].split("\n", 2)
    return len(below) > 1 and not below[0].strip() and _SEPARATOR.fullmatch(below[1]) is not None


def tell_row(text: str, start: int, end: int) -> str:
    """`Instrument: Gaveau; Last tuned: 2 June` of the row text[start:end]; its cells alone where the text does not
    begin early enough to name the columns. Empty cells are left out.
    """
    cells = _cells(text[start:end])
    names = _names_above(text[:start])
    if len(names) != len(cells):
        return "; ".join(filter(None, cells))
    return _tell(names, cells)


def tell_values(text: str, start: int, end: int) -> str:
    """The same of the line text[start:end] of values between commas, semicolons or tabs, below a line that names them:
    `date: 2 June; oil: 30 l`. Empty: it is no such line, or that one.
    """
    above = _lines_down_to(text, start)
    line, *below = text[start:].split("\n", MOST_READ)
    is_line = len(line) == end - start <= _MOST_CHARACTERS
    if not above or not is_line or (table := read_value_table([*above, line, *below])) is None:
        return ""
    names, separator = table
    values = [*_split_values(line, separator), *[""] * len(names)]
    rest = f"{separator} ".join(filter(None, values[len(names) - 1 :]))
    return _tell(names, [*values[: len(names) - 1], rest])


def names_values(text: str, start: int) -> bool:
    """Whether the line that begins at text[start] names what stands between commas in those below it."""
    lines = text[start:].split("\n", MOST_READ)
    return not _lines_down_to(text, start) and read_value_table(lines) is not None


def read_value_table(lines: Sequence[str]) -> ValueTable | None:
    """Of the paragraph with which they begin; None: it is no table without bars below the names of its columns."""
    lines = lines[: next((at for at, line in enumerate(lines[:MOST_READ]) if not line.strip()), MOST_READ)]
    if len(lines) <= _MIN_ROWS or any(len(line) > _MOST_CHARACTERS for line in lines) or ", " in lines[0]:
        return None
    for separator in _VALUE:
        names = _split_values(lines[0], separator)
        if len({*names}) == len(names) >= _MIN_COLUMNS and all(map(_COLUMN_NAME.fullmatch, names)):
            rows = [_split_values(line, separator) for line in lines[1:]]
            with_figures = [row for row in rows if any(map(str.isdigit, "".join(row)))]
            is_table = all(len(row) >= len(names) for row in rows) and 2 * len(with_figures) > len(rows)
            return ValueTable(names, separator) if is_table else None
    return None


def _lines_down_to(text: str, start: int) -> list[str]:
    """Of its paragraph, those above the line that begins at text[start], or that line's part too."""
    above = text[text.rfind("\n\n", 0, start) + 1 : start].split("\n")
    first = max(
        (at for at, line in enumerate(above[:-1]) if not line.strip() or line.startswith("#")), default=-1
    )
    return above[first + 1 :] if above[-1] else above[first + 1 : -1]


def _split_values(line: str, separator: str) -> list[str]:
    values = _VALUE[separator].findall(separator + line.removesuffix("\r"))
    return [value.strip().strip('"') for value in values]


def _tell(names: Sequence[str], cells: Sequence[str]) -> str:
    return "; ".join(
        f"{name}: {cell}" if name else cell for name, cell in zip(names, cells, strict=True) if cell
    )


def column_names(head: Sequence[str]) -> list[str]:
    """Of the table with bars that begins with these two lines; empty: it has none."""
    has_names = len(head) == 2 and is_row(head[0]) and _SEPARATOR.fullmatch(head[1])
    return _cells(head[0]) if has_names else []


def first_cell(line: str, separator: str) -> str:
    return (_cells(line) if separator == "|" else _split_values(line[:_MOST_CHARACTERS], separator))[0]


def _names_above(before: str) -> list[str]:
    """Of the table that goes on behind `before`; empty where its header does not stand there."""
    lines = before.split("\n")[:-1]
    while lines and is_row(lines[-1]):
        if _SEPARATOR.fullmatch(lines[-1]):
            return column_names(lines[-2:])
        lines.pop()
    return []


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in _CELL_BORDER.split(row.strip().strip("|"))]
