"""Rows of Markdown tables, told with the names of their columns."""

import re

_SEPARATOR = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*")
_CELL_BORDER = re.compile(r"(?<!\\)\|")


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
    names = _column_names(text[:start])
    if len(names) != len(cells):
        return "; ".join(filter(None, cells))
    return "; ".join(
        f"{name}: {cell}" if name else cell for name, cell in zip(names, cells, strict=True) if cell
    )


def _column_names(before: str) -> list[str]:
    """Of the table that goes on behind `before`; empty where its header does not stand there."""
    lines = before.split("\n")[:-1]
    while lines and is_row(lines[-1]):
        if _SEPARATOR.fullmatch(lines[-1]):
            return _cells(lines[-2]) if len(lines) > 1 and is_row(lines[-2]) else []
        lines.pop()
    return []


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in _CELL_BORDER.split(row.strip().strip("|"))]
