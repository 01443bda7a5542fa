"""The stones of other writers: those of the format's corpus, which both languages read, with what must survive."""

import os
from dataclasses import dataclass
from typing import Any

import pytest

from stones.format import Header, ParsedStone, border_hash, parse
from stones.tests.format.corpus import documents

FILE = "other_writers.json"


@dataclass(frozen=True)
class OtherStone:
    """One of them. What is expected was written by hand; the header's empty values are lines that it lacks."""

    name: str
    text: str
    header: Header
    levels: tuple[str, ...]
    verdict: str

    @property
    def own_hash(self) -> str:
        """What the site calls it."""
        return border_hash(self.levels[-1])

    @property
    def names(self) -> list[str]:
        """What finds it: our name, and its own."""
        return [self.own_hash, self.header.border_hash]

    @property
    def claims(self) -> dict[str, Any]:
        """The header values that it brought."""
        header = self.header
        values = {
            "border_hash": header.border_hash,
            "glow_channel": header.glow_channel,
            "stone_type": header.stone_type,
            "created": header.created,
            "source_agent": header.source_agent,
            "fortune": header.fortune,
        }
        return {key: value for key, value in values.items() if value} | dict(header.extra)


OTHERS = [
    OtherStone(each["name"], each["text"], each["header"], tuple(each["levels"]), each["verdict"])
    for each in documents("valid", FILE)
]
DAILY = 3
"""One in so many is tried at every interface each day, all of them in the long run."""
other_stones = pytest.mark.parametrize(
    "other", OTHERS if os.environ.get("TEST_ALL") else OTHERS[::DAILY], ids=lambda other: other.name
)
SAMPLE = next(each for each in OTHERS if each.header.border_hash == "f7a3b2c1")
COMPLEX = next(each for each in OTHERS if each.header.fortune == "architecture:complex")


def assert_survived(text: str, other: OtherStone, *, up_to: int | None = None) -> ParsedStone:
    """What leaves the site again is what came: its values and levels, by its own name; no other rule is claimed."""
    stone = parse(text)
    top = len(other.levels) if up_to is None else min(up_to + 1, len(other.levels))
    assert stone.levels == other.levels[:top]
    assert not stone.header.escaped
    written = {"extra": stone.header.extra} | {name: getattr(stone.header, name) for name in Header.__slots__}
    left = {key: written[key] for key in other.claims if key in written} | dict(stone.header.extra)
    assert {key: left.get(key) for key in other.claims} == other.claims
    assert stone.header.lod_count == len(other.levels)
    return stone
