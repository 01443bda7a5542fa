"""Marker words in several languages: the patterns of markers.toml."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from core.text.bm25_words import is_east_asian

_LINES: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Marker:
    """Looks for its words in any case; matches have the places of the text, in lower case."""

    pattern: re.Pattern[str]
    """Of lower case: a pattern that ignores case takes two to four times as long."""

    def search(self, text: str) -> re.Match[str] | None:
        return self.pattern.search(_lower(text))

    def match(self, text: str) -> re.Match[str] | None:
        return self.pattern.match(_lower(text))


def markers(group: str, name: str, *, opening: bool = False, whole: bool = False) -> Marker:
    """`opening`: matches at the beginning, after signs and a number; `whole`: matches texts that are nothing else."""
    lines = _LINES[group][name].strip().splitlines()
    parted = "|".join(line for line in lines if not is_east_asian(line))
    words = "|".join(
        [*([rf"\b(?:{parted})\b"] if parted else []), *(line for line in lines if is_east_asian(line))]
    )
    prefix, suffix = (r"[\W\d]{0,12}" if opening else "", "$" if whole else "")
    return Marker(re.compile(f"{prefix}(?:{words}){suffix}"))


def group_markers(group: str) -> dict[str, Marker]:
    return {name: markers(group, name) for name in _LINES[group]}


def _lower(text: str) -> str:
    """Of the same length: the lower case of "İ" has two characters."""
    return text.lower() if text.isascii() else text.replace("İ", "I").lower()
