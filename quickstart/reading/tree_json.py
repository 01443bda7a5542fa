"""Trees as JSON: nested {"label", "children"}, nested names {"A": {"B": {}}}, or a list of paths [["A", "B"]]."""

import json
from collections.abc import Iterator

from quickstart.reading.drawings import Line, Lines
from quickstart.reading.model import Json
from quickstart.reading.strict_json import decoded, error_in_words, named

_LABELS = ("label", "name")
_REMARKS = {"general": "General", "examples": "Examples", "prerequisites": "Prerequisites", "see": "See"}


class _WrongShapeError(ValueError):
    pass


def read_json(text: str) -> Lines:
    """A value of another shape is one fault, with the path to it."""
    read = Lines()
    try:
        value, problems = decoded(text)
        read.faults += [(0, f"{name!r} {reason}" if name else reason) for name, reason in problems]
        read.roots = list(_lines(value, ()))
    except json.JSONDecodeError as error:
        read.faults.append((error.lineno, f"is not JSON: {error_in_words(error)} (column {error.colno})"))
    except RecursionError:
        read.faults.append((0, "is nested too deeply"))
    except _WrongShapeError as error:
        read.faults.append((0, str(error)))
    return read


def _lines(value: Json, path: tuple[str, ...]) -> Iterator[Line]:
    if isinstance(value, dict) and (label := _label(value)) is not None:
        yield _node(value, label, path)
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield Line(name, 0, list(_lines(inner, (*path, name))))
    elif isinstance(value, list) and value and all(isinstance(item, list) for item in value):
        for item in value:
            yield from _of_path(item, path)
    elif isinstance(value, list):
        for item in value:
            yield from [Line(item, 0)] if isinstance(item, str) else _lines(item, path)
    elif value is not None:
        raise _WrongShapeError(f"{_place(path)}must be an object or a list, not {named(value)}")


def _label(value: dict[str, Json]) -> str | None:
    known = {*_LABELS, "note", "children", *_REMARKS}
    label = next((value[name] for name in _LABELS if name in value), None)
    return label if isinstance(label, str) and known >= value.keys() else None


def _node(value: dict[str, Json], label: str, path: tuple[str, ...]) -> Line:
    here = (*path, label)
    note = value.get("note") or ""
    if not isinstance(note, str):
        raise _WrongShapeError(f"{_place(here)}the note must be a text, not {named(note)}")
    line = Line(f"{label} ({note})" if note else label, 0)
    for name, title in _REMARKS.items():
        if value.get(name):
            line.under.append(Line(f"{title}: {_remark(value[name], here)}", 0))
    line.under += _lines(value.get("children"), here)
    return line


def _remark(value: Json, path: tuple[str, ...]) -> str:
    items = value if isinstance(value, list) else [value]
    texts = [item for item in items if isinstance(item, str)]
    if len(texts) < len(items):
        raise _WrongShapeError(f"{_place(path)}a remark must be a text or a list of texts")
    return ", ".join(texts)


def _of_path(items: Json, path: tuple[str, ...]) -> Iterator[Line]:
    labels = items if isinstance(items, list) else []
    texts = [label for label in labels if isinstance(label, str)]
    if not texts or len(texts) < len(labels):
        raise _WrongShapeError(f"{_place(path)}a path must be a list of labels")
    line = Line(texts[-1], 0)
    for label in reversed(texts[:-1]):
        line = Line(label, 0, [line])
    yield line


def _place(path: tuple[str, ...]) -> str:
    return f"under {' › '.join(path)}: " if path else ""
