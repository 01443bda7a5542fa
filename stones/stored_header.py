"""The header under which a stored stone is read and sent: its own where it brought one; what it lacks is made here."""

from dataclasses import replace
from datetime import UTC
from typing import Any

from stones.assembled_stone import AssembledStone
from stones.format import FormatError, Header, ParsedStone, dump_header
from stones.format.header_claims import fit_extra
from stones.format.header_parser import KNOWN_KEYS, OPTIONAL_KEYS
from stones.format.stone_writer import value_fault
from stones.models import Stone


def header_of(assembled: AssembledStone, max_lod: int | None = None) -> Header:
    """The header of the stone, or of its copy up to `max_lod`.

    What it claimed of itself when it came stands. A foreign one stays foreign (no `esc`), by its own name; where levels
    were added to it here, it is ours by our name, and `claimed_hash` has the other.

    Only a truncated copy says what each level costs: who holds the whole text has paid for it, and the line would
    take the header from about 74 tokens past its limit of 80. A truncated copy's has up to 98.
    """
    stone = assembled.stone
    is_truncated = max_lod is not None and max_lod < stone.top_level
    own_header = Header(
        border_hash=stone.content.border_hash,
        glow_channel=stone.glow_channel,
        stone_type=stone.stone_type,
        created=stone.created.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        source_agent=stone.named_source,
        lod_count=stone.level_count,
        fortune=stone.fortune,
        delivered_lod=max_lod if is_truncated else None,
        lod_tokens=assembled.lod_tokens if is_truncated else None,
        escaped=True,
        extra=(("claimed_by", stone.source_agent),) if stone.source_claimed else (),
    )
    if not stone.claimed_header:
        return own_header
    return _foreign_header(stone, own_header) if stone.is_foreign else _header_with_claims(stone, own_header)


def _foreign_header(stone: Stone, own_header: Header) -> Header:
    claims = stone.claims
    own_values: dict[str, Any] = {
        key: claims[key] for key in ("border_hash", "glow_channel", *OPTIONAL_KEYS) if key in claims
    }
    full = replace(own_header, escaped=False, extra=_add_claimed_lines(own_header, claims), **own_values)
    # Its author's lines come before those that were made here.
    missing_key: dict[str, Any] = {key: "" for key in OPTIONAL_KEYS if key not in claims}
    return _drop_unwritable(full, replace(full, lod_tokens=None, **missing_key))


def _header_with_claims(stone: Stone, own_header: Header) -> Header:
    claims = stone.claims
    claimed_values = {key: claims[key] for key in ("created", "fortune") if key in claims}
    fit: dict[str, Any] = {
        key: value for key, value in claimed_values.items() if not value_fault(own_header, key, value)
    }
    if stone.claimed_hash:
        own_header = replace(own_header, extra=(*own_header.extra, ("claimed_hash", stone.claimed_hash)))
    full = replace(own_header, extra=fit_extra(own_header, _add_claimed_lines(own_header, claims)), **fit)
    return _drop_unwritable(full, replace(full, lod_tokens=None))


def _add_claimed_lines(own_header: Header, claims: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """The lines that were made here, then those with keys of its author's; no key twice."""
    reserved = KNOWN_KEYS | dict(own_header.extra).keys()
    return (*own_header.extra, *((key, value) for key, value in claims.items() if key not in reserved))


def _drop_unwritable(full: Header, less: Header) -> Header:
    """The fuller of the two that a header has room for; else the lesser without as many of its last lines as needed."""
    for header in (full, less):
        if _fits(header):
            return header
    while less.extra and not _fits(less):
        less = replace(less, extra=less.extra[:-1])
    return less


def _fits(header: Header) -> bool:
    try:
        dump_header(header)
    except FormatError:
        return False
    return True


def text_of(assembled: AssembledStone, level: int) -> str:
    """The text of one level, verbatim. The level must exist."""
    row = assembled.levels[level].row
    if row is not None:
        return row.text
    # A list has the text of such a stone at hand (queries.stones_of).
    only = assembled.stone.only_text
    return assembled.stone.content.text if only is None else only


def format_stone(assembled: AssembledStone, max_lod: int | None = None) -> ParsedStone:
    """The stone as the format knows it, with its levels up to `max_lod` (None: all)."""
    top = assembled.stone.top_level
    last = top if max_lod is None else min(max_lod, top)
    # A truncated copy is made of its own levels: the source of it is not loaded.
    texts = tuple(text_of(assembled, level) for level in range(last + 1))
    return ParsedStone(header=header_of(assembled, last), levels=texts)
