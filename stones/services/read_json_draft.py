"""The fields of a draft as JSON holds them, each of its own type or refused: `"yes"` is a mistake, not True."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from stones.services.stone_draft import TTL_DAYS, WRITTEN_LEVELS

TEXTS = ("summary", "detail", "content", "glow_channel", "stone_type", "source_agent", "history")
LEVELS_FAULTS = {
    "invalid": 'Must be an object such as {{"0": "…"}}, or a list of texts from LOD-0.',
    "number": "{name} is no level that can be given: 0, 1 and 2 are.",
    "text": "LOD-{name} must be a text.",
}


class InvalidLevelsField(ValueError):
    """`code` is a key of LEVELS_FAULTS, `name` the level that is wrong."""

    def __init__(self, code: str, name: str = "") -> None:
        super().__init__(LEVELS_FAULTS[code].format(name=name))
        self.code, self.name = code, name


def read_levels(data: object) -> dict[int, str]:
    """Levels by number, {"0": "…", "2": "…"}, or LOD-0 first in a list. Raises InvalidLevelsField."""
    if isinstance(data, list):
        data = {str(number): text for number, text in enumerate(data)}
    if not isinstance(data, dict):
        raise InvalidLevelsField("invalid")
    for name, text in data.items():
        if name not in map(str, WRITTEN_LEVELS):
            raise InvalidLevelsField("number", repr(name[:20]))
        if not isinstance(text, str):
            raise InvalidLevelsField("text", name)
    return {int(name): text for name, text in data.items()}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("Must be a text.")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("Must be true or false.")
    return value


def _days(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("Must be a whole number.")
    if value < TTL_DAYS[0]:
        raise ValueError(f"Ensure this value is greater than or equal to {TTL_DAYS[0]}.")
    if value > TTL_DAYS[-1]:
        raise ValueError(f"Ensure this value is less than or equal to {TTL_DAYS[-1]}.")
    return value


_READERS: dict[str, Callable[[object], Any]] = dict.fromkeys(TEXTS, _text) | {
    "generate_lods": _flag,
    "levels": read_levels,
    "ttl_days": _days,
}
_NOT_NULL = ("content", "generate_lods")


def read_draft_fields(values: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The fields of a StoneDraft that are given and not null, and what is wrong with others; unknown names are passed
    over.
    """
    fields, faults = {}, list(_find_missing(values))
    for name, reader in _READERS.items():
        if values.get(name) is not None:
            try:
                fields[name] = reader(values[name])
            except ValueError as error:
                faults.append(f"{name}: {error}")
    return fields, faults


def _find_missing(values: Mapping[str, Any]) -> Iterator[str]:
    if "content" not in values:
        yield "content: This field is required."
    for name in _NOT_NULL:
        if name in values and values[name] is None:
            yield f"{name}: This field may not be null."
