"""The header under which a stored stone leaves the house."""

from datetime import UTC

from stones.assembled import AssembledStone
from stones.format import Header
from stones.format import Stone as FormatStone


def header_of(assembled: AssembledStone) -> Header:
    """The header of the whole stone: all its levels, with their price."""
    stone = assembled.stone
    return Header(
        border_hash=stone.content.border_hash,
        glow_channel=stone.glow_channel,
        stone_type=stone.stone_type,
        created=stone.created.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        source_agent=stone.source_agent,
        lod_count=stone.level_count,
        fortune=stone.fortune,
        delivered_lod=None,
        lod_tokens=assembled.lod_tokens,
        escaped=True,
        extra=(),
    )


def text_of(assembled: AssembledStone, level: int) -> str:
    """The text of one level, verbatim. The level must exist."""
    row = assembled.levels[level].row
    if row is not None:
        return row.text
    # A list has the text of such a stone at hand (queries.stones_of).
    only: str | None = getattr(assembled.stone, "only_text", None)
    return assembled.stone.content.text if only is None else only


def format_stone(assembled: AssembledStone) -> FormatStone:
    """The stone as the format knows it, with every level."""
    texts = tuple(text_of(assembled, level.number) for level in assembled.levels)
    return FormatStone(header=header_of(assembled), levels=texts)
