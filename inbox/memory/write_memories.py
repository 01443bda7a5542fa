"""The text of recalled memories, within a hard budget of tokens: one block each, and at the end what was cut."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from core.text.cut_to_tokens import last_fitting
from core.text.passages import CountTokens
from core.text.sentence_ends import cuts_by_size
from inbox.memory.memory_labels import memory_label, render_block

Layout = Callable[[Sequence[str], Sequence[int], str], str]
"""Makes the text: of blocks, the sizes (tokens) of what was left out, and the reserve, empty where they answer."""

WHOLE_TOKENS = 150
"""A memory up to this size is written whole; of a longer one its best passages."""
MIN_TOKENS = 24
"""An entry is not begun with less."""
GAP = " … "
NOTHING = "Nothing remembered matches."
NO_MATCH = "Nothing clearly matches; the nearest:"
NEAREST = "Perhaps this, the nearest that is remembered"


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A stretch of a memory's text, text[start:end]."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    name: str
    """Its key, or its id when it has none: with either it can be forgotten."""
    created: datetime
    superseded: datetime | None
    restored: datetime | None
    """Since when it stands under its key again, after another's text in its place was gone."""
    shared_by: str | None
    """The agent that shared it, empty for oneself; None for what is one's own alone."""
    replaces_own: bool
    """Whether it is another's, in the place of one that oneself had shared."""
    length: int
    """Characters of the whole text."""
    tokens: int
    pieces: Sequence[TextSpan]
    """All of the text as one, or of a long one the passages, best first."""


@dataclass(frozen=True, slots=True)
class WrittenMemories:
    text: str
    tokens: int
    excerpts: tuple[str, ...]
    """The excerpt of each entry, in order; entries after the last were left out."""
    left_out: int
    left_out_tokens: int


def plain_layout(blocks: Sequence[str], left: Sequence[int], reserve: str) -> str:
    """One block after the other, above them the reserve, below them what was cut."""
    lines = [reserve, *blocks] if blocks and reserve else [*blocks]
    if left:
        lines.append(f"{len(left)} more matched, {sum(left):,} tokens: raise max_tokens.")
    return "\n".join(lines) or NOTHING


def write_memories(
    entries: Sequence[MemoryEntry],
    *,
    more: Sequence[int] = (),
    max_tokens: int,
    now: datetime,
    count_tokens: CountTokens,
    is_match: bool = True,
    reserve: str = "",
    layout: Layout = plain_layout,
) -> WrittenMemories:
    """The entries in their order until the budget is spent, never one after another that was left out.

    `more` holds the sizes, in tokens, of what matched behind them. An excerpt has "…" where text is missing.
    The text is what `layout` makes of the blocks, each a label and an excerpt; `reserve` stands above them where they
    may not answer.
    """
    blocks: list[tuple[str, str]] = []
    for at, entry in enumerate(entries):
        left = _left_out_sizes(entries[at + 1 :], more, is_match)
        room = max_tokens - count_tokens(layout([*map(render_block, blocks), ""], left, reserve)) - 1
        # A long memory may take half of what is left, so that it does not hide the next; the last one all of it.
        if entry.tokens > WHOLE_TOKENS and at + 1 < len(entries):
            room = max(room // 2, MIN_TOKENS)
        block = _block(entry, room, now, count_tokens)
        if block is None:
            break
        blocks.append(block)
    while True:
        left = _left_out_sizes(entries[len(blocks) :], more, is_match)
        text = layout([*map(render_block, blocks)], left, reserve)
        tokens = count_tokens(text)
        if tokens <= max_tokens or not blocks:
            break
        blocks.pop()
    return WrittenMemories(text, tokens, tuple(excerpt for _, excerpt in blocks), len(left), sum(left))


def _block(entry: MemoryEntry, room: int, now: datetime, count_tokens: CountTokens) -> tuple[str, str] | None:
    """(label, excerpt) in at most `room` tokens; None where there is no room for anything worth its label."""
    label = memory_label(
        entry.name,
        entry.created,
        now,
        superseded=entry.superseded,
        restored=entry.restored,
        shared_by=entry.shared_by,
        replaces_own=entry.replaces_own,
    )
    chosen: list[TextSpan] = []
    for piece in entry.pieces:
        excerpt = _join_spans(entry, [*chosen, piece])
        if count_tokens(render_block((label, excerpt))) > room:
            break
        chosen.append(piece)
    if chosen:
        return label, _join_spans(entry, chosen)
    beginning = _cut_beginning(entry, label, room, count_tokens)
    return (label, beginning) if beginning else None


def _join_spans(entry: MemoryEntry, pieces: Sequence[TextSpan]) -> str:
    """The pieces in the order of the text, with "…" wherever something is missing."""
    excerpt, behind = "", 0
    for piece in sorted(pieces, key=lambda piece: piece.start):
        touches = piece.start - behind <= 2
        excerpt += ("\n" if excerpt and touches else GAP if excerpt else "" if touches else "… ") + piece.text
        behind = piece.end
    return excerpt if entry.length - behind <= 2 else f"{excerpt} …"


def _cut_beginning(entry: MemoryEntry, label: str, room: int, count_tokens: CountTokens) -> str:
    """As much of the best piece as fits, cut at a word; empty when that would be hardly anything."""
    if room - count_tokens(label) <= MIN_TOKENS or not entry.pieces:
        return ""
    text = entry.pieces[0].text
    lead = "… " if entry.pieces[0].start else ""

    def fits(end: int) -> bool:
        return count_tokens(render_block((label, f"{lead}{text[:end]} …"))) <= room

    end = last_fitting(range(1, len(text) + 1), fits)
    if not end:
        return ""
    size = next(cuts_by_size(text, 0, len(text), end))
    return f"{lead}{text[: min(size, end)].rstrip()} …"


def _left_out_sizes(entries: Sequence[MemoryEntry], more: Sequence[int], is_match: bool) -> list[int]:
    """The tokens that these would cost, each at most WHOLE_TOKENS; none for memories that do not match."""
    sizes = [*(entry.tokens for entry in entries), *more]
    return [min(size, WHOLE_TOKENS) for size in sizes] if is_match else []
