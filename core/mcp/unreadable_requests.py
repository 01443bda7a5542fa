"""Requests that the SDK's parser does not take: whose they are, and what of them is wrong."""

import json
import re
from collections.abc import Iterator

from mcp_types import RequestId

# Deeper JSON is not read: the limit of the parser (jiter).
MAX_DEPTH = 200
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
    for path, text in _texts(value):
        if wrong := _SURROGATE.search(text):
            line = text.count("\n", 0, wrong.start()) + 1
            return f"{path}: line {line} has the character U+{ord(wrong[0]):04X}. Take it out."
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


def _texts(value: object) -> Iterator[tuple[str, str]]:
    """Each text in a JSON value with its path, names of fields included. Not recursive: it may be deep."""
    waiting: list[tuple[str, object]] = [("", value)]
    while waiting:
        path, each = waiting.pop()
        if isinstance(each, str):
            yield path or "The JSON", each
        elif isinstance(each, dict):
            for name in each:
                yield path or "The JSON", name
            waiting += [(f"{path}.{name}".lstrip("."), item) for name, item in reversed(each.items())]
        elif isinstance(each, list):
            waiting += [(f"{path}[{at}]", item) for at, item in reversed(list(enumerate(each)))]
