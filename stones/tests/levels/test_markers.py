"""Words of markers.toml are found in any case, and their places are those of the text."""

import re
import tomllib
from pathlib import Path

import pytest

from core.text.grouped_patterns import split_alternatives
from stones.levels import markers as markers_module
from stones.levels.markers import markers


@pytest.mark.parametrize(
    "text", ["Do not merge.", "NEVER merge", "Das darf NICHT geschehen", "切勿合并", "Ne le FUSIONNEZ PAS"]
)
def test_a_prohibition_is_found_in_any_case(text: str) -> None:
    assert markers("rules", "prohibition").search(text)


@pytest.mark.parametrize("text", ["Merge it.", "whenever", "neverland", "合并"])
def test_other_words_and_parts_of_words_are_not(text: str) -> None:
    assert not markers("rules", "prohibition").search(text)


def test_places_are_those_of_the_text_though_its_lower_case_is_longer() -> None:
    text = "İİİ: NEVER merge"
    found = markers("rules", "prohibition").search(text)
    assert found
    assert text[found.start() : found.end()] == "NEVER"


def test_every_pattern_is_written_in_lower_case() -> None:
    written = Path(markers_module.__file__).with_suffix(".toml").read_text("utf-8")
    patterns = [line for group in tomllib.loads(written).values() for line in group.values()]
    assert len(patterns) > 20
    # An escape is no capital: `\\W`.
    assert [line for line in patterns if re.search(r"(?<!\\)[A-Z]", line)] == []


def test_every_plain_alternative_is_found() -> None:
    """However they are grouped."""
    written = tomllib.loads(Path(markers_module.__file__).with_suffix(".toml").read_text("utf-8"))
    for group, names in written.items():
        for name, lines in names.items():
            marker = markers(group, name)
            words = [word for line in lines.strip().splitlines() for word in split_alternatives(line)]
            plain_words = [word for word in words if word.replace(" ", "").isalpha()]
            assert [word for word in plain_words if not marker.search(f"({word})")] == []
