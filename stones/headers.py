"""The header under which a stored stone leaves the house."""

from datetime import UTC

from stones.assembled import AssembledStone
from stones.format import Header
from stones.format import Stone as FormatStone


def header_of(assembled: AssembledStone, max_lod: int | None = None) -> Header:
    """The header of the stone, or of its copy up to `max_lod`.

    Only a truncated copy says what each level costs: who holds the whole text has paid for it, and the line would
    take the header from about 74 tokens past its limit of 80. A truncated copy's has up to 98.
    """
    stone = assembled.stone
    is_truncated = max_lod is not None and max_lod < stone.top_level
    return Header(
        border_hash=stone.content.border_hash,
        glow_channel=stone.glow_channel,
        stone_type=stone.stone_type,
        created=stone.created.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        source_agent=stone.source_agent,
        lod_count=stone.level_count,
        fortune=stone.fortune,
        delivered_lod=max_lod if is_truncated else None,
        lod_tokens=assembled.lod_tokens if is_truncated else None,
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
    return FormatStone(header=header_of(assembled, last), levels=texts)
