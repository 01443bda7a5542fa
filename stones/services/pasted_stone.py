"""A stone that came as a text: which of the stored ones it is a copy of, and whether it still reads the same."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from stones.assembled_stone import AssembledStone
from stones.exceptions import AlreadyAStone, CopyDiffers, NotAStone, StoneError
from stones.format import (
    FormatError,
    HashVerdict,
    ParsedStone,
    Paste,
    begins_as_stone,
    content_sha256,
    dump_claims,
    names_content,
    parse,
    parse_all,
    parse_or_repair,
    read_claims,
    read_header,
    verify,
)
from stones.format.delimiters import SEPARATOR, trim
from stones.format.diagnosis import explain_error
from stones.models import SHA256_HEX, ListedStone
from stones.queries import StoneRecipient, assemble, stones_of_text
from stones.services.changed_copy import explain_cut
from stones.stored_header import header_of, text_of


@dataclass(frozen=True)
class StoredCopy:
    """What is stored of a stone that came as a text.

    `stone` holds the same, as far as the copy goes. None does where there is an `other`, which goes by its name: this
    level of the copy (`changed`), or else this line of its header (`changed_key`), is not as it is there.
    """

    stone: ListedStone | None = None
    other: ListedStone | None = None
    changed: int | None = None
    changed_key: str = ""

    @property
    def difference(self) -> str:
        """What of the copy is not that of `other`: LOD-1, header line 'fortune'."""
        return f"LOD-{self.changed}" if self.changed is not None else f"header line {self.changed_key[:40]!r}"


# Header lines that say how a copy was made and what it costs, not what its author said.
_COPY_KEYS = {"delivered_lod", "lod_count", "lod_tokens", "esc", "claimed_by", "claimed_hash"}


@dataclass(frozen=True)
class CopiedLevels:
    """A copy's levels, LOD-0 first, each by the SHA-256 of its trimmed text. `is_whole`: the last is its source."""

    digests: tuple[str, ...]
    is_whole: bool
    # The lines of the header that it brought (`format.dump_claims`); None: nobody knows them.
    claims: str | None = None

    def changed_key(self, assembled: AssembledStone) -> str:
        """The first line of its header that a stored stone neither came with nor is written with; "" for none."""
        stone = assembled.stone
        written = read_claims(dump_claims(header_of(assembled)))
        for key, value in read_claims(self.claims or "").items():
            if key == "border_hash":
                is_tracked = value.lower() == stone.claimed_hash or names_content(value, stone.content.sha256)
            else:
                is_tracked = key in _COPY_KEYS or value in (written.get(key), stone.claims.get(key))
            if not is_tracked:
                return key
        return ""

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


def copied_levels(parsed: ParsedStone) -> CopiedLevels:
    digests = tuple(level_digest(text) for text in parsed.levels)
    return CopiedLevels(digests, parsed.is_complete, dump_claims(parsed.header))


def claims_of(header: str) -> str:
    """The claims of a header that is given as its lines, from the opening mark on. Raises NotAStone."""
    try:
        return dump_claims(read_header(f"{header}\n{SEPARATOR}"))
    except FormatError as error:
        raise NotAStone(str(error), line=error.line, reason=error.reason) from error


def find_stored(
    account: User, parsed: ParsedStone, *, only_own: bool = False, recipient: StoneRecipient | None = None
) -> StoredCopy:
    """The stored stone that a text is a copy of: by its source where it holds one, else by its name; by its levels; and
    by its header.

    A name alone proves nothing: anybody can write it over another text. Nor does the source: levels and header are
    their author's.
    """
    if verify(parsed) is HashVerdict.MISMATCH:
        return StoredCopy()
    name = content_sha256(parsed.levels[-1]) if parsed.is_complete else parsed.header.border_hash
    try:
        stones = stones_of_text(account, name, only_own=only_own, recipient=recipient)
    except StoneError:
        return StoredCopy()
    return same_levels(stones, copied_levels(parsed))


def same_levels(stones: Sequence[ListedStone], copied: CopiedLevels) -> StoredCopy:
    """The first of the stones of one text that has these levels and this header; before it one that came just so."""
    assembled = [assemble(stone) for stone in stones]
    changes = [copied.change_from(each) for each in assembled]
    same = [each for each, changed in zip(assembled, changes, strict=True) if changed is None]
    if not same:
        return StoredCopy(other=stones[0], changed=changes[0])
    keys = [copied.changed_key(each) for each in same]
    fitting = [each.stone for each, key in zip(same, keys, strict=True) if not key]
    if not fitting:
        return StoredCopy(other=same[0].stone, changed_key=keys[0])
    return StoredCopy(next((stone for stone in fitting if stone.claimed_header == copied.claims), fitting[0]))


def stored_stone(
    account: User, border_hash: str, copied: CopiedLevels, *, recipient: StoneRecipient | None = None
) -> ListedStone:
    """The stored stone of this name that a copy is of. Raises as `stones_of_text`, and CopyDiffers."""
    found = same_levels(stones_of_text(account, border_hash, recipient=recipient), copied)
    if found.stone is not None:
        return found.stone
    assert found.other is not None
    raise CopyDiffers(
        f"This copy's {found.difference} is not that of {found.other.content.border_hash}, which is stored here.",
        address=found.other.address,
        difference=found.difference,
    )


def parse_pasted_stone(text: str) -> ParsedStone | None:
    """The stone that a text is; None for any other text, damaged stones included."""
    # Checked first: it reads a few characters, the parser may read them all.
    if not begins_as_stone(text):
        return None
    try:
        return parse(text)
    except FormatError:
        return None


def is_one_stone(text: str) -> bool:
    """Whether a text is a stone from its first mark to its last and nothing else; damaged or changed ones are none."""
    if not begins_as_stone(text):
        return False
    try:
        paste = parse_all(text)
    except FormatError:
        return False
    is_whole = [each.is_closed and verify(each.stone) is not HashVerdict.MISMATCH for each in paste.stones]
    return not _has_text_around(paste) and is_whole == [True]


def _has_text_around(paste: Paste) -> bool:
    return any(isinstance(part, str) and trim(part) for part in paste.parts)


def find_pasted_stone(account: User, text: str) -> ListedStone | None:
    """The stored stone that this text is a copy of, whole or up to a level; None where it is of none."""
    parsed = parse_pasted_stone(text)
    return find_stored(account, parsed).stone if parsed else None


AS_QUOTATION = "make it a quotation: a plain text with a line of your own before it."


def refuse_changed(text: str) -> None:
    """For what sends texts. Raises NotAStone for a text that is stones alone, or begins as one, of which one is
    damaged or does not hold the content that it names by our rule.
    """
    if not begins_as_stone(text):
        return
    try:
        paste = parse_all(text)
    except FormatError as found:
        raise damaged_stone(text, found, "text", "sent") from found
    for each in paste.stones if not _has_text_around(paste) else ():
        if verify(each.stone) is HashVerdict.MISMATCH:
            raise NotAStone(describe_mismatch(each.stone.header.border_hash, "sent"))


def describe_mismatch(border_hash: str, outcome: str, why: str = "", remedy: str = "") -> str:
    """`outcome`: what did not become of it, stored or sent. `remedy`: where it was not changed on its way."""
    reason = f": {why}" if why else ""
    remedy = remedy or f"It was changed on its way: ask for it anew, or {AS_QUOTATION}"
    return f"The stone {border_hash[:70]!r} does not match its hash{reason}. Nothing was {outcome}. {remedy}"


def damaged_stone(text: str, found: FormatError, name: str, outcome: str) -> NotAStone:
    """`name`: what it was given as, text or stone. `outcome` as above."""
    error = explain_error(text, found)
    place = str(error)
    return NotAStone(
        f"The {name} begins as a stone and is damaged. {place[:1].upper()}{place[1:]}. Nothing was {outcome}. Mend "
        f"it, or {AS_QUOTATION}",
        line=error.line,
        reason=error.reason,
    )


def refuse_stone(content: str, *, instead: str) -> None:
    """For what makes stones of texts. `instead`: what can be done with a stone there, in a sentence.

    Raises AlreadyAStone for one that is a stone, NotAStone for one that is damaged or was changed.
    """
    if not begins_as_stone(content):
        return
    try:
        parsed = parse_or_repair(content)
    except FormatError as error:
        raise damaged_stone(content, error, "content", "stored") from error
    name = parsed.header.border_hash[:SHA256_HEX]
    if verify(parsed) is HashVerdict.MISMATCH:
        raise NotAStone(describe_mismatch(name, "stored", explain_cut(parsed)))
    raise AlreadyAStone(
        f"The content is a stone already: {name}, {len(parsed.levels)} of {parsed.header.lod_count} levels. Nothing "
        f"was stored: a stone is not put into another. {_cut_note(parsed)}{instead}",
        border_hash=name,
    )


def _cut_note(parsed: ParsedStone) -> str:
    """What must be done before a copy without its source is stored; "" for a whole stone."""
    if parsed.is_complete:
        return ""
    remedy = describe_recount(parsed) if parsed.header.delivered_lod is None else "ask for the whole stone."
    return f"As it is it lacks its source, and can be sent but not stored: {remedy} Then: "


def describe_recount(parsed: ParsedStone) -> str:
    """What to do with a stone that has fewer levels than `lod_count` announces, and no `delivered_lod`."""
    prices = " and leave out lod_tokens" if parsed.header.lod_tokens else ""
    return f"if no level is missing, write lod_count: {len(parsed.levels)}{prices}."
