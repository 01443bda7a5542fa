"""The stone that a sender gives, by its name or its text: the stored one is sent, or the copy as far as it goes."""

from collections.abc import Collection
from dataclasses import dataclass

from inbox.delivered import delivered_name, delivered_stones
from inbox.exceptions import MissingScope
from inbox.models import Agent
from inbox.services.composing import Composed, compose_copy, compose_stone
from rest.scopes import lacks
from stones import services as stones
from stones.assembled import AssembledStone
from stones.exceptions import AmbiguousHash, InvalidHash, NotAStone, StoneNotFound
from stones.format import FormatError, Stone, begins_as_stone, parse
from stones.format.marks import OPEN
from stones.queries import assemble, find_stone, stones_of_text
from stones.services.pasted_stone import StoredCopy, copied_levels, same_levels


@dataclass(frozen=True)
class GivenStone:
    """What will be sent of it. `note` says what its sender must know: that only a copy went out, and why."""

    composed: Composed
    note: str = ""


def given_stone(sender: Agent, given: str, max_lod: int, scopes: Collection[str] | None) -> GivenStone:
    """The stone that is meant. Raises NotAStone, MissingScope, and as `find_stone` and `store_stone_text`."""
    if OPEN not in given:
        return GivenStone(compose_stone(_stored(sender, given.strip(), scopes), max_lod))
    parsed = read_stone(given)
    if not parsed.is_complete:
        return _truncated(sender, parsed, max_lod, scopes)
    if scopes is not None and "stones:write" not in scopes:
        raise MissingScope(
            f"{lacks(['stones:write'])} Without it, a stone's text is not stored: name a stone that was sent to "
            f"{sender.name!r} by its border_hash, or send the text as a message. Nothing was sent."
        )
    kept = stones.store_stone_text(account=sender.account, text=given, source_agent=sender.name)
    return GivenStone(compose_stone(assemble(find_stone(sender.account, kept.stone.pk)), max_lod))


def read_stone(given: str) -> Stone:
    """The stone that a text is. Raises NotAStone."""
    try:
        return parse(given)
    except FormatError as error:
        hint = "" if begins_as_stone(given) else " A text that only speaks of stones is sent as a message."
        raise NotAStone(f"{error}.{hint} Nothing was sent.", line=error.line, reason=error.reason) from error


def truncated_stone(parsed: Stone, copy: StoredCopy, max_lod: int) -> GivenStone:
    """A copy without its source: the stone that it was cut from where one reads the same, else the copy itself."""
    if copy.stone is not None:
        return GivenStone(compose_stone(assemble(copy.stone), max_lod))
    if copy.other is None:
        note = "Its source is not stored here, so the copy was sent as far as it goes: who gets it can read no further."
    else:
        note = (
            f"{copy.difference[:1].upper()}{copy.difference[1:]} of this copy is not that of "
            f"{copy.other.content.border_hash}, which is stored here: one of the two was changed. Your copy was sent "
            "as it is. To send what is stored, name the stone by its hash."
        )
    return GivenStone(compose_copy(parsed, max_lod), note)


def _truncated(sender: Agent, parsed: Stone, max_lod: int, scopes: Collection[str] | None) -> GivenStone:
    try:
        name = _readable_name(sender, parsed.header.border_hash, scopes)
        stones = stones_of_text(sender.account, name, recipient=sender)
    except (StoneNotFound, AmbiguousHash, InvalidHash, MissingScope):
        # For whoever may not look, it is not stored: the copy itself reads and stores nothing.
        return truncated_stone(parsed, StoredCopy(), max_lod)
    if not _reads_stones(scopes):
        received = set(delivered_stones(sender).filter(message__stone__in=stones))
        stones = [stone for stone in stones if stone.pk in received]
    return truncated_stone(parsed, same_levels(stones, copied_levels(parsed)), max_lod)


def _stored(sender: Agent, name: str, scopes: Collection[str] | None) -> AssembledStone:
    """The stone of this hash or id. Raises as `_readable_name` and `find_stone`."""
    return assemble(find_stone(sender.account, _readable_name(sender, name, scopes), recipient=sender))


def _readable_name(sender: Agent, name: str, scopes: Collection[str] | None) -> str:
    """What finds the stone that is meant and may be sent on. Raises MissingScope, whether or not there is one."""
    if _reads_stones(scopes):
        return name
    try:
        return delivered_name(sender, name)
    except (StoneNotFound, AmbiguousHash) as error:
        raise MissingScope(
            f"{lacks(['stones:read'])} Without it, only stones that were sent to {sender.name!r} can be sent on, "
            "each named by enough digits. Nothing was sent."
        ) from error


def _reads_stones(scopes: Collection[str] | None) -> bool:
    return scopes is None or "stones:read" in scopes
