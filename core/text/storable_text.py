"""Text and JSON as they are stored. Postgres has no NUL, and UTF-8 no half of a character (a lone surrogate, as a
command line or an escape in JSON may have).
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def is_storable(text: str) -> bool:
    return _UNSTORABLE.search(text) is None


def storable(text: str) -> str:
    """With a blank for each NUL and "?" for each half of a character."""
    return text.encode(errors="replace").decode().replace("\x00", " ")


def remove_unstorable(text: str) -> str:
    """Without them."""
    return _UNSTORABLE.sub("", text)


def storable_line(text: str) -> str:
    """As `storable`, on one line, each run of white space one space: how a question is asked."""
    return " ".join(storable(text).split())


def plain_lines(text: str) -> str:
    """What a file holds, without its byte order mark, each line end a "\\n"."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def storable_json(value: Any, change: Callable[[str], str] = storable) -> Any:
    """A JSON value with all its texts, names of fields among them, changed by `storable` or `remove_unstorable`."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {change(name): storable_json(each, change) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [storable_json(each, change) for each in value]
    return value
