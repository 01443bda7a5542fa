"""Labels for the keys and short values of a profile."""

import re
from collections.abc import Mapping
from typing import Any

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PARTS = {"day", "month", "year"}
STARTS = ("starts_at", "start_date", "start", "started", "from")
ENDS = ("ends_at", "end_date", "end", "ended", "until", "to")


def snake(key: str) -> str:
    """`startDate`, `Start date` and `start_date` are one name."""
    return "_".join(_HUMP.sub("_", key).replace("-", " ").replace("_", " ").lower().split())


def label(key: str) -> str:
    """A name as words: `languages_and_proficiencies` is "Languages and proficiencies"."""
    words = _HUMP.sub(" ", key).replace("_", " ").split()
    text = " ".join(word if len(word) > 1 and word.isupper() else word.lower() for word in words)
    return text[:1].upper() + text[1:]


def is_date(value: Any) -> bool:
    """Whether an object is a date in parts: {day, month, year}, at least the year."""
    return (
        isinstance(value, Mapping)
        and _PARTS.issuperset(value)
        and isinstance(value.get("year"), int | str)
        and not isinstance(value.get("year"), bool)
        and all(isinstance(value.get(part), int | str | None) for part in _PARTS)
    )


def date_text(value: Mapping[str, Any]) -> str:
    """Its month, "2024-04", or its year alone; the day in such data is mostly made up."""
    month = value.get("month")
    return f"{value['year']}-{month:02}" if isinstance(month, int) else "-".join(_date_parts(value))


def _date_parts(value: Mapping[str, Any]) -> list[str]:
    return [str(value[part]) for part in ("year", "month") if value.get(part) not in (None, "")]


def scalar_text(value: Any) -> str:
    """The value as text; empty if it says nothing."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value.replace("\r\n", "\n").replace("\r", "\n").strip()
    return "" if value is None else str(value)


def first_of(names: Mapping[str, str], candidates: tuple[str, ...]) -> str | None:
    """The key of the first candidate that is there. `names` maps snake case to keys."""
    return next((names[name] for name in candidates if name in names), None)
