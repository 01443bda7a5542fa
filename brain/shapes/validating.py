"""One value against one schema, by jsonschema, with RE2 for its expressions and an end to its work.

Schemas that branch while they go into a value take time exponential in its depth, so each step of the validator is
paid from a purse. Only schemas that `given` has checked may come here.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing.jsonschema import EMPTY_REGISTRY

from brain.shapes.faults import MOST_FAULTS, shortened
from brain.shapes.patterns import compiled

MOST_STEPS = 20_000
TOO_MUCH = "it takes too many steps to check this against the schema"
_LETTERS_A_STEP = 4
"""Of a text that an expression looks through."""
_PARTS_A_STEP = 100

Keyword = Callable[[Any, Any, Any, Any], Iterator[ValidationError] | None]


class _Spent(Exception):
    """The purse is empty."""


class _Purse:
    def __init__(self) -> None:
        self.steps = MOST_STEPS

    def pay(self, steps: int) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise _Spent

    def matches(self, expression: str, text: str) -> bool:
        self.pay(1 + len(text) // _LETTERS_A_STEP)
        return compiled(expression).search(text) is not None


def faults_of(schema: Mapping[str, Any], value: Any) -> tuple[str, ...]:
    """What the validator has against `value`, "$.place: its words" each, at most five; empty where it is valid."""
    validator = _validator_class(_Purse())(schema, registry=EMPTY_REGISTRY)
    words: list[str] = []
    try:
        for error in validator.iter_errors(value):
            # Of a choice of which nothing fits: what comes closest.
            nearest = best_match([error]) or error
            words.append(shortened(f"{nearest.json_path}: {nearest.message}"))
            if len(words) == MOST_FAULTS:
                break
    except (_Spent, RecursionError, ArithmeticError):
        return (*words, f"$: {TOO_MUCH}")
    return tuple(words)


def _validator_class(purse: _Purse) -> type[Validator]:
    keywords: dict[str, Keyword] = dict(Draft202012Validator.VALIDATORS)
    keywords |= {"pattern": _pattern(purse), "patternProperties": _pattern_properties(purse)}
    keywords["additionalProperties"] = _additional_properties(purse, keywords["additionalProperties"])
    keywords["uniqueItems"] = _unique_items
    paid = {name: _paid(purse, check) for name, check in keywords.items()}
    return cast(type[Validator], extend(Draft202012Validator, paid))  # type: ignore[no-untyped-call]  # so its stubs say


def _paid(purse: _Purse, check: Keyword) -> Keyword:
    def paid(validator: Any, wanted: Any, value: Any, schema: Any) -> Iterator[ValidationError] | None:
        purse.pay(1 + (_size(wanted) + _size(value)) // _PARTS_A_STEP)
        return check(validator, wanted, value, schema)

    return paid


def _size(value: object) -> int:
    return len(value) if isinstance(value, str | list | dict) else 0


def _unique_items(validator: Any, wanted: bool, value: object, schema: object) -> Iterator[ValidationError]:
    """The original compares each with each."""
    if wanted and isinstance(value, list) and len({_key(item) for item in value}) < len(value):
        yield ValidationError(f"{value!r} has non-unique elements")


def _key(value: object) -> str:
    """The same for values that JSON Schema takes for equal: 1 and 1.0, but not true."""
    return json.dumps(_with_whole_numbers(value), sort_keys=True)


def _with_whole_numbers(value: object) -> object:
    if isinstance(value, list):
        return [_with_whole_numbers(item) for item in value]
    if isinstance(value, dict):
        return {name: _with_whole_numbers(item) for name, item in value.items()}
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _pattern(purse: _Purse) -> Keyword:
    def pattern(validator: Any, expression: str, value: object, schema: object) -> Iterator[ValidationError]:
        if isinstance(value, str) and not purse.matches(expression, value):
            yield ValidationError(f"{value!r} does not match {expression!r}")

    return pattern


def _pattern_properties(purse: _Purse) -> Keyword:
    def pattern_properties(
        validator: Any, wanted: Mapping[str, Any], value: object, schema: object
    ) -> Iterator[ValidationError]:
        if isinstance(value, dict):
            for expression, part in wanted.items():
                for name in value:
                    if purse.matches(expression, name):
                        yield from validator.descend(value[name], part, path=name, schema_path=expression)

    return pattern_properties


def _additional_properties(purse: _Purse, original: Keyword) -> Keyword:
    """The original looks for the further properties with Python's expressions: it is shown these alone."""

    def additional_properties(
        validator: Any, wanted: object, value: object, schema: Mapping[str, Any]
    ) -> Iterator[ValidationError] | None:
        if not isinstance(value, dict):
            return None
        known, expressions = schema.get("properties", {}), schema.get("patternProperties", {})
        further = {
            name: part
            for name, part in value.items()
            if name not in known and not any(purse.matches(each, name) for each in expressions)
        }
        return original(validator, wanted, further, {})

    return additional_properties
