"""Trees as JSON: nested {"label", "children"}, nested names {"A": {"B": {}}}, or a list of paths [["A", "B"]]."""

import json
from collections.abc import Iterator

from quickstart.parsing.parsed_content import Json
from quickstart.parsing.strict_json import decode_strictly, error_in_words, json_type_name
from quickstart.parsing.tree_drawings import TreeLine, TreeLines

_LABELS = ("label", "name")
_REMARKS = {"general": "General", "examples": "Examples", "prerequisites": "Prerequisites", "see": "See"}


class _WrongShapeError(ValueError):
    pass


def read_json(text: str) -> TreeLines:
    """A value of another shape is one fault, with the path to it."""
    parsed = TreeLines()
    try:
        value, problems = decode_strictly(text)
        parsed.faults += [(0, f"{name!r} {reason}" if name else reason) for name, reason in problems]
        parsed.roots = list(_lines(value, ()))
    except json.JSONDecodeError as error:
        parsed.faults.append((error.lineno, f"is not JSON: {error_in_words(error)} (column {error.colno})"))
    except RecursionError:
        parsed.faults.append((0, "is nested too deeply"))
    except _WrongShapeError as error:
        parsed.faults.append((0, str(error)))
    return parsed


def _lines(value: Json, path: tuple[str, ...]) -> Iterator[TreeLine]:
    if isinstance(value, dict) and (label := _label(value)) is not None:
        yield _node(value, label, path)
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield TreeLine(name, 0, list(_lines(inner, (*path, name))))
    elif isinstance(value, list) and value and all(isinstance(item, list) for item in value):
        for item in value:
            yield from _of_path(item, path)
    elif isinstance(value, list):
        for item in value:
            yield from [TreeLine(item, 0)] if isinstance(item, str) else _lines(item, path)
    elif value is not None:
        raise _WrongShapeError(f"{_place(path)}must be an object or a list, not {json_type_name(value)}")


def _label(value: dict[str, Json]) -> str | None:
    known_names = {*_LABELS, "note", "children", *_REMARKS}
    label = next((value[name] for name in _LABELS if name in value), None)
    return label if isinstance(label, str) and known_names >= value.keys() else None


def _node(value: dict[str, Json], label: str, path: tuple[str, ...]) -> TreeLine:
    here = (*path, label)
    note = value.get("note") or ""
    if not isinstance(note, str):
        raise _WrongShapeError(f"{_place(here)}the note must be a text, not {json_type_name(note)}")
    line = TreeLine(f"{label} ({note})" if note else label, 0)
    for name, title in _REMARKS.items():
        if value.get(name):
            line.under.append(TreeLine(f"{title}: {_remark(value[name], here)}", 0))
    line.under += _lines(value.get("children"), here)
    return line


def _remark(value: Json, path: tuple[str, ...]) -> str:
    items = value if isinstance(value, list) else [value]
    texts = [item for item in items if isinstance(item, str)]
    if len(texts) < len(items):
        raise _WrongShapeError(f"{_place(path)}a remark must be a text or a list of texts")
    return ", ".join(texts)


def _of_path(items: Json, path: tuple[str, ...]) -> Iterator[TreeLine]:
    labels = items if isinstance(items, list) else []
    texts = [label for label in labels if isinstance(label, str)]
    if not texts or len(texts) < len(labels):
        raise _WrongShapeError(f"{_place(path)}a path must be a list of labels")
    line = TreeLine(texts[-1], 0)
    for label in reversed(texts[:-1]):
        line = TreeLine(label, 0, [line])
    yield line


def _place(path: tuple[str, ...]) -> str:
    return f"under {' › '.join(path)}: " if path else ""
