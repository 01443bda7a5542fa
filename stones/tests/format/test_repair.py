"""Stones as models, chats and editors write them."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from stones.format import FormatError, ParsedStone, content_sha256, dump, parse, parse_or_repair, repair
from stones.tests.factories import LONG

STONE = """§QASTONE§
border_hash: f7a3b2c1
glow_channel: task
stone_type: handoff
created: 2026-01-30T12:00:00Z
source_agent: koda
lod_count: 3
fortune: task:repo:simple
─
LOD-0: Move the lamps to hall B.
─
LOD-1: The lamps of hall A are due by Friday.
Ask Ida for the key.
─
LOD-2: All of it:
- lamps
---
- the ruler above is text
§/QASTONE§
"""
ALTERED: dict[str, Callable[[str], str]] = {
    "hyphens": lambda text: text.replace("\n─\n", "\n---\n"),
    "a longer ruler": lambda text: text.replace("\n─\n", "\n────────\n"),
    "rulers between blank lines": lambda text: text.replace("\n─\n", "\n\n---\n\n"),
    "bold labels": lambda text: text.replace("LOD-0:", "**LOD-0:**").replace("LOD-1:", "**LOD-1**:"),
    "headings": lambda text: text.replace("LOD-", "## LOD-"),
    "names of levels": lambda text: text.replace("LOD-0:", "LOD-0 (Scan):").replace(
        "LOD-1:", "LOD-1 - Detail:"
    ),
    "another hyphen": lambda text: text.replace("LOD-", "LOD_"),
    "small letters": lambda text: text.replace("§QASTONE§", "§qastone§").replace("LOD-", "Lod-"),
    "keys": lambda text: text.replace("border_hash:", "**Border-Hash:**").replace(
        "lod_count: ", "LOD count = "
    ),
    "no count": lambda text: text.replace("lod_count: 3\n", "").replace("\n─\n", "\n---\n"),
    "quoted": lambda text: "".join(f"> {line}\n" for line in text.split("\n")),
    "indented": lambda text: "".join(f"    {line}\n" for line in text.split("\n")),
    "escaped ends": lambda text: text.replace("\n", "\\n"),
    "another end": lambda text: text.replace("─", "—").replace("§/QASTONE§", "§END§"),
}


@pytest.mark.parametrize("how", ALTERED)
def test_altered_marks_are_read_and_named(how: str) -> None:
    altered = ALTERED[how](STONE)
    with pytest.raises(FormatError):
        parse(altered)
    stone = parse_or_repair(altered)
    whole = parse(STONE)
    assert (stone.levels, stone.header.border_hash) == (whole.levels, whole.header.border_hash)
    assert stone.header.lod_count == 3
    assert stone.warnings


def test_each_kind_of_mark_is_named_once_with_its_first_line() -> None:
    repaired = repair(STONE.replace("\n─\n", "\n---\n").replace("LOD-", "## LOD-"))
    assert repaired is not None
    assert repaired.notices == ((9, "`---` is read as `─`"), (10, "`## LOD-0:` is read as `LOD-0:`"))


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        f"A stone looks like this:\n{STONE}",
        STONE.replace("border_hash: f7a3b2c1\n", "").replace("\n─\n", "\n---\n"),
        STONE.replace("LOD-1:", "LOD-2:").replace("\n─\n", "\n---\n"),
        STONE.split("LOD-0")[0],
        "§QASTONE§",
        "§QASTONE§\\n",
        "",
    ],
)
def test_what_is_no_stone_is_not_made_one(text: str) -> None:
    assert repair(text) is None


def test_the_error_is_that_of_the_text_as_it_is() -> None:
    with pytest.raises(FormatError, match="border_hash is missing"):
        parse_or_repair(STONE.replace("lod_count: 3\n", "").replace("border_hash: f7a3b2c1\n", ""))


def test_a_long_line_costs_no_time() -> None:
    assert repair(f"§QASTONE§\nborder_hash = {' *' * 2_000_000}\nLOD_0: x") is None
    assert repair("§QASTONE§\n" + "\n" * 1_000_000) is None


def source_of(text: str) -> str:
    return parse_or_repair(text).levels[-1]


def test_what_a_level_quotes_ends_no_stone() -> None:
    quoting = STONE.replace(
        "- lamps", "> §QASTONE§\n> border_hash: 1\n> §/QASTONE§\nKeep Postgres. § end § of it"
    )
    assert source_of(quoting.replace("\n─\n", "\n---\n")) == source_of(quoting)


def test_a_label_in_a_sentence_is_none_where_the_real_one_follows() -> None:
    spoken = STONE.replace("hall B.", "hall B.\nLOD 1: is the paragraph in which we explain it")
    stone = parse_or_repair(spoken.replace("\n─\n", "\n---\n"))
    assert stone.levels == parse(spoken).levels


def test_blank_lines_and_escapes_of_the_content_stay() -> None:
    content = STONE.replace("- lamps", 'code:\n    a\n    \n    b\nprint("x\\n")')
    assert source_of(content.replace("\n─\n", "\n---\n")) == source_of(content)
    assert source_of(json.dumps(content)) == source_of(content)


def test_keys_may_stand_in_a_list() -> None:
    listed = STONE.replace("lod_count: 3", "- **LOD count**: 3")
    assert parse_or_repair(listed).header.lod_count == 3


def test_the_first_line_of_a_level_stays_as_it_is_behind_a_right_label() -> None:
    stone = ParsedStone(replace(parse(STONE).header, lod_count=1, escaped=True), ("  spaces around  \nend",))
    named = replace(stone, header=replace(stone.header, border_hash=content_sha256(stone.levels[-1])[:8]))
    text = dump(named)
    assert source_of(text.replace("\n─\n", "\n---\n")) == stone.levels[-1]
