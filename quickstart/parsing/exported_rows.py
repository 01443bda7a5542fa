"""Lines of an account's export (`quickstart/entries.jsonl`, `quickstart/tree.jsonl`): rows of all of its collections.

The rows are those of `quickstart.queries.account_files`; what an import decides itself (numbers, times, review) is left
out of them.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from quickstart.parsing.parsed_content import Json
from quickstart.parsing.qa_fields import FIELDS

_ENTRY = {"entry_id", "collection_id", "question", "answer", "variants", "tree_key"}
_NODE = {"collection_id", "parent_id", "label", "path", "key", "note", "position"}

NumberedLine = tuple[int, str]


def is_exported_entry(value: object) -> bool:
    return isinstance(value, dict) and value.keys() >= _ENTRY


def is_exported_node(value: object) -> bool:
    return isinstance(value, dict) and value.keys() >= _NODE


def as_qa_fields(row: dict[str, Json]) -> dict[str, Json]:
    """The fields of a Q&A line with what the row says; its unknown ones too."""
    extra = row.get("extra")
    fields = row | {"id": row["entry_id"], "question_variants": row["variants"]}
    named = {name: fields[name] for name in FIELDS if fields.get(name) not in ("", [], None)}
    return named | (extra if isinstance(extra, dict) else {})


def lines_of_collection(lines: Iterable[NumberedLine], collection: str) -> tuple[list[NumberedLine], str]:
    """Those of the collection of this name, in the order of its own export, and why there are none.

    All, where they are of a single collection: it may be imported under another name. Lines of no export are returned
    as they are.
    """
    numbered = list(lines)
    if not numbered or not _is_row(_decoded(numbered[0][1])):
        return numbered, ""
    rows = [(number, line, _decoded(line)) for number, line in numbered]
    names = dict.fromkeys(_collection_of(row) for *_, row in rows if _is_row(row))
    if len(names) > 1:
        if collection not in names:
            named = ", ".join(map(repr, names))
            return [], f"holds the collections {named}, and none of them is {collection!r}: name one of them"
        # A line that is no row is reported by whoever reads it.
        rows = [each for each in rows if not _is_row(each[2]) or _collection_of(each[2]) == collection]
    rows.sort(key=lambda each: _position_of(each[2]))
    return [(number, line) for number, line, _ in rows], ""


def _is_row(value: object) -> bool:
    return is_exported_entry(value) or is_exported_node(value)


def _decoded(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _collection_of(row: dict[str, Json]) -> str:
    name = row.get("collection_name")
    return name if isinstance(name, str) else f"number {row['collection_id']}"


def _position_of(row: object) -> int:
    position = row.get("position") if isinstance(row, dict) else None
    return position if isinstance(position, int) else 0


def number_lines(text: str) -> Sequence[NumberedLine]:
    """The lines that are not blank, from 1."""
    # Only \n separates lines: U+2028 and its like may occur inside a JSON string.
    numbered = enumerate(text.removeprefix("\ufeff").split("\n"), 1)
    return [(number, line) for number, line in numbered if line.strip()]
