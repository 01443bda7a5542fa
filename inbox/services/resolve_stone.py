"""From a stone's name or text to what is sent of it: the stored stone, or the copy as it is."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from inbox.exceptions import ExtraScopeRequired
from inbox.models import Agent
from inbox.queries.delivered_stones import delivered_stone_id, delivered_stones
from inbox.services.compose_message import ComposedMessage, compose_copy, compose_stone
from stones import services as stones
from stones.assembled_stone import AssembledStone
from stones.exceptions import AmbiguousHash, InvalidHash, NotAStone, StoneNotFound
from stones.format import FormatError, ParsedStone, begins_as_stone, level_span, parse_or_repair
from stones.format.delimiters import OPEN
from stones.queries import assemble, find_stone, stones_of_text
from stones.services.given_levels import LevelWarning, pasted_level_warnings, stored_level_warnings
from stones.services.pasted_stone import (
    StoredCopy,
    copied_levels,
    damaged_stone,
    describe_recount,
    find_stored,
    same_levels,
)

MOST_TOLD = 3


@dataclass(frozen=True)
class StoneToSend:
    """The content to send. `note` tells the sender that only a copy is sent, and why; "" otherwise."""

    composed: ComposedMessage
    note: str = ""
    # What is to be said of its shorter levels, where they are as they came.
    warnings: tuple[str, ...] = ()


def resolve_stone(sender: Agent, text: str, max_lod: int, scopes: Collection[str] | None) -> StoneToSend:
    """The stone of this name or text. Raises NotAStone, ExtraScopeRequired, and as `find_stone` and `store_stone_text`.

    `scopes` None: all. A whole text is stored first.
    """
    if OPEN not in text:
        assembled = _find_stored(sender, text.strip(), scopes)
        return StoneToSend(
            compose_stone(assembled, max_lod), warnings=_texts(stored_level_warnings(assembled))
        )
    parsed = parse_stone(text)
    if not parsed.is_complete:
        return _resolve_truncated_text(sender, parsed, max_lod, scopes)
    if scopes is not None and "stones:write" not in scopes:
        raise ExtraScopeRequired(
            "stones:write",
            "Without it, a stone's text is not stored: name a stone that was sent to "
            f"{sender.name!r} by its border_hash, or send the text as a message. Nothing was sent.",
        )
    warnings = pasted_level_warnings(parsed, find_stored(sender.account, parsed, recipient=sender))
    stored = stones.store_stone_text(account=sender.account, text=text, source_agent=sender.name)
    composed = compose_stone(assemble(find_stone(sender.account, stored.stone.pk)), max_lod)
    return StoneToSend(composed, note=_irregularities(parsed), warnings=_texts(warnings))


def _irregularities(parsed: ParsedStone) -> str:
    """What was tolerated in its form; empty where nothing was."""
    told = "; ".join(_irregular_lines(parsed))
    return f"Its form is irregular ({told})." if told else ""


def _irregular_lines(parsed: ParsedStone) -> list[str]:
    return [f"line {each.line}: {each.reason}" for each in parsed.warnings[:MOST_TOLD]]


def _texts(warnings: Sequence[LevelWarning]) -> tuple[str, ...]:
    return tuple(each.text for each in warnings)


def parse_stone(text: str) -> ParsedStone:
    """One whose marks were altered is read all the same. Raises NotAStone."""
    try:
        return parse_or_repair(text)
    except FormatError as found:
        if begins_as_stone(text):
            raise damaged_stone(text, found, "stone", "sent") from found
        if OPEN in map(str.strip, text.split("\n")):
            hint = f"Leave out what stands before its line {OPEN}, such as a fence of ```."
        else:
            hint = "A text that only speaks of stones is sent as a message."
        raise NotAStone(f"{found}. {hint} Nothing was sent.", line=found.line, reason=found.reason) from found


def resolve_truncated(parsed: ParsedStone, copy: StoredCopy, max_lod: int) -> StoneToSend:
    """A copy without its source: the stone that it was cut from where one reads the same, up to `max_lod`; else the
    copy itself, with all that it has.
    """
    if copy.stone is not None:
        return StoneToSend(compose_stone(assemble(copy.stone), max_lod))
    top = len(parsed.levels) - 1
    beyond = f" All its levels were delivered, also those above LOD-{max_lod}: nothing else holds them."
    note = f"{_copy_note(copy, top)}{beyond if top > max_lod else ''}{_lod_count_note(parsed)}"
    return StoneToSend(compose_copy(parsed), note, tuple(_irregular_lines(parsed)))


def _copy_note(copy: StoredCopy, top: int) -> str:
    if copy.other is None:
        return (
            f"Its source is not stored here, so the copy was sent as far as it goes, {level_span(top)}: who gets it "
            "can read no further."
        )
    return (
        f"{copy.difference[:1].upper()}{copy.difference[1:]} of this copy is not that of "
        f"{copy.other.content.border_hash}, which is stored here: one of the two was changed. Your copy was sent "
        "as it is. To send what is stored, name the stone by its hash."
    )


def _lod_count_note(parsed: ParsedStone) -> str:
    """Of a copy that only its lod_count says to be cut, which may be wrong: what to do then. Empty for others."""
    if parsed.header.delivered_lod is not None:
        return ""
    return f" Its lod_count says that it is cut, so it was not stored: {describe_recount(parsed)}"


def _resolve_truncated_text(
    sender: Agent, parsed: ParsedStone, max_lod: int, scopes: Collection[str] | None
) -> StoneToSend:
    try:
        name = _readable_name(sender, parsed.header.border_hash, scopes)
        stones = stones_of_text(sender.account, name, recipient=sender)
    except (StoneNotFound, AmbiguousHash, InvalidHash, ExtraScopeRequired):
        # For a token without access it counts as not stored: sending the copy reads and stores nothing.
        return resolve_truncated(parsed, StoredCopy(), max_lod)
    if not _reads_stones(scopes):
        received = set(delivered_stones(sender).filter(message__stone__in=stones))
        stones = [stone for stone in stones if stone.pk in received]
    return resolve_truncated(parsed, same_levels(stones, copied_levels(parsed)), max_lod)


def _find_stored(sender: Agent, name: str, scopes: Collection[str] | None) -> AssembledStone:
    """The stone of this hash or id. Raises as `_readable_name` and `find_stone`."""
    return assemble(find_stone(sender.account, _readable_name(sender, name, scopes), recipient=sender))


def _readable_name(sender: Agent, name: str, scopes: Collection[str] | None) -> str:
    """The id or hash of a stone that may be sent on. Raises ExtraScopeRequired, whether or not there is one."""
    if _reads_stones(scopes):
        return name
    try:
        return delivered_stone_id(sender, name)
    except (StoneNotFound, AmbiguousHash) as error:
        raise ExtraScopeRequired(
            "stones:read",
            f"Without it, only stones that were sent to {sender.name!r} can be sent on, "
            "each named by enough digits. Nothing was sent.",
        ) from error


def _reads_stones(scopes: Collection[str] | None) -> bool:
    return scopes is None or "stones:read" in scopes
