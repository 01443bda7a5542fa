"""A stone that came as a text: which of the stored ones it is a copy of, and whether it still reads the same."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from stones.assembled import AssembledStone
from stones.exceptions import AlreadyAStone, NotAStone, StoneError
from stones.format import FormatError, Verdict, begins_as_stone, content_sha256, dump_claims, parse, verify
from stones.format import Stone as FormatStone
from stones.format.marks import trim
from stones.headers import text_of
from stones.models import SHA256_HEX, Stone
from stones.queries import Recipient, assemble, stones_of_text


@dataclass(frozen=True)
class StoredCopy:
    """What is stored of a stone that came as a text.

    `stone` holds the same, as far as the copy goes. `changed`: none does, and this level of the copy is not that of
    `other`, which goes by its name: one of the two was changed.
    """

    stone: Stone | None = None
    other: Stone | None = None
    changed: int | None = None


@dataclass(frozen=True)
class CopiedLevels:
    """A copy's levels, LOD-0 first, each by the SHA-256 of its trimmed text. `is_whole`: the last is its source."""

    digests: tuple[str, ...]
    is_whole: bool
    # The lines of the header that it brought; None: nobody knows them.
    claims: str | None = None

    def change_from(self, assembled: AssembledStone) -> int | None:
        """The first level that is not the one of a stored stone; None where all it has are."""
        below = self.digests[:-1] if self.is_whole else self.digests
        last = assembled.stone.top_level - self.is_whole
        for number, digest in enumerate(below):
            if number > last or digest != level_digest(text_of(assembled, number)):
                return number
        # The source itself is what it was found by.
        is_shorter = self.is_whole and len(self.digests) <= last + 1
        return len(below) if is_shorter else None


def level_digest(text: str) -> str:
    return content_sha256(trim(text))


def copied_levels(parsed: FormatStone) -> CopiedLevels:
    digests = tuple(level_digest(text) for text in parsed.levels)
    return CopiedLevels(digests, parsed.is_complete, dump_claims(parsed.header))


def find_stored(
    account: User, parsed: FormatStone, *, only_own: bool = False, recipient: Recipient | None = None
) -> StoredCopy:
    """The stored stone that a text is a copy of: by its source where it holds one, else by its name; and by its levels.

    A name alone proves nothing: anybody can write it over another text. Nor does the source: levels are their author's.
    """
    if verify(parsed) is Verdict.MISMATCH:
        return StoredCopy()
    name = content_sha256(parsed.levels[-1]) if parsed.is_complete else parsed.header.border_hash
    try:
        stones = stones_of_text(account, name, only_own=only_own, recipient=recipient)
    except StoneError:
        return StoredCopy()
    return same_levels(stones, copied_levels(parsed))


def same_levels(stones: Sequence[Stone], copied: CopiedLevels) -> StoredCopy:
    """The first of the stones of one text that has these levels, one that came with the same header before others."""
    changes = [copied.change_from(assemble(stone)) for stone in stones]
    same = [stone for stone, changed in zip(stones, changes, strict=True) if changed is None]
    if not same:
        return StoredCopy(other=stones[0], changed=changes[0])
    return StoredCopy(next((stone for stone in same if stone.claimed_header == copied.claims), same[0]))


def pasted_stone(text: str) -> FormatStone | None:
    """The stone that a text is; None for any other text, damaged stones included."""
    # Asked first: it reads a few characters, the parser may read them all.
    if not begins_as_stone(text):
        return None
    try:
        return parse(text)
    except FormatError:
        return None


def stone_meant(account: User, text: str) -> Stone | None:
    """The stored stone that this text is a copy of, whole or up to a level; None where it is of none."""
    parsed = pasted_stone(text)
    return find_stored(account, parsed).stone if parsed else None


def refuse_stone(content: str, *, instead: str) -> None:
    """For what makes stones of texts. `instead`: what can be done with a stone there, in a sentence.

    Raises AlreadyAStone for one that is a stone, NotAStone for a damaged one.
    """
    if not begins_as_stone(content):
        return
    try:
        parsed = parse(content)
    except FormatError as error:
        place = str(error)
        raise NotAStone(
            f"The content begins as a stone and is damaged. {place[:1].upper()}{place[1:]}. Nothing was stored. Mend "
            "it, or put a line of your own before it: then it is plain text.",
            line=error.line,
            reason=error.reason,
        ) from error
    name = parsed.header.border_hash[:SHA256_HEX]
    raise AlreadyAStone(
        f"The content is a stone already: {name}, {len(parsed.levels)} of {parsed.header.lod_count} levels. Nothing "
        f"was stored: a stone is not put into another. {instead}",
        border_hash=name,
    )
