"""What a header claims, one line each: how it is stored with a stone that came as a text.

docs/stone-format.md, section 7. Lines that no header may hold are left out, but for the name: without it nobody could
tell any more that it cannot be checked.
"""

from stones.format.parsed_stone import Header
from stones.format.stone_writer import extra_fault, header_pairs, readable, value_fault


def dump_claims(header: Header) -> str:
    """The header's lines in the order of writing, but `delivered_lod`, which is a copy's own."""
    known_pairs = [
        (key, readable(value) if key == "border_hash" else value)
        for key, value in header_pairs(header)
        if key == "border_hash" or (key != "delivered_lod" and not value_fault(header, key, value))
    ]
    return "\n".join(f"{key}: {value}" for key, value in [*known_pairs, *fit_extra(header, header.extra)])


def read_claims(text: str) -> dict[str, str]:
    """The lines of `dump_claims` by key, in their order."""
    pairs = (line.partition(": ") for line in text.split("\n") if line)
    return {key: value for key, _, value in pairs}


def fit_extra(header: Header, extra: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Those of the lines with keys of their own that this header can carry."""
    return tuple(
        (key, value)
        for key, value in extra
        if not extra_fault(header, key) and not value_fault(header, key, value)
    )
