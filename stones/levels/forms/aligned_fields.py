"""Tables and fields in columns that blanks align, as `kubectl`, `docker` and others show things, as objects."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from stones.levels.forms.ranked_lines import split_lines

Fields = dict[str, object]

MIN_FIELDS = 4
MIN_COLUMNS = 3
MAX_DEPTH = 12
HEAD_CHARACTERS = 300
_CELL = re.compile(r"\S+(?: \S+)*")
"""Two blanks end it."""
_COLUMN = re.compile(r"[A-Z%][A-Z0-9 %_()/.#-]*")
_RULE = re.compile(r"-{2,}(?: +-{2,})*\s*$")
_FIELD = re.compile(r"(?P<indent>\s*)(?P<key>[A-Za-z][\w .()/-]{0,40}):(?:(?P<gap>\s+)(?P<value>\S.*))?$")
_NONE = re.compile(r"<(?:none|unset|nil|unknown)>|n/a|-")


def read_aligned(content: str) -> list[Mapping[str, object]] | Fields | None:
    """A row of a table is an object by the names above it; None if some line is neither row nor field."""
    head = content[:HEAD_CHARACTERS].lstrip("\n").partition("\n")[0]
    if not ("  " in head or "\t" in head or head.startswith("$ ")):
        return None
    lines = [line.expandtabs() for line in split_lines(content)]
    first = next((at for at, line in enumerate(lines) if line and not line.startswith("$ ")), len(lines))
    lines = lines[first:]
    if not lines:
        return None
    return _read_tables(lines) or _read_fields(lines)


def _read_tables(lines: Sequence[str]) -> list[Mapping[str, object]] | None:
    blocks = [[*block] for is_text, block in groupby(lines, bool) if is_text]
    tables = [read_table(block) for block in blocks]
    return [row for table in tables for row in table] if all(tables) else None


def read_table(lines: Sequence[str], *, is_named: bool = False) -> list[Mapping[str, object]]:
    """Empty if it is none: its names are capitals, or stand on a rule (`is_named`: they need not)."""
    cells = [*_CELL.finditer(lines[0])]
    has_rule = len(lines) > 1 and _RULE.match(lines[1].strip()) is not None
    is_head = (
        has_rule
        or (is_named and not _FIELD.match(lines[0]))
        or all(_COLUMN.fullmatch(cell[0]) for cell in cells)
    )
    rows = lines[1 + has_rule :]
    if not is_head or len(cells) < (2 if has_rule or is_named else MIN_COLUMNS) or not rows:
        return []
    starts = [cell.start() for cell in cells]
    if any(row[start - 1 : start].strip() for row in rows for start in starts[1:]):
        return []
    ends = [*starts[1:], None]
    names = [cell[0] for cell in cells]
    return [
        {name: _value(row[start:end]) for name, start, end in zip(names, starts, ends, strict=True)}
        for row in rows
    ]


def _value(text: str) -> str | int:
    """Empty where nothing is said."""
    text = text.strip()
    return "" if _NONE.fullmatch(text) else int(text) if text.isdecimal() and len(text) < 16 else text


def _read_fields(lines: Sequence[str]) -> Fields | None:
    """Values in one column; deeper lines belong to the field above."""
    top = [found for line in lines if line and not line[0].isspace() and (found := _FIELD.match(line))]
    columns = [found.start("value") for found in top if found["value"]]
    is_all = len(top) == sum(bool(line) and not line[0].isspace() for line in lines)
    is_aligned = len(columns) >= MIN_FIELDS and columns.count(columns[0]) > len(columns) / 2
    is_wide = any(len(found["gap"]) > 1 for found in top if found["value"])
    return _nested([line for line in lines if line], 0) if is_all and is_aligned and is_wide else None


def _nested(lines: Sequence[str], depth: int) -> Fields:
    """Of lines with one indentation and those deeper than it."""
    indent = _indent(lines[0])
    starts = [at for at, line in enumerate(lines) if _indent(line) <= indent]
    fields: Fields = {}
    for at, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        found, below = _FIELD.match(lines[at]), lines[at + 1 : stop]
        if found is None:
            fields.setdefault("", lines[at].strip())
            continue
        value: object = _value(found["value"] or "")
        if below and depth < MAX_DEPTH:
            inner = _inner(below, found.start("value"), depth)
            value = {"": value, **inner} if value and isinstance(inner, dict) else inner
            value = [found["value"], *inner] if isinstance(inner, list) and found["value"] else value
        fields[found["key"]] = value
    return fields


def _inner(lines: Sequence[str], column: int, depth: int) -> Fields | list[object]:
    """A table, fields, or the value's further lines."""
    if rows := read_table([line[_indent(lines[0]) :] for line in lines], is_named=True):
        return [*rows]
    is_value = _indent(lines[0]) == column > 0
    return (
        _nested(lines, depth + 1)
        if not is_value and _FIELD.match(lines[0])
        else [line.strip() for line in lines]
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
