from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm import count_tokens
from core.text.passages import (
    LONGEST_TOKENS,
    WHOLE_TOKENS,
    Passage,
    embedding_text,
    split_finely,
    split_passages,
)
from core.text.tests.machine_speed import MEGABYTE
from core.text.text_blocks import MAX_BLOCKS

LINE = st.sampled_from(
    [
        "# Title",
        "### Deep  ###",
        "Setext",
        "===",
        "---",
        "```python",
        "~~~",
        "    indented = code()",
        "- an item",
        "  continued",
        "1. first",
        "| a | b |",
        "|---|---|",
        "",
        "   ",
        "\t",
        "A sentence. Another one! 是的。没有空格。",
        "Dr. Who, e.g. in Fig. 3, said so.",
        "Lead in:",
        "x" * 900,
        "word " * 200,
        "e\u0301" * 50,
        "\x00\ufeff\u202e\u200b",
        "\u2028\x0b\x0c",
        "a\r",
    ]
)
TEXT = st.one_of(st.text(max_size=400), st.lists(LINE, max_size=30).map("\n".join))


def split(text: str) -> list[Passage]:
    return split_passages(text, count_tokens=count_tokens)


def check_laws(text: str, passages: list[Passage]) -> None:
    lines = text.split("\n")
    assert [passage.ordinal for passage in passages] == list(range(len(passages)))
    for passage in passages:
        assert passage.text == text[passage.start : passage.end]
        assert passage.text.strip()
        assert passage.start_line == text.count("\n", 0, passage.start) + 1
        assert passage.end_line == text.count("\n", 0, passage.end) + 1
        assert passage.end_line <= len(lines)
    borders = [0, *(offset for passage in passages for offset in (passage.start, passage.end)), len(text)]
    assert borders == sorted(borders)
    assert not any(text[end:start].strip() for end, start in list(pairwise(borders))[::2])


@given(TEXT)
def test_passages_are_slices_in_order_that_hold_all_text(text: str) -> None:
    check_laws(text, split(text))


@pytest.mark.parametrize(
    "text",
    [
        "x" * MEGABYTE,
        " " * MEGABYTE + "x",
        "a b c\n" * (MEGABYTE // 10),
        "漢字。" * (MEGABYTE // 10),
        "# a\n" * (MEGABYTE // 20),
        "```\n" * (MEGABYTE // 20 + 1),
        "| a |\n" * (MEGABYTE // 20),
        "- a\n" * (MEGABYTE // 20),
        "\u0301" * (3 * MEGABYTE // 10),
    ],
    ids=["one line", "spaces", "lines", "Chinese", "headings", "fences", "table", "items", "marks"],
)
def test_large_and_odd_texts(text: str) -> None:
    passages = split(text)
    check_laws(text, passages)
    assert max(count_tokens(passage.text) for passage in passages) <= 2 * LONGEST_TOKENS


def test_blank_text_has_no_passages() -> None:
    assert split("") == []
    assert split(" \n\t\n\r\n") == []


def test_heading_goes_with_its_text_and_trails_what_follows() -> None:
    text = "# Guide\n\nIntro.\n\n## Setup\n\n" + "Install it with care. " * 40 + "\n\n## Use\n\nRun it.\n"
    found = [(passage.trail, passage.text[:12]) for passage in split(text)]
    assert found[0] == ("Guide", "# Guide\n\nInt")
    assert found[1] == ("Guide › Setup", "## Setup\n\nIn")
    assert {trail for trail, _ in found[1:-1]} == {"Guide › Setup"}
    assert found[-1] == ("Guide › Use", "## Use\n\nRun ")


def test_deeper_heading_ends_with_a_higher_one() -> None:
    trails = [p.trail for p in split("## A\n\n### B\n\nb\n\n# C\n\nc\n")]
    assert trails == ["A › B", "C"]


def test_setext_headings_and_front_matter() -> None:
    text = "---\ntitle: T\n---\n\nName\n====\n\nBody.\n\nPart\n----\n\nMore.\n"
    assert [(p.start_line, p.trail) for p in split(text)] == [(1, ""), (5, "Name"), (10, "Name › Part")]


def test_short_code_block_stays_whole_with_its_indentation() -> None:
    code = "```python\ndef f():\n    return 1\n\n\n# not a heading\n```"
    passages = split("Text. " * 60 + "\n\n" + code + "\n\n" + "More. " * 60)
    assert any(code in passage.text for passage in passages)
    assert all(passage.trail == "" for passage in passages)


def test_long_code_is_cut_at_lines() -> None:
    code = "```\n" + "    value = compute(12)\n" * 60 + "```\n"
    passages = split(code)
    assert len(passages) > 2
    assert all(passage.text.startswith(("```", "    value")) for passage in passages)


def test_items_stay_whole() -> None:
    text = "\n".join(f"- Item {n} says one thing. It says a second thing as well." for n in range(30))
    passages = split(text)
    assert len(passages) > 2
    assert all(passage.text.startswith("- Item") and passage.text.endswith("well.") for passage in passages)


def test_lead_in_goes_with_its_list() -> None:
    text = "Filler sentence here. " * 12 + "\n\nTo start:\n\n- " + "install the package first " * 20
    assert [p.text[:20] for p in split(text)] == ["Filler sentence here", "To start:\n\n- install"[:20]]


def test_sentences_of_one_long_line_share_its_number() -> None:
    text = "Before.\n\n" + "This sentence has some eight words in it. " * 40
    passages = [passage for passage in split(text) if passage.end_line == 3]
    assert len(passages) > 3
    assert all(passage.text.endswith(".") for passage in passages)
    assert {passage.start_line for passage in passages[1:]} == {3}


def test_abbreviations_do_not_end_sentences() -> None:
    text = "As Smith et al. Found in Fig. 3 by Dr. Who, i.e. There it is the same. " * 30
    assert all(passage.text.endswith("same.") for passage in split(text))


def test_chinese_is_cut_behind_its_full_stops() -> None:
    passages = split("系统在夜里重启了三次，因为内存不够。" * 40)
    assert len(passages) > 3
    assert all(passage.text.endswith("。") for passage in passages)


def test_size_is_near_what_was_measured_best() -> None:
    sizes = [count_tokens(p.text) for p in split("The worker claims a row and writes the result. " * 400)]
    assert min(sizes) >= 40
    assert max(sizes) <= WHOLE_TOKENS


def test_headings_are_embedded_with_the_text() -> None:
    passage = split("# Guide\n\n## Setup\n\nInstall it.\n")[-1]
    assert embedding_text(passage).startswith("Guide › Setup\n")
    assert embedding_text(split("Plain.")[0]) == "Plain."


def test_a_trail_is_made_of_words() -> None:
    heading = '<img src="https://a.example/u/1" width="50"/>[Ann](https://ann.example) opened ![x](y.png) it'
    content = f"# {heading}\n\nText.\n"
    assert split_passages(content, count_tokens=len)[-1].trail == "Ann opened it"


def test_text_after_the_maximum_of_blocks_is_one_block() -> None:
    content = "a\n\n" * MAX_BLOCKS + "# Title\n\nb\n\n"
    passages = split_passages(content, count_tokens=len, target=MAX_BLOCKS, whole=MAX_BLOCKS)
    assert [passage.trail for passage in passages] == ["", ""]
    assert passages[-1].text == "# Title\n\nb"


def test_a_line_that_leads_in_to_a_list_begins_its_passage() -> None:
    above = "The crane of the north pier was painted and its cable was changed in March. " * 3
    item = f"- The lamp on the crane is dark. {'It was lit in May. ' * 16}"
    text = f"{above}\n\nMust be done before the opening\n\n{item}\n"
    found = [passage for passage in split(text) if "Must be done" in passage.text]
    assert [passage.text.startswith("Must be done") for passage in found] == [True]
    assert "The lamp" in found[0].text


def test_lines_of_values_are_never_cut_inside_or_joined() -> None:
    rows = [f"2026-03-{day:02},pump {day},ran well. It leaks,," for day in range(1, 15)]
    text = "\n".join(["day,what,remark,litres,by", *rows])
    assert [each.text for each in split_finely(text, count_tokens=count_tokens)] == text.split("\n")
