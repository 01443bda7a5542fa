"""What is told of memories, within a hard budget of tokens: one block each, and at the end what was cut."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from inbox.memory.labels import label_of, shown
from texts.sentences import cuts_by_size

CountTokens = Callable[[str], int]
Layout = Callable[[Sequence[str], Sequence[int], bool], str]
"""Makes the answer: of blocks, the sizes (tokens) of what was left out, and whether they match or only come nearest."""

WHOLE_TOKENS = 150
"""A memory up to this size is told whole; of a longer one its best passages."""
LEAST_TOKENS = 24
"""An entry is not begun with less."""
GAP = " … "
NOTHING = "Nothing remembered matches."
NEAREST = "Nothing clearly matches; the nearest:"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a memory's text, text[start:end]."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A memory to be told of."""

    name: str
    """Its key, or its id when it has none: with either it can be forgotten."""
    created: datetime
    superseded: datetime | None
    by: str
    """The agent that shared it; empty for one's own."""
    length: int
    """Characters of the whole text."""
    tokens: int
    pieces: Sequence[Piece]
    """All of the text as one, or of a long one the passages, best first."""


@dataclass(frozen=True, slots=True)
class Written:
    text: str
    tokens: int
    told: tuple[str, ...]
    """What was told of each entry, in order; entries after the last were left out."""
    left_out: int
    left_out_tokens: int


def plain(blocks: Sequence[str], left: Sequence[int], is_match: bool) -> str:
    """One block after the other, above them whether they only come nearest, below them what was cut."""
    lines = [NEAREST, *blocks] if blocks and not is_match else [*blocks]
    if left:
        lines.append(f"{len(left)} more matched, {sum(left):,} tokens: raise max_tokens.")
    return "\n".join(lines) or NOTHING


def write(
    entries: Sequence[Entry],
    *,
    more: Sequence[int] = (),
    max_tokens: int,
    now: datetime,
    count_tokens: CountTokens,
    is_match: bool = True,
    layout: Layout = plain,
) -> Written:
    """The entries in their order until the budget is spent, never one after another that was left out.

    `more` holds the sizes, in tokens, of what matched behind them. A memory of which only parts are told shows "…".
    The text is what `layout` makes of the blocks, each a label and what is told.
    """
    blocks: list[tuple[str, str]] = []
    for at, entry in enumerate(entries):
        left = _left(entries[at + 1 :], more, is_match)
        room = max_tokens - count_tokens(layout([*map(shown, blocks), ""], left, is_match)) - 1
        # A long memory may take half of what is left, so that it does not hide the next; the last one all of it.
        if entry.tokens > WHOLE_TOKENS and at + 1 < len(entries):
            room = max(room // 2, LEAST_TOKENS)
        block = _block(entry, room, now, count_tokens)
        if block is None:
            break
        blocks.append(block)
    while True:
        left = _left(entries[len(blocks) :], more, is_match)
        text = layout([*map(shown, blocks)], left, is_match)
        tokens = count_tokens(text)
        if tokens <= max_tokens or not blocks:
            break
        blocks.pop()
    return Written(text, tokens, tuple(told for _, told in blocks), len(left), sum(left))


def _block(entry: Entry, room: int, now: datetime, count_tokens: CountTokens) -> tuple[str, str] | None:
    """(label, told) in at most `room` tokens; None when there is no room for anything worth its label."""
    label = label_of(entry.name, entry.created, now, superseded=entry.superseded, by=entry.by)
    chosen: list[Piece] = []
    for piece in entry.pieces:
        told = _told(entry, [*chosen, piece])
        if count_tokens(shown((label, told))) > room:
            break
        chosen.append(piece)
    if chosen:
        return label, _told(entry, chosen)
    beginning = _beginning(entry, label, room, count_tokens)
    return (label, beginning) if beginning else None


def _told(entry: Entry, pieces: Sequence[Piece]) -> str:
    """The pieces in the order of the text, with "…" wherever something is missing."""
    told, behind = "", 0
    for piece in sorted(pieces, key=lambda piece: piece.start):
        touches = piece.start - behind <= 2
        told += ("\n" if told and touches else GAP if told else "" if touches else "… ") + piece.text
        behind = piece.end
    return told if entry.length - behind <= 2 else f"{told} …"


def _beginning(entry: Entry, label: str, room: int, count_tokens: CountTokens) -> str:
    """As much of the best piece as fits, cut at a word; empty when that would be hardly anything."""
    if room - count_tokens(label) <= LEAST_TOKENS or not entry.pieces:
        return ""
    text = entry.pieces[0].text
    lead = "… " if entry.pieces[0].start else ""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if count_tokens(shown((label, f"{lead}{text[:middle]} …"))) <= room:
            low = middle
        else:
            high = middle - 1
    if not low:
        return ""
    size = next(cuts_by_size(text, 0, len(text), low))
    return f"{lead}{text[: min(size, low)].rstrip()} …"


def _left(entries: Sequence[Entry], more: Sequence[int], is_match: bool) -> list[int]:
    """What it would cost to be told of these, too, each at most as much as a long memory begins with."""
    sizes = [*(entry.tokens for entry in entries), *more]
    return [min(size, WHOLE_TOKENS) for size in sizes] if is_match else []
