"""YAML front matter, read safely: plain data only, every wrong field reported with its line."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from frontmatter.default_handlers import YAMLHandler

from core.text.file_faults import Fault
from core.text.yaml_data import InvalidYamlError, read_yaml

MAX_CHARACTERS = 20_000
_HANDLER = YAMLHandler()


@dataclass(slots=True)
class FrontMatter:
    """Front matter fields by name; a field of another type becomes a fault."""

    file: str
    values: Mapping[str, Any] = field(default_factory=dict)
    """By name in lower case, with "_" for "-"."""
    faults: list[Fault] = field(default_factory=list)
    raw_values: Mapping[Any, Any] = field(default_factory=dict)
    """As they are in the file."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """The line of the file of each, by the names of `values`."""

    def text(self, *names: str) -> str:
        """The first of these fields that exists, on one line; empty if none does."""
        name, value = self.first(*names)
        if _is_scalar(value):
            return _one_line(value)
        if value is not None:
            self._refuse(name, "must be a text")
        return ""

    def texts(self, *names: str, separator: str = ",") -> list[str]:
        """The first of these fields that exists, as a list; a text is split at `separator` and at line ends."""
        name, value = self.first(*names)
        if isinstance(value, str):
            value = value.replace(separator, "\n").split("\n")
        elif _is_scalar(value):
            value = [value]
        if isinstance(value, list) and all(_is_scalar(item) for item in value):
            return [line for item in value if (line := _one_line(item))]
        if value is not None:
            self._refuse(name, "must be a text or a list of texts")
        return []

    def first(self, *names: str) -> tuple[str, Any]:
        """The first of these fields that exists: its name and its value; ("", None) if none does."""
        return next(
            ((name, self.values[name]) for name in names if self.values.get(name) is not None), ("", None)
        )

    def line_of(self, name: str) -> int:
        return self.lines.get(name, 1)

    def _refuse(self, name: str, reason: str) -> None:
        self.faults.append(Fault(self.file, self.line_of(name), name, reason))


def split_front_matter(file: str, text: str) -> tuple[FrontMatter, str]:
    """The front matter and the Markdown after it. A text that only begins with a rule (---) is all Markdown."""
    if not _HANDLER.detect(text):
        return FrontMatter(file), text
    try:
        head, body = _HANDLER.split(text)
    except ValueError:  # never closed
        return FrontMatter(file), text
    if len(head) > MAX_CHARACTERS:
        reason = f"is {len(head):,} characters long; {MAX_CHARACTERS:,} are allowed"
        return FrontMatter(file, faults=[Fault(file, 1, "front matter", reason)]), body
    above = text.count("\n", 0, text.find(head))
    try:
        found = read_yaml(head)
    except InvalidYamlError as error:
        fault = Fault(file, error.line + above, "front matter", f"is not YAML: {error}")
        return FrontMatter(file, faults=[fault]), body
    if not isinstance(found.value, dict):
        return FrontMatter(file), text if found.value is not None else body
    values = {normalize_name(name): value for name, value in found.value.items()}
    lines = {normalize_name(name): line + above for name, line in found.lines.items()}
    return FrontMatter(file, values, raw_values=found.value, lines=lines), body


def write_front_matter(fields: Mapping[str, Any], body: str) -> str:
    """A Markdown text that `split_front_matter` reads as these plain data and this body."""
    if not fields and not _HANDLER.detect(body):
        return body
    head = _HANDLER.export(dict(fields), sort_keys=False) if fields else ""
    return f"---\n{head}\n---\n\n{body}"


def normalize_name(name: Any) -> str:
    """As `FrontMatter.values` has it."""
    return str(name).strip().lower().replace("-", "_")


def _one_line(value: Any) -> str:
    return " ".join(str(value).split())


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str | int | float | date) and not isinstance(value, bool)
