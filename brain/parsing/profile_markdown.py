"""A profile of any shape as Markdown, by general rules. The result is searched, shown and cited.

Keys become headings and labels; each list item is a block headed by its most telling fields; dates in parts become
months; empty values are left out. Every text of the data occurs verbatim in the Markdown, so that an excerpt can be
cited.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from brain.parsing.profile_labels import ENDS, STARTS, date_text, first_of, is_date, label, scalar_text, snake

SHORT = 160
"""Characters of a value that is put on the line of its label."""
COMPACT = 120
"""Characters of an item that is put on one line of a list."""
DEEPEST = 6
_WHOLE_NAMES = ("full_name", "name", "display_name")
# In their order within a heading: role, organisation, place.
_HEADING_NAMES = (
    *("title", "name", "position", "role", "degree_name", "degree", "study_type", "field_of_study", "area"),
    *("company", "organization", "organisation", "employer", "school", "institution", "university"),
    *("issuer", "publisher", "authority"),
)
_MAX_HEADING_PARTS = 3
_PLAIN = {"description", "summary", "about", "bio", "text"}


def name_of(data: Mapping[str, Any]) -> str:
    """The person's name on one line, also from JSON Resume's `basics`; empty if there is none."""
    names = {snake(key): key for key in data}
    for name in _WHOLE_NAMES:
        if name in names and isinstance(data[names[name]], str) and data[names[name]].strip():
            return " ".join(data[names[name]].split())
    parts = (data.get(names.get(name, "")) for name in ("first_name", "last_name"))
    joined = " ".join(" ".join(part.split()) for part in parts if isinstance(part, str)).strip()
    inner = data.get("basics")
    return joined or (name_of(inner) if isinstance(inner, Mapping) and inner is not data else "")


def profile_text(data: Mapping[str, Any]) -> str:
    """Markdown of plain JSON (plain_json.as_json); empty if the data says nothing."""
    blocks = list(_ObjectText.of(data).blocks(2, top=True))
    return "\n\n".join([f"# {name_of(data) or 'Profile'}", *blocks]) + "\n" if blocks else ""


@dataclass(slots=True)
class _ObjectText:
    """An object in three parts: short facts, longer texts, and nested values."""

    facts: list[tuple[str, str]] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)
    parts: list[tuple[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, data: Mapping[str, Any], without: Sequence[str] = ()) -> "_ObjectText":
        result = cls()
        start, end = _period_keys({key: value for key, value in data.items() if key not in without})
        for key, value in data.items():
            if key in without or (key == end and start):
                continue
            if key == start:
                result.facts.append(("Period", _period(data, start, end)))
            else:
                result.add(key, value)
        return result

    def add(self, key: str, value: Any) -> None:
        if is_date(value):
            self.facts.append((label(key), date_text(value)))
        elif isinstance(value, Mapping | list):
            if not _is_empty(value):
                self.parts.append((key, value))
        elif text := scalar_text(value):
            is_short = len(text) <= SHORT and "\n" not in text and snake(key) not in _PLAIN
            (self.facts if is_short else self.texts).append((label(key) if is_short else key, text))

    def blocks(self, level: int, *, top: bool = False) -> Iterator[str]:
        facts = [*self.facts]
        if not top:
            facts += [(label(key), line) for key, value in self.parts if (line := _on_one_line(value))]
        if facts:
            yield "\n".join(f"- {_labelled(*fact)}" for fact in facts)
        for key, text in self.texts:
            if top:
                yield _heading(level, label(key))
            elif snake(key) not in _PLAIN:
                yield f"{label(key)}:"
            yield text
        for key, value in self.parts:
            if top or not _on_one_line(value):
                yield _heading(level, label(key))
                yield from _part(label(key), value, level + 1)


def _part(name: str, value: Any, level: int) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from _ObjectText.of(value).blocks(level)
        return
    items = [item for item in value if not _is_empty(item)]
    lines = [_compact(item) for item in items]
    if all(lines):
        yield "\n".join(f"- {line}" for line in lines)
        return
    for number, item in enumerate(items, 1):
        yield from _item(f"{name} {number}", item, level)


def _item(name: str, item: Any, level: int) -> Iterator[str]:
    if isinstance(item, Mapping) and not is_date(item):
        keys = _heading_keys(item)
        yield _heading(level, ", ".join(scalar_text(item[key]) for key in keys) or name)
        yield from _ObjectText.of(item, keys).blocks(level + 1)
    elif isinstance(item, list):
        yield _heading(level, name)
        yield from _part(name, item, level + 1)
    else:
        yield date_text(item) if is_date(item) else scalar_text(item)


def _compact(item: Any) -> str:
    """An item on one line; empty if it does not fit."""
    if is_date(item):
        return date_text(item)
    if isinstance(item, list):
        return ""
    if not isinstance(item, Mapping):
        text = scalar_text(item)
        return text if "\n" not in text else ""
    keys = _heading_keys(item)
    result = _ObjectText.of(item, keys)
    if result.texts or result.parts:
        return ""
    facts = "; ".join(_labelled(*fact) for fact in result.facts)
    head = ", ".join(scalar_text(item[key]) for key in keys)
    line = f"{head} ({facts})" if head and facts else head or facts
    return line if len(line) <= COMPACT else ""


def _on_one_line(value: Any) -> str:
    """A list of short texts, joined by commas; empty for anything else."""
    if not isinstance(value, list) or any(isinstance(item, Mapping | list) for item in value):
        return ""
    texts = [text for item in value if (text := scalar_text(item))]
    line = ", ".join(texts)
    return line if len(line) <= SHORT and "\n" not in line else ""


def _heading_keys(item: Mapping[str, Any]) -> list[str]:
    """The keys whose values head the item: the most telling ones, else its first short text."""
    names = {snake(key): key for key in item}
    short = [key for key, value in item.items() if isinstance(value, str) and _is_title(value.strip())]
    found = [names[name] for name in _HEADING_NAMES if names.get(name) in short]
    return found[:_MAX_HEADING_PARTS] or short[:1]


def _is_title(text: str) -> bool:
    return 0 < len(text) <= COMPACT and "\n" not in text and "\r" not in text


def _period_keys(data: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """The keys of a start and an end date, if there is a start."""
    names = {snake(key): key for key in data}
    start, end = first_of(names, STARTS), first_of(names, ENDS)
    if start is None or not _moment(data[start]):
        return None, None
    return start, end if end is not None and (_moment(data[end]) or _is_empty(data[end])) else None


def _period(data: Mapping[str, Any], start: str, end: str | None) -> str:
    since, until = _moment(data[start]), _moment(data[end]) if end else ""
    if since == until:
        return since
    return f"{since} – {until}" if until else f"since {since}"


def _moment(value: Any) -> str:
    if is_date(value):
        return date_text(value)
    text = "" if isinstance(value, Mapping | list | bool) else scalar_text(value)
    return text if len(text) <= SHORT and "\n" not in text else ""


def _is_empty(value: Any) -> bool:
    if isinstance(value, Mapping | list):
        return all(_is_empty(each) for each in (value.values() if isinstance(value, Mapping) else value))
    return not scalar_text(value)


def _labelled(name: str, value: str) -> str:
    return f"{name}: {value}" if name else value


def _heading(level: int, title: str) -> str:
    return f"{'#' * min(level, DEEPEST)} {title}"
