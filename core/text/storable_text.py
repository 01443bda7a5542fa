"""Text and JSON as they are stored. Postgres has no NUL, and UTF-8 no half of a character (a lone surrogate, as a
command line or an escape in JSON may have).
"""

import re
from collections.abc import Mapping
from typing import Any

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def is_storable(text: str) -> bool:
    return _UNSTORABLE.search(text) is None


def storable(text: str) -> str:
    """With a blank for each NUL and "?" for each half of a character."""
    return text.encode(errors="replace").decode().replace("\x00", " ")


def storable_line(text: str) -> str:
    """The same on one line, each run of white space one space: how a question is asked."""
    return " ".join(storable(text).split())


def plain_lines(text: str) -> str:
    """What a file holds, without its byte order mark, each line end a "\\n"."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def storable_json(value: Any) -> Any:
    """A JSON value with its texts, in lists and objects too, as `storable` has them; names are left as they are."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, Mapping):
        return {name: storable_json(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [storable_json(each) for each in value]
    return value
