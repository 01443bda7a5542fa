"""JSON as PostgreSQL's jsonb returns it, so that stored values compare equal to parsed ones."""

from collections.abc import Mapping
from decimal import Decimal

from quickstart.parsing.parsed_content import Json


def as_stored(found: Mapping[str, Json]) -> dict[str, Json]:
    """Numbers as jsonb writes them: 1e+16 becomes 10000000000000000, -0.0 becomes 0.0."""
    return {name: _stored(value) for name, value in found.items()}


def _stored(value: Json) -> Json:
    if isinstance(value, float):
        # jsonb stores decimal digits without exponents; digits without a point are read as an integer.
        return int(Decimal(repr(value))) if value.is_integer() and "e" in repr(value) else value + 0.0
    if isinstance(value, list):
        return [_stored(item) for item in value]
    return as_stored(value) if isinstance(value, dict) else value
