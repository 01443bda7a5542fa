"""The part of JSON Schema that structured outputs support: OpenAI's strict subset, which other servers follow.

https://platform.openai.com/docs/guides/structured-outputs#supported-schemas: the root an object, each object closed
with all its properties required, a list of keywords. What is sent may be narrower than the schema, never wider.
"""

from collections.abc import Mapping
from typing import Any

_DROPPED = {"$schema", "$id", "$comment"}
_PLAIN = {
    "type", "enum", "const", "$ref", "description", "title", "pattern", "format", "multipleOf", "maximum",
    "exclusiveMaximum", "minimum", "exclusiveMinimum", "minItems", "maxItems", "required",
}  # fmt: skip
_FORMATS = {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}
_SCALARS = (str, int, float, bool, type(None))


class _Inexpressible(Exception):
    pass


def strict_form(schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """`schema` for structured outputs; None if they cannot express it.

    An object that does not mention additional properties is closed. Optional properties are not expressible: the
    model would have to make them up.
    """
    if schema.get("type") != "object" or "anyOf" in schema or "$ref" in schema:
        return None
    try:
        return _strict(schema, root=True)
    except (_Inexpressible, RecursionError):
        return None


def is_object(schema: Mapping[str, Any]) -> bool:
    """Whether every value that validates is an object, as far as the root of `schema` shows."""
    return _is_object(schema, schema, decided={})


def _is_object(schema: object, root: Mapping[str, Any], *, decided: dict[str, bool]) -> bool:
    """`decided`: the result for each reference; a reference to itself counts as no."""
    if not isinstance(schema, Mapping):
        return False
    if "type" in schema:
        return schema["type"] in ("object", ["object"])
    if isinstance(ref := schema.get("$ref"), str):
        if ref not in decided:
            decided[ref] = False
            decided[ref] = _is_object(_target(ref, root), root, decided=decided)
        return decided[ref]
    for keyword in ("anyOf", "oneOf"):
        if isinstance(choices := schema.get(keyword), list):
            return all(_is_object(choice, root, decided=decided) for choice in choices)
    return "properties" in schema


def _target(ref: str, root: Mapping[str, Any]) -> object:
    place: object = root
    for part in ref.removeprefix("#").strip("/").split("/"):
        if part:
            key = part.replace("~1", "/").replace("~0", "~")
            place = place.get(key) if isinstance(place, Mapping) else None
    return place


def _strict(schema: object, *, root: bool = False) -> dict[str, Any]:
    if not isinstance(schema, Mapping):
        raise _Inexpressible
    strict: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword in _DROPPED:
            continue
        if keyword in ("properties", "$defs") and isinstance(value, Mapping) and (root or keyword != "$defs"):
            strict[keyword] = {name: _strict(part) for name, part in value.items()}
        elif keyword == "items":
            strict[keyword] = _strict(value)
        elif keyword == "anyOf" and isinstance(value, list):
            strict[keyword] = [_strict(part) for part in value]
        elif keyword in _PLAIN:
            strict[keyword] = value
        elif keyword != "additionalProperties" or value is not False:
            raise _Inexpressible
    _check(strict)
    if _may_be("object", strict):
        strict["additionalProperties"] = False
    return strict


def _check(strict: Mapping[str, Any]) -> None:
    if not strict.keys() & {"type", "enum", "const", "anyOf", "$ref"}:
        raise _Inexpressible
    if strict.get("format", "date") not in _FORMATS:
        raise _Inexpressible
    if not all(isinstance(value, _SCALARS) for value in (*strict.get("enum", ()), strict.get("const"))):
        raise _Inexpressible
    if _may_be("array", strict) and "items" not in strict:
        raise _Inexpressible
    if _may_be("object", strict):
        properties = strict.get("properties", {})
        if not properties or set(properties) != set(strict.get("required", ())):
            raise _Inexpressible


def _may_be(kind: str, schema: Mapping[str, Any]) -> bool:
    """By its own `type`."""
    kinds = schema.get("type")
    return kind in kinds if isinstance(kinds, list) else kinds == kind
