"""Decodes one field of a JSON object while its text still arrives: what a reader may see of an answer being written."""

from collections.abc import Generator

_THOUGHTS, _THOUGHTS_END = "<think>", "</think>"
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_UNKNOWN = "\ufffd"

# Takes one character at a time.
_Parser = Generator[None, str, None]
_Reader = Generator[None, str, str]


class FieldDecoder:
    """Decodes the string of a field at the top of the first object in a text, as far as the text is there.

    Before the object may stand thoughts and pleasantries. What no database stores (NUL, half of a surrogate pair)
    becomes U+FFFD. After a fault nothing more comes: whoever reads the whole text names it.
    """

    def __init__(self, field: str) -> None:
        self._field = field
        self._out: list[str] = []
        self._is_over = False
        self._parser = self._parse()
        next(self._parser)

    def feed(self, text: str) -> str:
        """The characters of the field that this piece of the text completes."""
        for character in "" if self._is_over else text:
            try:
                self._parser.send(character)
            except (StopIteration, ValueError):
                self._is_over = True
                break
        decoded = "".join(self._out)
        self._out.clear()
        return decoded

    def _parse(self) -> _Parser:
        yield from _skip_to_object()
        while True:
            character = yield from _next_sign()
            if character == ",":
                continue
            if character != '"':
                return
            name = yield from self._string(shown=False)
            if (yield from _next_sign()) != ":":
                return
            character = yield from _next_sign()
            if character == '"':
                yield from self._string(shown=name == self._field)
            elif (yield from _skip_value(character)) == "}":
                return

    def _string(self, *, shown: bool) -> _Reader:
        """The string whose opening quote was read; empty where it is shown, as its characters go out at once."""
        read: list[str] = []
        out = self._out if shown else read
        high = 0
        while True:
            character = yield
            unit = -1
            if character == "\\":
                character, unit = yield from _escape()
            elif character == '"':
                if high:
                    out.append(_UNKNOWN)
                return "".join(read)
            if high and 0xDC00 <= unit <= 0xDFFF:
                out.append(chr(0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00)))
                high = 0
                continue
            if high:
                out.append(_UNKNOWN)
                high = 0
            if 0xD800 <= unit <= 0xDBFF:
                high = unit
            else:
                out.append(_storable(character))


def _skip_to_object() -> _Parser:
    start = yield from _next_sign()
    while start != _THOUGHTS and _THOUGHTS.startswith(start):
        start += yield
    if start.endswith("{"):
        return
    if start == _THOUGHTS:
        seen = ""
        while seen != _THOUGHTS_END:
            seen = (seen + (yield))[-len(_THOUGHTS_END) :]
    while (yield) != "{":
        pass


def _next_sign() -> _Reader:
    while True:
        character = yield
        if not character.isspace():
            return character


def _skip_value(first: str) -> _Reader:
    """Skip a value that is no string. Returns the sign that ended it: "," or "}" behind a number or word, else ""."""
    if first not in "{[":
        while True:
            character = yield
            if character in ",}":
                return character
    depth = 1
    while depth:
        character = yield
        if character == '"':
            yield from _skip_string()
        else:
            depth += (character in "{[") - (character in "}]")
    return ""


def _skip_string() -> _Parser:
    while (character := (yield)) != '"':
        if character == "\\":
            yield


def _escape() -> Generator[None, str, tuple[str, int]]:
    """What an escape means, and its code unit where it names one (else -1). Raises ValueError for no escape."""
    character = yield
    if character != "u":
        if character not in _ESCAPES:
            raise ValueError(character)
        return _ESCAPES[character], -1
    digits = ""
    for _ in range(4):
        digits += yield
    unit = int(digits, 16)
    return chr(unit), unit


def _storable(character: str) -> str:
    return _UNKNOWN if character == "\0" or "\ud800" <= character <= "\udfff" else character
