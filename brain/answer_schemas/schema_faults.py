"""Faults of a schema or of an answer, with the place of each."""

from collections.abc import Iterable

MAX_FAULTS = 5
_MAX_CHARACTERS = 300


class SchemaFault(Exception):
    """A schema that is refused. `place` is a JSON pointer into it: "#/properties/age"."""

    def __init__(self, place: str, words: str) -> None:
        super().__init__(f"{place}: {words}")
        self.place = place
        self.words = words


def pointer(parts: Iterable[object]) -> str:
    """A JSON pointer as a URI fragment, escapes of RFC 6901 included; always one line."""
    names = (str(part).replace("~", "~0").replace("/", "~1") for part in parts)
    return shortened("/".join(["#", *names]))


def shortened(words: str) -> str:
    """One line of at most 300 characters; the middle is cut, where a validator quotes the value."""
    line = " ".join(words.split())
    half = _MAX_CHARACTERS // 2 - 2
    return line if len(line) <= _MAX_CHARACTERS else f"{line[:half]} … {line[-half:]}"
