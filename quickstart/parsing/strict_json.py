"""One JSON object per line, strictly: what RFC 8259 leaves open (repeated names, lone surrogates) is reported.

PostgreSQL's jsonb and text can hold neither NUL nor lone surrogates, so they are refused here.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from quickstart.parsing.parsed_content import Json

MAX_LINE_CHARACTERS = 1_000_000
MAX_DEPTH = 20
"""Nested lists and objects."""

_HALF = re.compile("[\ud800-\udfff]")
FieldProblem = tuple[str, str]
"""The name of a field, empty for the whole line, and what is wrong with it."""


def read_object(line: str) -> tuple[dict[str, Json] | None, list[FieldProblem]]:
    """The object of a line, None if there is none, and all of its problems."""
    if len(line) > MAX_LINE_CHARACTERS:
        return None, [("", f"is {len(line):,} characters long; {MAX_LINE_CHARACTERS:,} are allowed")]
    try:
        value, problems = decode_strictly(line)
    except json.JSONDecodeError as error:
        return None, [("", f"is not JSON: {error_in_words(error)} (column {error.colno})")]
    except RecursionError:
        return None, [("", f"is nested deeper than {MAX_DEPTH} levels")]
    if not isinstance(value, dict):
        return None, [("", f"is {json_type_name(value)}, not a JSON object")]
    problems += [(name, reason) for name, inner in value.items() for reason in _forbidden(name, inner)]
    return value, problems


def decode_strictly(text: str) -> tuple[Json, list[FieldProblem]]:
    """A JSON value, and problems that `json` would have accepted. Raises JSONDecodeError and RecursionError as `json`
    does.
    """
    reader = _StrictDecoder()
    value: Json = reader.decoder.decode(text.strip())
    return value, reader.problems


def error_in_words(error: json.JSONDecodeError) -> str:
    return error.msg[0].lower() + error.msg[1:]


def json_type_name(value: Json) -> str:
    """The kind of a JSON value, with its article."""
    kinds: dict[type, str] = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
    return kinds.get(type(value), "null" if value is None else "a number")


class _StrictDecoder:
    """A decoder that reports what `json` accepts silently."""

    def __init__(self) -> None:
        self.problems: list[FieldProblem] = []
        self.decoder = json.JSONDecoder(
            object_pairs_hook=self._object,
            parse_constant=self._constant,
            parse_float=self._float,
            parse_int=self._int,
        )

    def _object(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            repeated = dict.fromkeys(name for name in names if names.count(name) > 1)
            self.problems += [(name, "stands twice in one object") for name in repeated]
        return found

    def _constant(self, text: str) -> None:
        self.problems.append(("", f"{text} is not a JSON value"))

    def _float(self, text: str) -> float:
        if math.isinf(value := float(text)):
            self.problems.append(("", f"the number {text[:40]} is too large"))
        return value

    def _int(self, text: str) -> int:
        try:
            return int(text)
        except ValueError:  # more digits than Python reads
            self.problems.append(("", f"the number {text[:40]}… is too large"))
            return 0


def _forbidden(name: str, value: Json) -> Iterator[str]:
    """Reasons why a field must not be stored, each once."""
    texts = [name]
    queue: list[tuple[int, Any]] = [(1, value)]
    deep = False
    while queue:
        depth, inner = queue.pop()
        deep |= depth > MAX_DEPTH
        if isinstance(inner, str):
            texts.append(inner)
        elif isinstance(inner, list):
            queue += ((depth + 1, item) for item in inner)
        elif isinstance(inner, dict):
            texts += inner
            queue += ((depth + 1, item) for item in inner.values())
    if deep:
        yield f"is nested deeper than {MAX_DEPTH} levels"
    if any("\0" in text for text in texts):
        yield "holds a NUL character"
    if any(_HALF.search(text) for text in texts):
        yield "holds half of a surrogate pair"
