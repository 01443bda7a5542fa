"""YAML or JSON data of any shape as JSON that the database can hold: dates as ISO texts, keys as texts.

YAML can refer to one value many times, so a small file can expand beyond memory: the expanded size is counted and
limited.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time
from typing import Any

MAX_DEPTH = 20
"""Nested lists and objects."""
MAX_VALUES = 20_000
MAX_CHARACTERS = 1_000_000


class NotPlainError(ValueError):
    """Data that cannot be stored; the message continues the name of what holds it: "is nested deeper than …"."""


def as_json(value: Any) -> Any:
    """A copy of the value as plain JSON. Raises NotPlainError."""
    return _JsonCopier().copy(value, 0)


@dataclass(slots=True)
class _JsonCopier:
    values: int = 0
    characters: int = 0

    def copy(self, value: Any, depth: int) -> Any:
        self.values += 1
        if self.values > MAX_VALUES:
            raise NotPlainError(f"holds more than {MAX_VALUES:,} values")
        if depth > MAX_DEPTH:
            raise NotPlainError(f"is nested deeper than {MAX_DEPTH} levels")
        if isinstance(value, Mapping):
            return self._object(value, depth)
        if isinstance(value, list | tuple | set):
            return [self.copy(each, depth + 1) for each in value]
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, date | time):  # a datetime is a date
            return value.isoformat()
        return _scalar(value)

    def _object(self, value: Mapping[Any, Any], depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, each in value.items():
            name = self._text(_name(key))
            if name in found:
                raise NotPlainError(f"names {name[:60]!r} twice in one object")
            found[name] = self.copy(each, depth + 1)
        return found

    def _text(self, text: str) -> str:
        self.characters += len(text)
        if self.characters > MAX_CHARACTERS:
            raise NotPlainError(f"holds more than {MAX_CHARACTERS:,} characters")
        if "\0" in text:
            raise NotPlainError("holds a NUL character, which cannot be stored")
        try:
            text.encode()
        except UnicodeEncodeError:
            raise NotPlainError("holds half of a character, which cannot be stored") from None
        return text


def _scalar(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        raise NotPlainError("holds a number that is not finite")
    if isinstance(value, int) and abs(value) >= 10**300:
        raise NotPlainError("holds a number that is too large")
    if value is None or isinstance(value, bool | int | float):
        return value
    raise NotPlainError("holds binary data" if isinstance(value, bytes) else f"holds {type(value).__name__}")


def _name(key: Any) -> str:
    if isinstance(key, str):
        return key
    if isinstance(key, date | time):
        return key.isoformat()
    if key is None or isinstance(key, bool):
        return {None: "null", True: "true", False: "false"}[key]
    return str(_scalar(key)) if isinstance(key, int | float) else _refuse_name()


def _refuse_name() -> str:
    raise NotPlainError("names a value by a list or an object")
