"""Normalize arguments as models write them: what can mean only one thing is accepted in any JSON type.

A model sends `to=["bert"]`, `messages="#1"`, `level="LOD-2"`, null or "" for what it leaves out. The advertised
schema stays the strict one.
"""

import json
import re
from collections.abc import Mapping
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, Field
from pydantic.fields import FieldInfo

# "#12", "LOD-2", "1,200": each of them means its number.
_NUMBER = re.compile(r"(?:#|LOD-?)?\s*([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)", re.IGNORECASE)
# "#1, #2", "#1 #2", one a line.
_NAME_SEPARATOR = re.compile(r"[,\n]|\s+(?=#)")


def as_name_list(value: object) -> object:
    """Names in one text, or numbers, as a list of names."""
    if isinstance(value, str):
        return [name.strip() for name in _NAME_SEPARATOR.split(value) if name.strip()]
    return value


def as_name_text(value: object) -> object:
    """A list of names as one text: "koda, mira"."""
    parsed = _parse_json_list(value)
    if isinstance(parsed, (list, tuple)) and all(isinstance(each, (str, int)) for each in parsed):
        return ", ".join(map(str, parsed))
    return parsed


def as_json_text(value: object) -> object:
    """An object or a list as its JSON."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else value


# For a list of names: they may come in one text.
NAME_LIST = BeforeValidator(as_name_list)
# For a text that may name several.
Names = Annotated[str, BeforeValidator(as_name_text)]
# For a text that may be data.
Content = Annotated[str, BeforeValidator(as_json_text)]
# For a sender's own words about its text.
Summary = Annotated[
    str, Field(description="≤ 40 tokens: what it is, what is asked or came out, the warning that turns it")
]
Detail = Annotated[str, Field(description="≤ 150 tokens: enough to begin")]


def at_most(characters: int) -> Any:
    """A limit for the schema alone: the service that holds to it says better what to do."""
    return Field(json_schema_extra={"maxLength": characters})


def normalize(model: type[BaseModel], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments in the types of `model`, where that is unambiguous; the others unchanged."""
    fields = model.model_fields
    normalized = {
        name: _normalize_value(fields[name], value) if name in fields else value
        for name, value in arguments.items()
    }
    return {name: value for name, value in normalized.items() if not _is_left_out(fields.get(name), value)}


def _is_left_out(field: FieldInfo | None, value: object) -> bool:
    """null for any optional argument, "" for one that is empty by default."""
    if field is None or field.is_required():
        return False
    return value is None or (value == "" and field.default is None)


def _normalize_value(field: FieldInfo, value: Any) -> Any:
    expected_type, rules = _unwrap_type(field)
    if get_origin(expected_type) is list:
        return _as_list(value, is_names=NAME_LIST in rules)
    if not any(isinstance(rule, BeforeValidator) for rule in rules):
        value = _unwrap_single(value)
    if expected_type is str:
        return _as_text(value)
    if expected_type is int and isinstance(value, bool):
        return str(value).lower()  # no number, though Python takes it for one: refused
    if expected_type is int and isinstance(value, str) and (number := _NUMBER.fullmatch(value.strip())):
        return int(number[1].replace(",", ""))
    if get_origin(expected_type) is Literal and isinstance(value, str):
        return re.sub(r"[\s-]+", "_", value.strip().lower())
    return value


def _unwrap_type(field: FieldInfo) -> tuple[Any, list[Any]]:
    """Its type without None, and the metadata of its annotation."""
    arguments = [each for each in get_args(field.annotation) if each is not NoneType]
    is_optional = NoneType in get_args(field.annotation) and len(arguments) == 1
    expected_type = arguments[0] if is_optional else field.annotation
    if get_origin(expected_type) is Annotated:
        expected_type, *rules = get_args(expected_type)
        return expected_type, [*field.metadata, *rules]
    return expected_type, field.metadata


def _as_list(value: Any, *, is_names: bool) -> Any:
    value = _parse_json_list(value)
    if isinstance(value, Mapping) and [str(key) for key in value] == [str(n) for n in range(len(value))]:
        value = list(value.values())  # as REST takes levels: {"0": …, "1": …}
    if is_names:
        value = as_name_list(value)
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        value = [value]
    return [_as_text(each) for each in value] if isinstance(value, list) else value


def _parse_json_list(value: Any) -> Any:
    """A list that was written as JSON into a text."""
    if isinstance(value, str) and value.strip().startswith("["):
        try:
            parsed = json.loads(value)
        except ValueError:
            return value
        return parsed if isinstance(parsed, list) else value
    return value


def _unwrap_single(value: Any) -> Any:
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def _as_text(value: Any) -> Any:
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value
