"""Requests that the SDK's parser does not take: whose they are, and what of them is wrong."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from mcp_types import RequestId

# Deeper JSON is not read: the limit of the parser (jiter).
MAX_DEPTH = 200
MAX_PATH = 100
"""Characters."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_TEXT = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_TOKENS = re.compile(
    rf"(?P<text>{_TEXT})(?P<colon>\s*:\s*(?P<value>-?[0-9]{{1,300}}(?![.0-9eE])|{_TEXT})?)?|[{{}}\[\]\"]",
    re.DOTALL,
)
_DEPTHS = {"{": 1, "[": 1, "}": -1, "]": -1}


def request_id(body: str) -> RequestId | None:
    """The id of a request, also where its JSON cannot be read as a whole; None if it has none or none that is valid."""
    for depth, token in _walk(body):
        if depth == 1 and token["text"] == '"id"' and token["colon"]:
            return _as_id(token["value"])
    return None


def describe_fault(body: str) -> str | None:
    """What is wrong with a JSON text that the parser refused, as a sentence; None where it is no JSON."""
    try:
        value = json.loads(body)
    except RecursionError:
        return _too_deep()
    except ValueError:
        return None
    for keys, text in _texts(value):
        if wrong := _SURROGATE.search(text):
            line = text.count("\n", 0, wrong.start()) + 1
            return f"{_path(keys)}: line {line} has the character U+{ord(wrong[0]):04X}. Take it out."
    return _too_deep()


def _too_deep() -> str:
    return f"The JSON is nested too deeply: at most {MAX_DEPTH} levels are read."


def _walk(body: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Texts and brackets, each with how many brackets are open before it. A batch has no id of its own."""
    depth = 0
    for token in _TOKENS.finditer(body):
        # A text that is not closed would be looked for anew at each of its quotes.
        if (depth == 0 and token[0] != "{") or token[0] == '"':
            return
        yield depth, token
        depth += _DEPTHS.get(token[0], 0)


def _as_id(value: str | None) -> RequestId | None:
    try:
        found: RequestId | None = json.loads(value) if value else None
    except ValueError:
        return None
    return None if isinstance(found, str) and _SURROGATE.search(found) else found


def _texts(value: object) -> Iterator[tuple[Sequence[str | int], str]]:
    """Each text in a JSON value with the keys that lead to it, names of fields included; the keys are the walk's own.

    Not recursive, as it may be deep; in memory no more than the depth, as there may be millions of values.
    """
    keys: list[str | int] = []
    walks: list[Iterator[tuple[str | int, object]]] = [iter([("", value)])]
    while walks:
        key, each = next(walks[-1], (None, None))
        if key is None:
            walks.pop()
            del keys[-1:]
            continue
        keys.append(key)
        if isinstance(each, str):
            yield keys, each
        if isinstance(each, dict):
            for name in each:
                yield keys, name
            walks.append(iter(each.items()))
        elif isinstance(each, list):
            walks.append(iter(enumerate(each)))
        else:
            keys.pop()


def _path(keys: Sequence[str | int]) -> str:
    """`params.tags[1]`, its beginning where it is long."""
    steps = (f"[{key}]" if isinstance(key, int) else f".{key[:MAX_PATH]}" for key in keys[1:])
    return "".join(islice(steps, MAX_PATH)).lstrip(".")[:MAX_PATH] or "The JSON"
