"""The claims of a header, one line each, as stored with a stone that was pasted as text.

docs/stone-format.md, section 7. Characters that no header may hold are kept as `\\u202e`. Lines that cannot be kept
are left out, except the name: without it nobody could tell that it cannot be verified.
"""

from stones.format.parsed_stone import Header
from stones.format.stone_writer import escape_unfit, extra_fault, header_pairs, value_fault


def dump_claims(header: Header) -> str:
    """The header's lines in writing order, without `delivered_lod`, which belongs to a copy."""
    known = ((key, escape_unfit(value)) for key, value in header_pairs(header))
    pairs = [
        (key, value)
        for key, value in known
        if key == "border_hash" or (key != "delivered_lod" and not value_fault(header, key, value))
    ]
    extra = tuple((escape_unfit(key), escape_unfit(value)) for key, value in header.extra)
    return "\n".join(f"{key}: {value}" for key, value in [*pairs, *fit_extra(header, extra)])


def read_claims(text: str) -> dict[str, str]:
    """The lines of `dump_claims` by key, in order."""
    pairs = (line.partition(": ") for line in text.split("\n") if line)
    return {key: value for key, _, value in pairs}


def fit_extra(header: Header, extra: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Those of the extra lines that this header can hold."""
    return tuple(
        (key, value)
        for key, value in extra
        if not extra_fault(header, key) and not value_fault(header, key, value)
    )
