"""A caller's JSON Schema (draft 2020-12): checked before a model is asked, then used to validate its answer."""

import json
from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from referencing.jsonschema import EMPTY_REGISTRY

from brain.answer_schemas.re2_patterns import PatternFault, compile_pattern
from brain.answer_schemas.schema_faults import SchemaFault, pointer, shortened
from brain.answer_schemas.subschemas import Schema, SchemaPath, check_references, schemas_within
from brain.answer_schemas.validate_value import find_faults

MAX_BYTES = 20_000
MAX_DEPTH = 20
"""Nested objects and arrays; definitions in `$defs` start again two levels down."""
MAX_PATTERNS = 50
DRAFT = "https://json-schema.org/draft/2020-12/schema"
_UNSUPPORTED_KEYWORDS = {
    "$anchor": 'refer by place, as "#/$defs/name"',
    "$dynamicAnchor": 'refer by place, as "#/$defs/name"',
    "$dynamicRef": 'use $ref, as "#/$defs/name"',
    "$recursiveRef": 'use $ref, as "#/$defs/name"',
    "unevaluatedItems": "use items: false",
    "unevaluatedProperties": "use additionalProperties: false",
}


class JsonSchema:
    """`schema` is what the model is sent: the caller's, without its name (`title`, `$id`) and the draft's
    (`$schema`).
    """

    def __init__(self, source: Mapping[str, Any]) -> None:
        """Raises SchemaFault."""
        schema = _plain(source)
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
        """The JSON value unchanged, and the validator's messages against it, at most five."""
        return value, find_faults(self.schema, value)


def _plain(source: Mapping[str, Any]) -> dict[str, Any]:
    """A copy that holds plain JSON only. Size and depth are checked before anything else reads it."""
    if not isinstance(source, Mapping):
        raise SchemaFault("#", "the schema must be a JSON object")
    if _is_deeper(source, MAX_DEPTH):
        raise SchemaFault("#", f"it is nested deeper than {MAX_DEPTH} levels: put parts of it into $defs")
    try:
        text = json.dumps(source, ensure_ascii=False, allow_nan=False)
        size = len(text.encode())
    except (TypeError, ValueError) as error:
        raise SchemaFault("#", f"it is not JSON ({shortened(str(error))})") from error
    if size > MAX_BYTES:
        raise SchemaFault("#", f"it has {size:,} bytes; at most {MAX_BYTES:,} are taken")
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
    # Without a registry of its own the validator would fetch unknown references.
    draft = Draft202012Validator(Draft202012Validator.META_SCHEMA, registry=EMPTY_REGISTRY)
    error: ValidationError | None = best_match(draft.iter_errors(schema))
    if error is not None:
        raise SchemaFault(pointer(error.absolute_path), shortened(error.message))


def _check_keywords(schemas: Mapping[SchemaPath, Schema]) -> None:
    patterns = 0
    for place, schema in schemas.items():
        for keyword in ("$schema", "$id"):
            if keyword in schema:
                raise SchemaFault(pointer((*place, keyword)), "it may stand in the whole schema only")
        for keyword in sorted(_UNSUPPORTED_KEYWORDS.keys() & schema.keys()):
            raise SchemaFault(
                pointer((*place, keyword)), f"this keyword is not taken; {_UNSUPPORTED_KEYWORDS[keyword]}"
            )
        for below, expression in _expressions(schema):
            patterns += 1
            try:
                compile_pattern(expression)
            except PatternFault as error:
                raise SchemaFault(pointer((*place, *below)), str(error)) from error
    if patterns > MAX_PATTERNS:
        raise SchemaFault("#", f"it has {patterns} regular expressions; at most {MAX_PATTERNS} are taken")


def _expressions(schema: Schema) -> list[tuple[SchemaPath, str]]:
    named = [(("patternProperties", each), each) for each in schema.get("patternProperties", {})]
    return [*named, *([(("pattern",), schema["pattern"])] if "pattern" in schema else [])]
