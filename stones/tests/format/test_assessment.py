"""Hashes, fortunes, channels and assessments, as the corpus has them."""

from typing import Any

import pytest

from stones.format import (
    CHANNELS,
    COMPLEXITIES,
    DEFAULT_CHANNELS,
    Channel,
    FormatError,
    Fortune,
    Header,
    TaskContext,
    assess,
    border_hash,
    content_sha256,
    detect_channel,
    fortune,
    level_title,
    read_fortune,
)
from stones.tests.format.corpus import load, named, text_of

HASHES = load("hash.json")
READ_FORTUNES = load("fortune_read.json")
FORTUNES = load("fortune.json")
DETECTED = load("detect_channel.json")
ASSESSMENTS = load("assess.json")


def test_the_corpus_is_there() -> None:
    assert min(map(len, (HASHES, READ_FORTUNES, FORTUNES, DETECTED, ASSESSMENTS))) >= 10


@pytest.mark.parametrize("case", HASHES)
def test_border_hash(case: dict[str, Any]) -> None:
    content = text_of(case["content"])
    assert border_hash(content, case.get("length", 8)) == case["border_hash"]
    assert content_sha256(content).startswith(case["border_hash"])


@pytest.mark.parametrize("length", [0, 7, 65])
def test_border_hash_of_no_use(length: int) -> None:
    with pytest.raises(ValueError, match="8 to 64"):
        border_hash("b", length)


def test_border_hash_of_a_lone_surrogate() -> None:
    with pytest.raises(FormatError, match="line 2, column 2: a lone surrogate is not text"):
        border_hash("a\r\nb\ud800")


@pytest.mark.parametrize("case", READ_FORTUNES, ids=[case["fortune"] for case in READ_FORTUNES])
def test_read_fortune(case: dict[str, Any]) -> None:
    expected = Fortune(case["channel"], case["category"], case["complexity"])
    assert read_fortune(case["fortune"]) == expected


@pytest.mark.parametrize("case", FORTUNES, ids=named(FORTUNES))
def test_fortune(case: dict[str, Any]) -> None:
    assert fortune(text_of(case["content"]), case["channel"]) == case["fortune"]


def test_a_fortune_has_three_segments_that_read_back() -> None:
    for channel in CHANNELS:
        text = fortune("Fix the build", channel)
        assert text.count(":") == 2
        assert read_fortune(text).channel == channel
        assert read_fortune(text).complexity in COMPLEXITIES


def test_fortune_of_an_unknown_channel() -> None:
    with pytest.raises(FormatError, match="glow_channel is one of task, context"):
        fortune("x", "task:repo")


@pytest.mark.parametrize("case", DETECTED, ids=named(DETECTED))
def test_detect_channel(case: dict[str, Any]) -> None:
    assert detect_channel(text_of(case["content"])) == case["channel"]


@pytest.mark.parametrize("case", ASSESSMENTS, ids=named(ASSESSMENTS))
def test_assess(case: dict[str, Any]) -> None:
    header = Header(border_hash="3e23e816", created="", source_agent="", **case["header"])
    channels = DEFAULT_CHANNELS
    if "channels" in case:
        channels = {name: Channel(level, "#000000") for name, level in case["channels"].items()}
    result = assess(header, TaskContext(**case["context"]), channels)
    assert (result.level, result.spawn_helper, result.reason) == (
        case["level"],
        case["spawn_helper"],
        case["reason"],
    )


def test_every_channel_has_a_level_and_a_colour() -> None:
    assert tuple(DEFAULT_CHANNELS) == CHANNELS
    assert all(channel.color.startswith("#") for channel in DEFAULT_CHANNELS.values())


def test_a_level_is_called_the_same_on_every_stone() -> None:
    assert [level_title(number) for number in range(6)] == [
        "LOD-0 Scan",
        "LOD-1 Detail",
        "LOD-2 Deep",
        "LOD-3 Source",
        "LOD-4 Source",
        "LOD-5 Source",
    ]
