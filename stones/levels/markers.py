"""Marker words in several languages: the patterns of markers.toml."""

import re
import tomllib
from pathlib import Path

from core.text.bm25_words import is_east_asian

_LINES: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def markers(group: str, name: str, *, opening: bool = False, whole: bool = False) -> re.Pattern[str]:
    """`opening`: matches at the beginning, after signs and a number; `whole`: matches texts that are nothing else."""
    words = "|".join(
        line if is_east_asian(line) else rf"\b(?:{line})\b"
        for line in _LINES[group][name].strip().splitlines()
    )
    prefix, suffix = (r"[\W\d]{0,12}" if opening else "", "$" if whole else "")
    return re.compile(f"{prefix}(?:{words}){suffix}", re.I)


def group_markers(group: str) -> dict[str, re.Pattern[str]]:
    return {name: markers(group, name) for name in _LINES[group]}
