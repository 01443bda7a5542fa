"""Names of content by SHA-256, and their check. docs/stone-format.md, section 6."""

import re
from enum import StrEnum
from hashlib import sha256

from stones.format.delimiters import canonical, encode
from stones.format.parsed_stone import ParsedStone

_NAME = re.compile(r"[0-9a-fA-F]{8,64}")


class HashVerdict(StrEnum):
    VERIFIED = "verified"
    MISMATCH = "mismatch"
    NOT_VERIFIABLE = "not_verifiable"


def content_sha256(content: str) -> str:
    """64 hex digits over the UTF-8 of the canonical content."""
    return sha256(encode(canonical(content))).hexdigest()


def border_hash(content: str, length: int = 8) -> str:
    """The short name of a content: the first `length` (8 to 64) digits of its SHA-256.

    A name, never a key: eight digits collide at 1% by 9,300 stones, so a caller asks for more digits when a name is
    taken.
    """
    if not 8 <= length <= 64:
        raise ValueError(f"a border_hash has 8 to 64 digits, not {length}")
    return content_sha256(content)[:length]


def names_content(name: str, sha256: str) -> bool:
    """Whether a name is a prefix of this SHA-256, of at least 8 digits, in either case."""
    return bool(_NAME.fullmatch(name)) and sha256.startswith(name.lower())


def verify(stone: ParsedStone) -> HashVerdict:
    """Whether the content is the one that the header names.

    Not verifiable: the content was left out of this copy, or another writer's rule named it. Only a header with `esc:
    1` promises that the name is a SHA-256 prefix, so only there a different one is a mismatch.
    """
    name = stone.header.border_hash
    if not stone.is_complete or not _NAME.fullmatch(name):
        return HashVerdict.NOT_VERIFIABLE
    if names_content(name, content_sha256(stone.levels[-1])):
        return HashVerdict.VERIFIED
    return HashVerdict.MISMATCH if stone.header.escaped else HashVerdict.NOT_VERIFIABLE
