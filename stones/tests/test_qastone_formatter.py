"""The formatter under the specification's names: nothing is stored."""

from typing import Any

import pytest

from core.llm.model_doubles import FakeChat, use_models
from stones.exceptions import AlreadyAStone, ContentNotText, InvalidHeader, NotAStone
from stones.format import HashVerdict, parse, verify
from stones.models import Content
from stones.qastone_formatter import QAStoneFormatter
from stones.tests.factories import LONG, SHORT


def test_a_text_as_a_stone_that_is_read_back(db: None) -> None:
    text = QAStoneFormatter().format(LONG, {"glow_channel": "data", "source_agent": "koda"})
    stone = parse(text)
    assert verify(stone) is HashVerdict.VERIFIED
    assert stone.levels[-1] == LONG
    assert stone.header.lod_count == len(stone.levels) == 4
    assert (stone.header.glow_channel, stone.header.source_agent) == ("data", "koda")
    assert stone.header.fortune.startswith("data:")
    assert not Content.objects.exists()


def test_without_levels_one_sentence_and_the_source(db: None) -> None:
    stone = parse(QAStoneFormatter().format(LONG, {"generate_lods": False}))
    assert len(stone.levels) == 2


def test_short_content_is_its_own_level(db: None) -> None:
    assert QAStoneFormatter().generate_lod_levels("Done.") == {}
    assert len(parse(QAStoneFormatter().format(SHORT)).levels) <= 2


def test_a_model_writes_the_levels_where_there_is_one(db: None) -> None:
    said = {"scan": "Read it.", "detail": "Read it all, slowly.", "deep": "- read it\n- slowly"}
    with use_models(chat=FakeChat([said, said])):
        levels = QAStoneFormatter().generate_lod_levels(LONG)
    assert set(levels) == {0, 1, 2}


def test_the_fortune_follows_the_channel() -> None:
    formatter = QAStoneFormatter()
    assert formatter.calculate_fortune("Fix the bug in the parser.", {"glow_channel": "data"}).startswith(
        "data:bug:"
    )
    channel = formatter.parse_glow_channel("Please fix the bug in the parser.")
    assert formatter.calculate_fortune("Please fix the bug in the parser.").split(":")[0] == channel


@pytest.mark.parametrize(
    ("content", "metadata", "error"),
    [
        ("x", {"colour": "red"}, InvalidHeader),
        ("x", {"glow_channel": "dream"}, InvalidHeader),
        (" ", {}, ContentNotText),
    ],
)
def test_what_cannot_be_formatted(content: str, metadata: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        QAStoneFormatter().format(content, metadata)


def test_a_stone_is_not_put_into_another(db: None) -> None:
    text = QAStoneFormatter().format(SHORT)
    with pytest.raises(AlreadyAStone, match="Use it as it is"):
        QAStoneFormatter().format(text)
    with pytest.raises(NotAStone, match=r"Line \d+: LOD-0 is missing"):
        QAStoneFormatter().format(text.replace("LOD-0: ", "LOD-1: "))
    with pytest.raises(NotAStone, match=r"does not match its hash.*make it a quotation"):
        QAStoneFormatter().format(text.replace("ztgi-ui", "ztgi-api"))
