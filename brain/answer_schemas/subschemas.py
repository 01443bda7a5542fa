"""The schemas within a schema by their place, and which of them apply to the same value.

JSON Schema core 2020-12, sections 10 and 11.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from brain.answer_schemas.schema_faults import SchemaFault, pointer

SchemaPath = tuple[str, ...]
Schema = Mapping[str, Any]

MAX_AT_ONCE = 500
"""Schemas that apply to one value, counted each time they do."""
_MAX_CHAIN = 100

_ONE = ("additionalProperties", "items", "contains", "propertyNames", "not", "if", "then", "else")
_SEVERAL = ("allOf", "anyOf", "oneOf", "prefixItems")
_NAMED = ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
_SAME_VALUE = {"not", "if", "then", "else", "allOf", "anyOf", "oneOf", "dependentSchemas"}


def schemas_within(schema: Schema) -> dict[SchemaPath, Schema]:
    """All subschemas that are reached without following references, by their places; `()` is the whole."""
    found: dict[SchemaPath, Schema] = {}
    queue: deque[tuple[SchemaPath, Schema]] = deque([((), schema)])
    while queue:
        place, part = queue.popleft()
        found[place] = part
        queue += ((place + below, each) for below, each in _below(part))
    return found


def check_references(schemas: Mapping[SchemaPath, Schema]) -> None:
    """Raises SchemaFault for a reference that leads to none of `schemas`, and for schemas that apply to one value
    without end or too often.

    A reference to an enclosing schema is allowed where it descends into the value.
    """
    for place, schema in schemas.items():
        if "$ref" in schema:
            _target(schema["$ref"], place, schemas)
    counts: dict[SchemaPath, int] = {}
    for place in schemas:
        if _count_at_once(place, schemas, counts, ()) > MAX_AT_ONCE:
            raise SchemaFault(pointer(place), f"more than {MAX_AT_ONCE} schemas apply here to one value")


def _below(schema: Schema) -> Iterator[tuple[SchemaPath, Schema]]:
    for keyword in _ONE:
        if isinstance(part := schema.get(keyword), Mapping):
            yield (keyword,), part
    for keyword in _SEVERAL:
        for number, part in enumerate(schema.get(keyword, ())):
            if isinstance(part, Mapping):
                yield (keyword, str(number)), part
    for keyword in _NAMED:
        for name, part in schema.get(keyword, {}).items():
            if isinstance(part, Mapping):
                yield (keyword, name), part


def _target(reference: str, place: SchemaPath, schemas: Mapping[SchemaPath, Schema]) -> SchemaPath:
    here = pointer((*place, "$ref"))
    if not (reference == "#" or reference.startswith("#/")):
        raise SchemaFault(
            here, 'only references within the schema are followed, as "#/$defs/name"; nothing is fetched'
        )
    parts = unquote(reference[1:]).split("/")[1:]
    target = tuple(part.replace("~1", "/").replace("~0", "~") for part in parts)
    if target not in schemas:
        raise SchemaFault(here, f"no schema stands at {reference[:200]!r}")
    return target


def _count_at_once(
    place: SchemaPath,
    schemas: Mapping[SchemaPath, Schema],
    counts: dict[SchemaPath, int],
    above: tuple[SchemaPath, ...],
) -> int:
    if place in counts:
        return counts[place]
    if place in above or len(above) > _MAX_CHAIN:
        raise SchemaFault(
            pointer(place),
            "it applies to the same value again and again, or by too many steps: a schema may refer to itself only "
            "further inside the value",
        )
    schema = schemas[place]
    applied = [place + below for below, _ in _below(schema) if below[0] in _SAME_VALUE]
    if "$ref" in schema:
        applied.append(_target(schema["$ref"], place, schemas))
    # Stop once it is too many: the sum of a chain that doubles at each step has hundreds of digits.
    counts[place] = min(
        1 + sum(_count_at_once(each, schemas, counts, (*above, place)) for each in applied), MAX_AT_ONCE + 1
    )
    return counts[place]
