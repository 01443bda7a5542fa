"""A stone within a text: what of it a level may tell."""

import pytest

from core.llm import count_tokens
from stones.levels import provisional_sentence, write_extract
from stones.levels.stone_lines import without_stone_marks

STONE = """§QASTONE§
border_hash: f7a3b2c1
glow_channel: task
created: 2026-01-30T12:00:00Z
source_agent: koda
lod_count: 2
fortune: task:repo:simple
─
LOD-0: Rotate the signing key of the export service before Friday.
─
LOD-1: Rotate the signing key of the export service before Friday. It is in the vault: export/sign.
─
§/QASTONE§"""
SENTENCE = "Rotate the signing key of the export service before Friday."


def with_margin(margin: str) -> str:
    return "\n".join(f"{margin}{line}" for line in STONE.split("\n"))


@pytest.mark.parametrize(
    "text",
    [
        STONE,
        f"Here is the handoff that I got:\n\n{STONE}",
        f"```text\n{STONE}\n```",
        with_margin("> "),
        with_margin("    "),
        # Without separators, as another writer has it, and cut off.
        STONE.replace("─\n", ""),
        STONE[:330],
    ],
    ids=["alone", "behind a line", "fenced", "quoted", "indented", "no separators", "cut off"],
)
def test_its_own_sentence_is_told_and_no_line_of_its_header(text: str) -> None:
    assert provisional_sentence(text, count_tokens=count_tokens) == SENTENCE
    for level in write_extract(text, count_tokens=count_tokens, count=3).texts:
        assert "QASTONE" not in level
        assert "border_hash" not in level
        assert "LOD-" not in level


def test_the_text_around_it_is_told_too() -> None:
    text = f"Please do this before noon.\n\n{STONE}\n\nTell me when it is done."
    assert "Please do this before noon." in provisional_sentence(text, count_tokens=count_tokens)


def test_the_lines_stay_where_they_are() -> None:
    lines = f"Above.\n```\n{STONE}\n```\nBelow.\nsource_agent: mira".split("\n")
    found = without_stone_marks(lines)
    assert len(found) == len(lines)
    assert [(at, line.strip()) for at, line in enumerate(found) if line] == [
        (0, "Above."),
        (10, SENTENCE),
        (12, f"{SENTENCE} It is in the vault: export/sign."),
        (16, "Below."),
        (17, "source_agent: mira"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "A stone begins with §QASTONE§ and a header.\nLOD-0: is its first level.\n─\nfortune: a:b:simple",
        "§QASTONE§\nThis line is no header.\nfortune: a:b:simple",
    ],
)
def test_a_text_that_speaks_of_stones_stays(text: str) -> None:
    assert without_stone_marks(text.split("\n")) == text.split("\n")
