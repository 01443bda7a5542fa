"""Stems of words in which scripts meet."""

import pytest

from stones.levels.summary.word_stems import content_stems, stem


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("図書館server", ["図書", "書館", stem("server")]),
        ("server図書館", [stem("server"), "図書", "書館"]),
        ("図書館the", ["図書", "書館"]),
        ("The servers", [stem("servers")]),
    ],
)
def test_each_script_has_its_own(text: str, stems: list[str]) -> None:
    assert content_stems(text) == stems
