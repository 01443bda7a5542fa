"""A profile file: JSON if its name says so, else YAML. The profile of an account's export is taken out of its row."""

import json
from typing import Any

from core.text.file_faults import Fault
from core.text.yaml_data import InvalidYamlError, read_yaml

MAX_BYTES = 1_000_000
# The columns that a row of `brain/profile.jsonl` has beside the profile itself.
_ROW = {"id", "name", "data", "text", "tokens", "version", "created", "updated"}


class UnreadableProfileError(ValueError):
    """The file cannot be read; `fault` says why, with its line."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def read_profile(file: str, text: str) -> Any:
    """The data of a file. Raises UnreadableProfileError."""
    text = text.removeprefix("\ufeff")
    if (size := len(text.encode(errors="surrogatepass"))) > MAX_BYTES:
        raise UnreadableProfileError(Fault(file, 0, "", f"has {size:,} bytes; {MAX_BYTES:,} are allowed"))
    if file.lower().endswith((".json", ".jsonl")):
        return _profile_of(_json(file, text))
    try:
        return _profile_of(read_yaml(text).value)
    except InvalidYamlError as error:
        raise UnreadableProfileError(Fault(file, error.line, "", f"is not YAML: {error}")) from error


def _profile_of(value: Any) -> Any:
    return value["data"] if isinstance(value, dict) and value.keys() >= _ROW else value


def _json(file: str, text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_refuse_duplicates)
    except json.JSONDecodeError as error:
        raise UnreadableProfileError(Fault(file, error.lineno, "", f"is not JSON: {error.msg}")) from error
    except (ValueError, RecursionError) as error:
        reason = "nests too deeply" if isinstance(error, RecursionError) else f"is not taken: {error}"
        raise UnreadableProfileError(Fault(file, 0, "", reason)) from error


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name[:60]!r} stands twice in one object")
        found[name] = value
    return found
