"""Marker words in several languages: the patterns of markers.toml."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from core.text.bm25_words import is_east_asian
from core.text.grouped_patterns import group_alternatives

_LINES: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


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
    parted = group_alternatives("|".join(line for line in lines if not is_east_asian(line)))
    joined = [line for line in lines if is_east_asian(line)]
    words = [*([rf"\b(?:{parted})\b"] if parted else []), *joined]
    ascii_words = [each for each in words if each not in joined or any(map(str.isascii, each.split("|")))]
    prefix, suffix = (r"[\W\d]{0,12}" if opening else "", "$" if whole else "")
    pattern, ascii_pattern = (
        re.compile(f"{prefix}(?:{'|'.join(each or ['(?!)'])}){suffix}") for each in (words, ascii_words)
    )
    return Marker(pattern, ascii_pattern)


def group_markers(group: str) -> dict[str, Marker]:
    return {name: markers(group, name) for name in _LINES[group]}


def _lower(text: str) -> str:
    """Of the same length: the lower case of "İ" has two characters."""
    return text.replace("İ", "I").lower()
