"""The JSON within a model's reply, which may surround it with reasoning, fences and pleasantries."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any, NoReturn

_FENCED = re.compile(r"```[a-zA-Z]*\n(.*?)```", re.DOTALL)


class NotJSON(Exception):
    """Why none was found, without quoting the model."""


def object_part(content: str) -> str:
    """From the first brace to the last; empty if there is none."""
    text = _without_thoughts(content)
    return text[text.find("{") : text.rfind("}") + 1] if "{" in text else ""


def json_in(content: str) -> Any:
    """The value of `content`, or else of its first fence, or else the longest object or array in it.

    Raises NotJSON.
    """
    for text in _candidates(_without_thoughts(content)):
        try:
            return json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            continue
    raise NotJSON("it holds no JSON")


def is_storable(value: object) -> bool:
    """Whether it can be stored and sent: Postgres has no NUL, UTF-8 no lone surrogates, JSON no infinity."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            if "\0" in item or not _is_unicode(item):
                return False
        elif isinstance(item, float):
            if not math.isfinite(item):
                return False
        elif isinstance(item, dict):
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, list | tuple | set):
            waiting += item
    return True


def _without_thoughts(content: str) -> str:
    text = content.lstrip()
    return text.partition("</think>")[2] if text.startswith("<think>") else text


def _candidates(text: str) -> Iterator[str]:
    yield text
    if fenced := _FENCED.search(text):
        yield fenced[1]
    parts = [text[text.find(opening) : text.rfind(closing) + 1] for opening, closing in ("{}", "[]")]
    yield from sorted(parts, key=len, reverse=True)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
