"""A JSON Schema of draft 2020-12, as somebody gave it: checked before a model is asked, then used on its answer."""

import json
from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from referencing.jsonschema import EMPTY_REGISTRY

from brain.shapes.faults import SchemaFault, pointer, shortened
from brain.shapes.patterns import PatternFault, compiled
from brain.shapes.places import Place, Schema, check_references, schemas_within
from brain.shapes.validating import faults_of

MOST_BYTES = 20_000
MOST_DEPTH = 20
"""Objects and arrays within each other; what stands in `$defs` begins anew two levels down."""
MOST_PATTERNS = 50
DRAFT = "https://json-schema.org/draft/2020-12/schema"
_NOT_TAKEN = {
    "$anchor": 'refer by place, as "#/$defs/name"',
    "$dynamicAnchor": 'refer by place, as "#/$defs/name"',
    "$dynamicRef": 'use $ref, as "#/$defs/name"',
    "$recursiveRef": 'use $ref, as "#/$defs/name"',
    "unevaluatedItems": "use items: false",
    "unevaluatedProperties": "use additionalProperties: false",
}


class GivenSchema:
    """`schema` is what a model is told: the given one, without its name and that of its draft."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        """Raises SchemaFault."""
        schema = _plain(given)
        if schema.pop("$schema", DRAFT) not in (DRAFT, f"{DRAFT}#"):
            raise SchemaFault(
                "#/$schema", f"only draft 2020-12 is taken ({DRAFT}); leave it out to mean that"
            )
        schema.pop("$id", None)
        _check_against_draft(schema)
        schemas = schemas_within(schema)
        _check_keywords(schemas)
        check_references(schemas)
        self.schema: Mapping[str, Any] = schema

    def read(self, value: object) -> tuple[Any, tuple[str, ...]]:
        """The JSON value as it is, and what the schema has against it: the validator's words, at most five."""
        return value, faults_of(self.schema, value)


def _plain(given: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of nothing but JSON. The limits hold before anything looks into it."""
    if not isinstance(given, Mapping):
        raise SchemaFault("#", "the schema must be a JSON object")
    if _is_deeper(given, MOST_DEPTH):
        raise SchemaFault("#", f"it is nested deeper than {MOST_DEPTH} levels: put parts of it into $defs")
    try:
        text = json.dumps(given, ensure_ascii=False, allow_nan=False)
        size = len(text.encode())
    except (TypeError, ValueError) as error:
        raise SchemaFault("#", f"it is not JSON ({shortened(str(error))})") from error
    if size > MOST_BYTES:
        raise SchemaFault("#", f"it has {size:,} bytes; at most {MOST_BYTES:,} are taken")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _is_deeper(value: object, levels: int) -> bool:
    layer: list[object] = [value]
    for _ in range(levels):
        layer = [below for each in layer for below in _children(each)]
        if not layer:
            return False
    return any(isinstance(each, Mapping | list | tuple) for each in layer)


def _children(value: object) -> list[object]:
    if isinstance(value, Mapping):
        return list(value.values())
    return list(value) if isinstance(value, list | tuple) else []


def _check_against_draft(schema: Schema) -> None:
    # Without a registry of its own the validator would fetch what it does not know.
    draft = Draft202012Validator(Draft202012Validator.META_SCHEMA, registry=EMPTY_REGISTRY)
    error: ValidationError | None = best_match(draft.iter_errors(schema))
    if error is not None:
        raise SchemaFault(pointer(error.absolute_path), shortened(error.message))


def _check_keywords(schemas: Mapping[Place, Schema]) -> None:
    patterns = 0
    for place, schema in schemas.items():
        for keyword in ("$schema", "$id"):
            if keyword in schema:
                raise SchemaFault(pointer((*place, keyword)), "it may stand in the whole schema only")
        for keyword in sorted(_NOT_TAKEN.keys() & schema.keys()):
            raise SchemaFault(pointer((*place, keyword)), f"this keyword is not taken; {_NOT_TAKEN[keyword]}")
        for below, expression in _expressions(schema):
            patterns += 1
            try:
                compiled(expression)
            except PatternFault as error:
                raise SchemaFault(pointer((*place, *below)), str(error)) from error
    if patterns > MOST_PATTERNS:
        raise SchemaFault("#", f"it has {patterns} regular expressions; at most {MOST_PATTERNS} are taken")


def _expressions(schema: Schema) -> list[tuple[Place, str]]:
    named = [(("patternProperties", each), each) for each in schema.get("patternProperties", {})]
    return [*named, *([(("pattern",), schema["pattern"])] if "pattern" in schema else [])]
