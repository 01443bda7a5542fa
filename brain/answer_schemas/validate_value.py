"""Validate one value against one schema with jsonschema, RE2 for patterns and a limit on the work.

Schemas that branch while they descend into a value take time exponential in its depth, so every step of the validator
is charged to a budget. Only schemas that `JsonSchema` has checked may be passed in.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing.jsonschema import EMPTY_REGISTRY

from brain.answer_schemas.re2_patterns import compile_pattern
from brain.answer_schemas.schema_faults import MAX_FAULTS, shortened

MAX_STEPS = 20_000
TOO_MUCH = "it takes too many steps to check this against the schema"
_LETTERS_PER_STEP = 4
"""Of a text that a pattern searches."""
_PARTS_PER_STEP = 100

Keyword = Callable[[Any, Any, Any, Any], Iterator[ValidationError] | None]


class _BudgetSpent(Exception):
    """Validation took too many steps."""


class _StepBudget:
    def __init__(self) -> None:
        self.steps = MAX_STEPS

    def spend(self, steps: int) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise _BudgetSpent

    def matches(self, expression: str, text: str) -> bool:
        self.spend(1 + len(text) // _LETTERS_PER_STEP)
        return compile_pattern(expression).search(text) is not None


def find_faults(schema: Mapping[str, Any], value: Any) -> tuple[str, ...]:
    """The validator's messages, "$.place: message" each, at most five; empty for a valid value."""
    validator = _validator_class(_StepBudget())(schema, registry=EMPTY_REGISTRY)
    words: list[str] = []
    try:
        for error in validator.iter_errors(value):
            # Of an `anyOf` or `oneOf` in which nothing fits, the best match is reported.
            nearest = best_match([error]) or error
            words.append(shortened(f"{nearest.json_path}: {nearest.message}"))
            if len(words) == MAX_FAULTS:
                break
    except (_BudgetSpent, RecursionError, ArithmeticError):
        return (*words, f"$: {TOO_MUCH}")
    return tuple(words)


def _validator_class(budget: _StepBudget) -> type[Validator]:
    keywords: dict[str, Keyword] = dict(Draft202012Validator.VALIDATORS)
    keywords |= {"pattern": _pattern(budget), "patternProperties": _pattern_properties(budget)}
    keywords["additionalProperties"] = _additional_properties(budget, keywords["additionalProperties"])
    keywords["uniqueItems"] = _unique_items
    metered = {name: _metered(budget, check) for name, check in keywords.items()}
    return cast(type[Validator], extend(Draft202012Validator, metered))  # type: ignore[no-untyped-call]  # so its stubs say


def _metered(budget: _StepBudget, check: Keyword) -> Keyword:
    def metered(validator: Any, expected: Any, value: Any, schema: Any) -> Iterator[ValidationError] | None:
        budget.spend(1 + (_size(expected) + _size(value)) // _PARTS_PER_STEP)
        return check(validator, expected, value, schema)

    return metered


def _size(value: object) -> int:
    return len(value) if isinstance(value, str | list | dict) else 0


def _unique_items(validator: Any, expected: bool, value: object, schema: object) -> Iterator[ValidationError]:
    """In linear time; the original compares every pair."""
    if expected and isinstance(value, list) and len({_key(item) for item in value}) < len(value):
        yield ValidationError(f"{value!r} has non-unique elements")


def _key(value: object) -> str:
    """Equal for values that JSON Schema treats as equal: 1 and 1.0, but not true."""
    return json.dumps(_with_whole_numbers(value), sort_keys=True)


def _with_whole_numbers(value: object) -> object:
    if isinstance(value, list):
        return [_with_whole_numbers(item) for item in value]
    if isinstance(value, dict):
        return {name: _with_whole_numbers(item) for name, item in value.items()}
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _pattern(budget: _StepBudget) -> Keyword:
    def pattern(validator: Any, expression: str, value: object, schema: object) -> Iterator[ValidationError]:
        if isinstance(value, str) and not budget.matches(expression, value):
            yield ValidationError(f"{value!r} does not match {expression!r}")

    return pattern


def _pattern_properties(budget: _StepBudget) -> Keyword:
    def pattern_properties(
        validator: Any, expected: Mapping[str, Any], value: object, schema: object
    ) -> Iterator[ValidationError]:
        if isinstance(value, dict):
            for expression, part in expected.items():
                for name in value:
                    if budget.matches(expression, name):
                        yield from validator.descend(value[name], part, path=name, schema_path=expression)

    return pattern_properties


def _additional_properties(budget: _StepBudget, original: Keyword) -> Keyword:
    """The original matches names with Python's `re`: it is given only the properties that are left."""

    def additional_properties(
        validator: Any, expected: object, value: object, schema: Mapping[str, Any]
    ) -> Iterator[ValidationError] | None:
        if not isinstance(value, dict):
            return None
        properties, expressions = schema.get("properties", {}), schema.get("patternProperties", {})
        additional = {
            name: part
            for name, part in value.items()
            if name not in properties and not any(budget.matches(each, name) for each in expressions)
        }
        return original(validator, expected, additional, {})

    return additional_properties
