"""Marker words in several languages: the patterns of markers.toml."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from core.text.bm25_words import is_east_asian

_LINES: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


_PIECES = re.compile(r"\\.|\[(?:\\.|[^\]])*\]|.", re.DOTALL)
"""An escape, a class of characters, or one character."""
_LETTER = re.compile(r"[^\W\d_](?![?*+{])")
"""That begins each match, and once."""


@dataclass(frozen=True, slots=True)
class Marker:
    """Looks for its words in any case; matches have the places of the text, in lower case."""

    pattern: re.Pattern[str]
    """Of lower case: a pattern that ignores case takes two to four times as long."""
    ascii_pattern: re.Pattern[str]
    """The same without lines of other letters alone, which cost an ASCII text a third of the time."""

    def search(self, text: str) -> re.Match[str] | None:
        if text.isascii():
            return self.ascii_pattern.search(text.lower())
        return self.pattern.search(_lower(text))

    def match(self, text: str) -> re.Match[str] | None:
        if text.isascii():
            return self.ascii_pattern.match(text.lower())
        return self.pattern.match(_lower(text))


def markers(group: str, *names: str, opening: bool = False, whole: bool = False) -> Marker:
    """Any of these names. `opening`: matches at the beginning, after signs and a number; `whole`: matches texts that
    are nothing else.
    """
    lines = [line for name in names for line in _LINES[group][name].strip().splitlines()]
    parted = _grouped([each for line in lines if not is_east_asian(line) for each in _alternatives(line)])
    joined = [line for line in lines if is_east_asian(line)]
    words = [*([rf"\b(?:{parted})\b"] if parted else []), *joined]
    ascii_words = [each for each in words if each not in joined or any(map(str.isascii, each.split("|")))]
    prefix, suffix = (r"[\W\d]{0,12}" if opening else "", "$" if whole else "")
    pattern, ascii_pattern = (
        re.compile(f"{prefix}(?:{'|'.join(each or ['(?!)'])}){suffix}") for each in (words, ascii_words)
    )
    return Marker(pattern, ascii_pattern)


def _alternatives(line: str) -> list[str]:
    """The line at each "|" that is outside brackets."""
    found, depth = [""], 0
    for piece in _PIECES.findall(line):
        depth += (piece == "(") - (piece == ")")
        if piece == "|" and not depth:
            found.append("")
        else:
            found[-1] += piece
    return found


def _grouped(alternatives: Sequence[str]) -> str:
    """Any of them, in this order; neighbours that begin with the same letters share them.

    `re` tries each alternative at each word: of two hundred most are ruled out by one comparison then.
    """
    found: list[str] = []
    # What begins otherwise may match what its neighbours do, and stays between them.
    for begins_with_letter, run in groupby(alternatives, lambda each: bool(_LETTER.match(each))):
        if not begins_with_letter:
            found += run
            continue
        groups: dict[str, list[str]] = {}
        for each in run:
            groups.setdefault(each[0], []).append(each[1:])
        for letter, rest in groups.items():
            found.append(letter + (rest[0] if len(rest) == 1 else f"(?:{_grouped(rest)})"))
    return "|".join(found)


def group_markers(group: str) -> dict[str, Marker]:
    return {name: markers(group, name) for name in _LINES[group]}


def _lower(text: str) -> str:
    """Of the same length: the lower case of "İ" has two characters."""
    return text.replace("İ", "I").lower()
