"""Rows of tables, of Markdown or of values between commas, told with the names of their columns."""

import csv
import re
from collections.abc import Sequence
from typing import NamedTuple

from core.text.hidden_spans import BLANK
from core.text.written_dates import days_of

_SEPARATOR = re.compile(r"\|?+(?:\s*+:?-++:?\s*+\|)++(?:\s*+:?-++:?)?+")
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_SEPARATORS = ",;\t"
_COLUMN_NAME = re.compile(r"[^\W\d_][^\n.:!?\d€$£¥]{0,30}")
_SENTENCE_WORD = re.compile(
    r"\b(?:I|and|or|but|we|you|he|she|it|they|is|are|was|were|has|have|had"
    r"|und|oder|aber|ich|wir|ihr|er|sie|es|ist|sind|war|waren|hat|haben|wird)\b",
    re.IGNORECASE,
)
_FIELD_NAME = re.compile(r"[^\W\d_A-Z]+(?:_[^\W\d_A-Z]+)*")
_COMMON_FIELD = re.compile(r"date|day|time|when|who|name|id|datum|tag|uhrzeit|zeit|wann|wer")
_MEASURE = re.compile(r"[-+~<>]?[€$£¥]? ?\d[\d.,:/'-]{0,20}(?: ?(?:[%€$£¥]|°?[^\W\d_]{1,3}))?")
"""A number, also with its unit, a date in figures or a time."""
_DATE_BORDERS = re.compile(r"(?:[^\W\d_]{2,10}[., ]{1,2})?")
_DATE_REST = re.compile(r"[ ,.]{0,2}(?:\d{2,4})?")
_MOST_NAME_WORDS = 3
_NEARLY_ALL = 0.8
_MIN_COLUMNS = 3
_MIN_ROWS = 2
MOST_READ = 20
_MOST_CHARACTERS = 2_000


class ValueTable(NamedTuple):
    """Lines of values between separators."""

    names: Sequence[str]
    """Of its columns."""
    separator: str


def _is_separator(line: str) -> bool:
    return _SEPARATOR.fullmatch(line.strip()) is not None


def is_row(line: str) -> bool:
    """Whether a line is one of a table with outer bars, its header and the line below that included; of three columns
    or more without the bar at its end, too.
    """
    is_closed = line.rstrip().endswith("|") or line.count("|") > _MIN_COLUMNS - 1
    return line.lstrip().startswith("|") and is_closed and line.count("|") > 1


def is_header(text: str, end: int) -> bool:
    """Whether the row that ends at text[end] names the columns of those below it."""
    below = text[end:].split("\n", 2)
    return len(below) > 1 and not below[0].strip() and _is_separator(below[1])


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
    is_line = len(line.rstrip(BLANK)) == end - start <= _MOST_CHARACTERS
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
    for separator in _SEPARATORS:
        names = _split_values(lines[0], separator)
        if _are_names(names):
            rows = [_split_values(line, separator) for line in lines[1:]]
            return ValueTable(names, separator) if _are_rows(rows, names) else None
    return None


def _are_names(names: Sequence[str]) -> bool:
    """Of columns: words, no clauses of a sentence."""
    return len({*names}) == len(names) >= _MIN_COLUMNS and all(
        _COLUMN_NAME.fullmatch(name)
        and len(name.split()) <= _MOST_NAME_WORDS
        and not _SENTENCE_WORD.search(name)
        for name in names
    )


def _are_rows(rows: Sequence[Sequence[str]], names: Sequence[str]) -> bool:
    """With a column of numbers, dates or times, or below names such as a program writes."""
    with_figures = [row for row in rows if any(map(str.isdigit, "".join(row)))]
    if any(len(row) < len(names) for row in rows) or 2 * len(with_figures) <= len(rows):
        return False
    is_program_header = all(map(_FIELD_NAME.fullmatch, names)) and any(map(_COMMON_FIELD.fullmatch, names))
    return is_program_header or any(_is_measured([row[at] for row in rows]) for at in range(len(names)))


def _is_measured(values: Sequence[str]) -> bool:
    return sum(map(_is_measure, values)) >= _NEARLY_ALL * len(values)


def _is_measure(value: str) -> bool:
    """Whether it is a number, a date or a time."""
    if _MEASURE.fullmatch(value):
        return True
    _, start, end = next(days_of(value), ((0, 0), 0, 0))
    return bool(end and _DATE_BORDERS.fullmatch(value[:start]) and _DATE_REST.fullmatch(value[end:]))


def _lines_down_to(text: str, start: int) -> list[str]:
    """Of its paragraph, those above the line that begins at text[start], or that line's part too."""
    above = text[text.rfind("\n\n", 0, start) + 1 : start].split("\n")
    first = max(
        (at for at, line in enumerate(above[:-1]) if not line.strip() or line.startswith("#")), default=-1
    )
    return above[first + 1 :] if above[-1] else above[first + 1 : -1]


def _split_values(line: str, separator: str) -> list[str]:
    reader = csv.reader([line.replace("\r", " ")], delimiter=separator, skipinitialspace=True)
    return [value.strip() for value in next(reader)] or [""]


def _tell(names: Sequence[str], cells: Sequence[str]) -> str:
    return "; ".join(
        f"{name}: {cell}" if name else cell for name, cell in zip(names, cells, strict=True) if cell
    )


def column_names(head: Sequence[str]) -> list[str]:
    """Of the table with bars that begins with these two lines; empty: it has none."""
    has_names = len(head) == 2 and is_row(head[0]) and _is_separator(head[1])
    return _cells(head[0]) if has_names else []


def first_cell(line: str, separator: str) -> str:
    return (_cells(line) if separator == "|" else _split_values(line[:_MOST_CHARACTERS], separator))[0]


def _names_above(before: str) -> list[str]:
    """Of the table that goes on behind `before`; empty where its header does not stand there."""
    lines = before.split("\n")[:-1]
    while lines and is_row(lines[-1]):
        if _is_separator(lines[-1]):
            return column_names(lines[-2:])
        lines.pop()
    return []


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in _CELL_BORDER.split(row.strip().strip("|"))]
