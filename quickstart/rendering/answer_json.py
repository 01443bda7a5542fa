"""An answer as plain JSON values: the fields of the dataclasses, in order."""

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from quickstart.rendering.answer_content import QuickstartAnswer


def to_json(answer: QuickstartAnswer) -> dict[str, Any]:
    """Every field is present, empty ones too. Numbers are not rounded."""
    plain: dict[str, Any] = _plain(answer)
    return plain


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value
