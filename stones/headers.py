"""The header under which a stored stone leaves the house."""

from dataclasses import replace
from datetime import UTC

from stones.assembled import AssembledStone
from stones.format import Header
from stones.format import Stone as FormatStone


def header_of(assembled: AssembledStone, *, priced: bool = False) -> Header:
    """The header of the stone; `priced` adds what each level costs.

    Only a truncated copy is priced: who holds the whole text has paid, and the line would take the header from
    about 74 tokens past its limit of 80.
    """
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
        lod_tokens=assembled.lod_tokens if priced else None,
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


def format_stone(assembled: AssembledStone, max_lod: int | None = None) -> FormatStone:
    """The stone as the format knows it, with its levels up to `max_lod` (all, unless told)."""
    top = assembled.stone.top_level
    last = top if max_lod is None else min(max_lod, top)
    # A truncated copy is made of its own levels: the source of it is not loaded.
    texts = tuple(text_of(assembled, level) for level in range(last + 1))
    if last == top:
        return FormatStone(header=header_of(assembled), levels=texts)
    return FormatStone(replace(header_of(assembled, priced=True), delivered_lod=last), texts)
