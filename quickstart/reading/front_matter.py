"""The YAML before a skill's Markdown, safely: plain data only, every wrong field told."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import yaml
from frontmatter.default_handlers import YAMLHandler

from quickstart.reading.model import Fault
from quickstart.reading.pieces import one_line

MAX_CHARACTERS = 20_000
_HANDLER = YAMLHandler()


@dataclass(slots=True)
class FrontMatter:
    """Fields of a front matter, asked for by name; what has another type becomes a fault."""

    file: str
    values: Mapping[str, Any] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def text(self, *names: str) -> str:
        """The first of these fields that is there, in one line; empty where none is."""
        name, value = self._first(names)
        if _is_scalar(value):
            return one_line(str(value))
        if value is not None:
            self._refuse(name, "must be a text")
        return ""

    def texts(self, *names: str, parting: str = ",") -> list[str]:
        """The first of these fields that is there, as a list; a text is parted at `parting` and at line ends."""
        name, value = self._first(names)
        if isinstance(value, str):
            value = value.replace(parting, "\n").split("\n")
        elif _is_scalar(value):
            value = [value]
        if isinstance(value, list) and all(_is_scalar(item) for item in value):
            return [line for item in value if (line := one_line(str(item)))]
        if value is not None:
            self._refuse(name, "must be a text or a list of texts")
        return []

    def _first(self, names: tuple[str, ...]) -> tuple[str, Any]:
        return next(
            ((name, self.values[name]) for name in names if self.values.get(name) is not None), ("", None)
        )

    def _refuse(self, name: str, reason: str) -> None:
        self.faults.append(Fault(self.file, 1, name, reason))


def divide(file: str, text: str) -> tuple[FrontMatter, str]:
    """The front matter and the Markdown behind it. Text that only begins with a rule (---) is all Markdown."""
    if not _HANDLER.detect(text):
        return FrontMatter(file), text
    try:
        head, body = _HANDLER.split(text)
    except ValueError:  # never closed
        return FrontMatter(file), text
    if len(head) > MAX_CHARACTERS:
        reason = f"is {len(head):,} characters long; {MAX_CHARACTERS:,} are allowed"
        return FrontMatter(file, faults=[Fault(file, 1, "front matter", reason)]), body
    try:
        values = _HANDLER.load(head)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return FrontMatter(file, faults=[_fault(file, error)]), body
    if not isinstance(values, dict):
        return FrontMatter(file), text if values is not None else body
    named = {str(name).strip().lower().replace("-", "_"): value for name, value in values.items()}
    return FrontMatter(file, named), body


def _fault(file: str, error: Exception) -> Fault:
    mark = getattr(error, "problem_mark", None)
    reason = getattr(error, "problem", None) or (
        "it nests too deeply" if isinstance(error, RecursionError) else error
    )
    return Fault(file, mark.line + 1 if mark else 1, "front matter", f"is not YAML: {one_line(str(reason))}")


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str | int | float | date) and not isinstance(value, bool)
