"""The tree of a collection from the rows of an account's export: labels and notes are taken as they are."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.text.file_faults import Fault
from quickstart.parsing.exported_rows import is_exported_node, lines_of_collection, number_lines
from quickstart.parsing.parsed_content import Json
from quickstart.parsing.strict_json import read_object
from quickstart.parsing.tree_file import MAX_DEPTH, MAX_NODES
from quickstart.parsing.tree_labels import MAX_LABEL_CHARACTERS


@dataclass(frozen=True, slots=True)
class TreeRow:
    """One place; the last label of `path` is its own."""

    path: tuple[str, ...]
    note: str
    line: int


def are_tree_rows(text: str) -> bool:
    """Whether the first line is a row of such an export."""
    first = next(iter(number_lines(text[: text.find("\n") + 1] or text)), None)
    return first is not None and is_exported_node(read_object(first[1])[0])


def read_tree_rows(file: str, text: str, collection: str) -> tuple[list[TreeRow], list[Fault]]:
    """The places of one collection, parents first, in their order. `file` appears in the faults."""
    lines, reason = lines_of_collection(number_lines(text), collection)
    if reason:
        return [], [Fault(file, 0, "", reason)]
    if len(lines) > MAX_NODES:
        return [], [Fault(file, 0, "", f"holds {len(lines):,} places; {MAX_NODES:,} are allowed")]
    rows: list[TreeRow] = []
    faults: list[Fault] = []
    paths: set[tuple[str, ...]] = {()}
    for number, line in lines:
        row, reasons = _row(number, line)
        if row is not None and row.path[:-1] not in paths:
            reasons.append("stands before the place that it belongs to, or without it")
        faults += [Fault(file, number, "", reason) for reason in reasons]
        if row is not None:
            paths.add(row.path)
            rows.append(row)
    return rows, faults


def _row(number: int, line: str) -> tuple[TreeRow | None, list[str]]:
    found, problems = read_object(line)
    reasons = [f"{name!r} {reason}" if name else reason for name, reason in problems]
    if found is None:
        return None, reasons
    if not is_exported_node(found):
        return None, [*reasons, "is no row of a tree, as those above it are"]
    path, note = found["path"], found["note"]
    labels = [label for label in path if isinstance(label, str)] if isinstance(path, list) else []
    if not isinstance(path, list) or not labels or len(labels) < len(path) or not isinstance(note, str):
        return None, [*reasons, "its path must be a list of labels, its note a text"]
    reasons += _limits(labels, found["label"])
    return TreeRow(tuple(labels), note, number), reasons


def _limits(labels: list[str], own: Json) -> Iterator[str]:
    if own != labels[-1]:
        yield "its label is not the last of its path"
    if len(labels) > MAX_DEPTH:
        yield f"lies deeper than {MAX_DEPTH} levels"
    if any(not label.strip() or len(label) > MAX_LABEL_CHARACTERS for label in labels):
        yield f"a label has from 1 to {MAX_LABEL_CHARACTERS:,} characters"
