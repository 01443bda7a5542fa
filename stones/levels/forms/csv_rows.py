"""The rows of a text that is all CSV, as objects by the names in its first line."""

import csv
import re
from collections.abc import Mapping

MIN_ROWS = 3
"""Without the names."""
MIN_COMMAS = 2
"""In a line; prose may have one comma in each."""
MAX_COLUMNS = 60
_SEPARATORS = "\t;,|"
_NAME = re.compile(r"[^\W\d][\w .()/%#&€$-]{0,40}")


def read_csv(content: str) -> list[Mapping[str, str]] | None:
    """None if some line has another number of fields, or the first one names no columns."""
    head = content.lstrip().partition("\n")[0]
    separator = max(_SEPARATORS, key=head.count)
    count = head.count(separator)
    if (
        not 1 + (separator == ",") * (MIN_COMMAS - 1) <= count < MAX_COLUMNS
        or head.startswith(separator)
        or ", " in head
    ):
        return None
    names = [name.strip(' "') for name in head.split(separator)]
    if len(set(names)) < len(names) or not all(map(_NAME.fullmatch, names)):
        return None
    try:
        rows = [row for row in csv.reader(content.strip().split("\n"), delimiter=separator) if row]
    except csv.Error:
        return None
    if len(rows) <= MIN_ROWS or any(len(row) != len(names) for row in rows):
        return None
    return [dict(zip(names, map(str.strip, row), strict=True)) for row in rows[1:]]
