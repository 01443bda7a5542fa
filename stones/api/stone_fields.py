"""Request fields of this app, with what the documentation says of them. The rules: `services.stone_draft`."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.rest.strict_fields import StrictTextField
from stones.format import CHANNELS, STONE_TYPES
from stones.services.read_json_draft import LEVELS_FAULTS, InvalidLevelsField, read_levels
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

    default_error_messages = {**LEVELS_FAULTS}

    def to_internal_value(self, data: Any) -> dict[int, str]:
        try:
            return read_levels(data)
        except InvalidLevelsField as fault:
            self.fail(fault.code, name=fault.name)
