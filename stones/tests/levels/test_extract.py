"""The laws of the extractive writer: sizes, sources, sameness, on any Markdown."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.text.plain_inline import plain
from stones.levels import (
    LIMITS,
    check_levels,
    level_count,
    provisional_levels,
    provisional_sentence,
    write_extract,
)
from stones.tests.levels.chat_doubles import count_tokens

PIECES = (
    "The worker retries parts and was moved to `src/upload.py` by Ann in 2026-01-30 with 1,204 tests. It fails! "
    "Why? **bold** [link](https://x.example/a) | --- ``` # - > ~ $ git push 修复 上传。 e.g. a.b.c <b> &amp; "
    ":pep:`484` Bob: \u202e \u200b [x] 1."
)
_WORDS = st.sampled_from(PIECES.split())
_LINES = st.builds(
    lambda start, words, end: start + " ".join(words) + end,
    st.sampled_from(
        [
            "",
            "",
            "# ",
            "## ",
            "- ",
            "  - ",
            "1. ",
            "> ",
            "| ",
            "    ",
            "```",
            "Ann: ",
            "**Status**: ",
            "===",
            ".. ",
        ]
    ),
    st.lists(_WORDS, max_size=14),
    st.sampled_from(["", ".", ":", "  ", "|", "?"]),
)
MARKDOWN = st.one_of(st.text(max_size=400), st.lists(_LINES, max_size=60).map("\n".join))
SOME_LINES = (
    "# Uploads\n\n"
    + "\n\n".join(
        f"The worker number {n} was moved to `src/part_{n}.py` and is tested by {n * 7} cases."
        for n in range(60)
    )
    + "\n\n## Open questions\n\n- Should the limit of 40 parts stay?\n\n```bash\nmake deploy\n```\n"
)


@example("# 。。", 2)
@example("# 上传。修复。移动。完成", 2)
@example(". 000. 0㐀", 3)
@example(". 0. AAA㐀", 3)
@given(MARKDOWN, st.integers(2, 4))
def test_levels_keep_their_limits_and_invent_nothing(content: str, count: int) -> None:
    texts = write_extract(content, count_tokens=count_tokens, count=count).texts
    assert len(texts) == count - 1
    assert all(texts)
    # LOD-2 of a short text has a limit smaller than a sentence; how long it may be is tested on a long one.
    faults = check_levels(texts[:2], content, count_tokens=count_tokens)
    # Half a markup read as text may look like a command; nothing else may be found.
    assert [
        fault for fault in faults if fault.code in ("empty", "too_long", "sentences", "not_prose", "path")
    ] == []


@given(MARKDOWN)
def test_the_provisional_sentence_is_always_one_within_the_limit(content: str) -> None:
    said = provisional_sentence(content, count_tokens=count_tokens)
    assert said
    assert check_levels([said], content, count_tokens=count_tokens)[:1] in (
        [],
        *[[f] for f in _beyond_form(said, content)],
    )


def _beyond_form(said: str, content: str) -> list[object]:
    return [
        f
        for f in check_levels([said], content, count_tokens=count_tokens)
        if f.code not in ("too_long", "sentences", "not_prose")
    ]


def test_a_long_text_has_four_levels_each_dearer_than_the_one_before() -> None:
    texts = write_extract(SOME_LINES, count_tokens=count_tokens).texts
    sizes = [count_tokens(text) for text in (*texts, SOME_LINES)]
    assert len(texts) == 3
    assert sizes == sorted(set(sizes))
    assert sizes[2] <= LIMITS.deep(count_tokens(SOME_LINES))
    assert check_levels(texts, SOME_LINES, count_tokens=count_tokens) == []


def test_the_same_text_gives_the_same_levels() -> None:
    first = write_extract(SOME_LINES, count_tokens=count_tokens)
    assert write_extract(SOME_LINES, count_tokens=count_tokens) == first


@pytest.mark.parametrize(
    ("tokens", "count"), [(0, 1), (60, 1), (61, 2), (200, 2), (201, 3), (640, 3), (641, 4), (100_000, 4)]
)
def test_how_many_levels_a_size_gets(tokens: int, count: int) -> None:
    assert level_count(tokens) == count


def test_a_short_text_is_its_own_only_level() -> None:
    assert write_extract("Ship it.", count_tokens=count_tokens).texts == ()
    assert provisional_levels("Ship it.", count=1, count_tokens=count_tokens) == ()


@pytest.mark.parametrize(
    "content",
    [
        "x" * 300_000,
        "[" * 100_000,
        "`" * 100_000,
        "<!-- \n" * 20_000,
        "```\n" * 30_000,
        "a: b\n" * 5_000,
        "1" * 100_000,
        "\x00" * 50_000,
    ],
    ids=["one word", "brackets", "ticks", "comments", "fences", "pairs", "digits", "NUL"],
)
def test_odd_texts_have_levels_too(content: str) -> None:
    texts = write_extract(content, count_tokens=lambda text: len(text) // 4 + 1).texts
    assert len(texts) == 3
    assert len(texts[0]) < 200


@example(" 0\n 0\n0 TEST", 1)
@given(MARKDOWN, st.integers(1, 99))
def test_a_quote_that_warns_is_told_first_by_every_level(content: str, number: int) -> None:
    warning = f"Do NOT run plan {number}."
    text = f"# Uploads\n\n> ⚠️ {warning}\n\n{content}"
    scan, detail, deep = write_extract(text, count_tokens=count_tokens, count=4).texts
    assert scan.startswith(f"Uploads: {warning}")
    assert detail.startswith(f"Uploads: {warning}")
    assert warning in deep or count_tokens(text) < 120


@given(MARKDOWN)
def test_what_was_left_behind_is_told_by_no_level(content: str) -> None:
    left = (
        content.replace("#", "")
        .replace("=", "")
        .replace("-", "")
        .replace("§", "")
        .replace("`", "")
        .replace("~", "")
    )
    text = f"# Uploads\n\nIt was moved today.\n\n## Old plan (superseded)\n\nZebras {left}\n\nZebras again.\n"
    levels = write_extract(text, count_tokens=count_tokens, count=4).texts
    assert not any("Zebras" in level for level in levels)


@given(MARKDOWN)
def test_every_word_of_a_level_is_the_texts_own(content: str) -> None:
    known = set(re.findall(r"\w+", f"{content} {plain(content)}"))
    for level in write_extract(content, count_tokens=count_tokens, count=4).texts:
        told = re.sub(r"\(Left out: [^)]*\)$", "", level)
        assert {word for word in re.findall(r"\w+", told) if not any(word in each for each in known)} == set()


@pytest.mark.parametrize(
    "text",
    [
        "## Recent sessions\n\n| No | Outcome |\n|---|---|\n| 61 | Created the skills |\n| 60 | Added reactions |\n",
        "## Contents\n\n- Kubelet has no metrics\n- Metrics server is down\n- HPA is not scaling\n- Proxy is wrong\n",
    ],
)
def test_the_paragraph_says_more_than_the_sentence(text: str) -> None:
    """Where no other sentence can stand alone, it holds what LOD-2 would."""
    scan, detail = write_extract(text, count_tokens=count_tokens, count=3).texts
    assert count_tokens(detail) > count_tokens(scan)
