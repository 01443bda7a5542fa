"""What is wrong, with a schema or with an answer, in words that say where."""

from collections.abc import Iterable

MAX_FAULTS = 5
_MAX_CHARACTERS = 300


class SchemaFault(Exception):
    """A schema that cannot be taken. `place` is a JSON pointer into it: "#/properties/age"."""

    def __init__(self, place: str, words: str) -> None:
        super().__init__(f"{place}: {words}")
        self.place = place
        self.words = words


def pointer(parts: Iterable[object]) -> str:
    """The place as a URI fragment would have it, escapes of RFC 6901 included; in one line, however odd the names."""
    names = (str(part).replace("~", "~0").replace("/", "~1") for part in parts)
    return shortened("/".join(["#", *names]))


def shortened(words: str) -> str:
    """In one line of at most 300 characters: what a validator quotes stands in the middle, what it says at the ends."""
    line = " ".join(words.split())
    half = _MAX_CHARACTERS // 2 - 2
    return line if len(line) <= _MAX_CHARACTERS else f"{line[:half]} … {line[-half:]}"
