"""Request fields of this app, with what the documentation says of them. `services/stone_draft.py` has the rules."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.rest.strict_fields import StrictTextField
from stones.format import CHANNELS, STONE_TYPES
from stones.services.stone_draft import WRITTEN_LEVELS


@extend_schema_field({"type": ["string", "null"], "enum": [*CHANNELS, None]})
class ChannelField(StrictTextField):
    pass


@extend_schema_field({"type": ["string", "null"], "enum": [*STONE_TYPES, None]})
class TypeField(StrictTextField):
    pass


@extend_schema_field(
    {
        "oneOf": [
            {
                "type": "object",
                "properties": {str(number): {"type": "string"} for number in WRITTEN_LEVELS},
                "additionalProperties": False,
            },
            {"type": "array", "items": {"type": "string"}, "maxItems": len(WRITTEN_LEVELS)},
            {"type": "null"},
        ]
    }
)
class LevelsField(serializers.Field[dict[int, str], Any, Any, Any]):
    """Levels by number, {"0": "…", "2": "…"}, or LOD-0 first in a list."""

    default_error_messages = {
        "invalid": 'Must be an object such as {{"0": "…"}}, or a list of texts from LOD-0.',
        "number": "{name} is no level that can be given: 0, 1 and 2 are.",
        "text": "LOD-{name} must be a text.",
    }

    def to_internal_value(self, data: Any) -> dict[int, str]:
        if isinstance(data, list):
            data = {str(number): text for number, text in enumerate(data)}
        if not isinstance(data, dict):
            self.fail("invalid")
        for name, text in data.items():
            if name not in map(str, WRITTEN_LEVELS):
                self.fail("number", name=repr(name[:20]))
            if not isinstance(text, str):
                self.fail("text", name=name)
        return {int(name): text for name, text in data.items()}
