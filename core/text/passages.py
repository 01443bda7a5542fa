"""The passages of a source: small exact slices that together cover all of its text.

A passage makes sense on its own. Whole blocks stay together while they fit; a larger block is cut at its items, lines
or sentences, or by size if it has no such border. The sizes were measured (docs/adr/0005-focused-reading.md).
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, pairwise

from core.text.line_breaks import are_lines_meant
from core.text.sentence_ends import cuts_by_size, sentence_ends
from core.text.table_rows import MOST_READ, read_value_table
from core.text.text_blocks import HEAD_CHARACTERS, LEAD_LINE, Block, BlockKind, item_starts, read_blocks

CountTokens = Callable[[str], int]

TARGET_TOKENS = 60
"""A passage is filled up to about this size."""
WHOLE_TOKENS = 120
"""A block up to this size is never cut."""
LONGEST_TOKENS = 180
"""A sentence or a line is cut, by size, only above this."""
COUNTED_CHARACTERS = 2_000
"""The most that is passed to the token counter at once while borders are searched."""
RULE_CHARACTERS = 8
TRAIL_SEPARATOR = " › "


@dataclass(frozen=True, slots=True)
class Passage:
    ordinal: int
    start_line: int
    """From 1. Several passages may be in one line; `start` and `end` then distinguish them."""
    end_line: int
    """Inclusive."""
    trail: str
    """Titles of the headings above, outermost first, joined by " › "; empty without any."""
    text: str
    """Exactly content[start:end]."""
    start: int
    """Offset in the source, in characters."""
    end: int


@dataclass(frozen=True, slots=True)
class _PassagePiece:
    """Text that is never cut."""

    start: int
    end: int
    tokens: int
    trail: tuple[str, ...]
    is_heading: bool = False
    leads_on: bool = False
    """Ends with a colon, or leads in to a list without one: the next piece belongs to it."""
    is_rule: bool = False
    """A thematic break or the like, of no use alone."""


def section_of(trail: str) -> str:
    """The last heading of a trail, unless that is the only one: mostly the title of the whole text."""
    return trail.rpartition(TRAIL_SEPARATOR)[2] if TRAIL_SEPARATOR in trail else ""


def split_passages(
    content: str, *, count_tokens: CountTokens, target: int = TARGET_TOKENS, whole: int = WHOLE_TOKENS
) -> list[Passage]:
    """Passages in document order, without overlap, that cover every character which is not white space.

    A line ends at LF only, so line numbers are those of `content.split("\n")`. Blank text has no passages.
    """
    source = _SourceText(content, count_tokens, target, whole)
    blocks = [*read_blocks(source.lines), None]
    pieces = chain.from_iterable(
        _block_pieces(source, block, following) for block, following in pairwise(blocks) if block
    )
    passages: list[Passage] = []
    for group in _group_pieces(pieces, target, whole):
        start, end = group[0].start, group[-1].end
        passages.append(
            Passage(
                ordinal=len(passages),
                start_line=source.line_of(start),
                end_line=source.line_of(end - 1),
                trail=TRAIL_SEPARATOR.join(group[-1].trail),
                text=content[start:end],
                start=start,
                end=end,
            )
        )
    return passages


def split_finely(content: str, *, count_tokens: CountTokens) -> list[Passage]:
    """The smallest passages there are: each a sentence, an item or a line."""
    return split_passages(content, count_tokens=count_tokens, target=1, whole=1)


def embedding_text(passage: Passage) -> str:
    """The text to embed for a passage: its heading trail, then its text."""
    return f"{passage.trail}\n{passage.text}" if passage.trail else passage.text


def _block_pieces(source: "_SourceText", block: Block, following: Block | None) -> Iterator[_PassagePiece]:
    """A block as one piece if it is small, otherwise its parts packed to about `target` tokens."""
    is_text = block.kind is BlockKind.TEXT
    if is_text and read_value_table(source.lines[block.first : min(block.last + 1, block.first + MOST_READ)]):
        block = replace(block, kind=BlockKind.TABLE)
    spans = [fine for part in _parts(source, block) for fine in _fine_spans(source, block.kind, *part)]
    sizes = [tokens for _, _, tokens in spans]
    bounds = [0, len(spans)] if sum(sizes) <= source.whole else _balance_sizes(sizes, source.target)
    is_lead = following is not None and _is_unmarked_lead(source, block, following)
    for first, stop in pairwise(bounds):
        end = spans[stop - 1][1]
        yield _PassagePiece(
            start=spans[first][0],
            end=end,
            tokens=sum(sizes[first:stop]),
            trail=block.trail,
            is_heading=block.kind is BlockKind.HEADING,
            leads_on=is_lead or source.content[end - 1] in ":：",
            is_rule=first + 1 == len(spans)
            and end - spans[first][0] <= RULE_CHARACTERS
            and not any(map(str.isalnum, source.content[spans[first][0] : end])),
        )


def _is_unmarked_lead(source: "_SourceText", block: Block, following: Block) -> bool:
    is_line = block.kind is BlockKind.TEXT and block.first == block.last
    head = source.lines[block.first][:HEAD_CHARACTERS]
    return is_line and following.kind is BlockKind.LIST and LEAD_LINE.match(head) is not None


def _parts(source: "_SourceText", block: Block) -> Iterator[tuple[int, int]]:
    """A block cut at its items, or at its lines where they are meant; prose is one part."""
    starts: Iterable[int]
    if block.kind is BlockKind.TEXT and are_lines_meant(source.lines[block.first : block.last + 1]):
        starts = range(block.first, block.last + 1)
    elif block.kind in (BlockKind.TEXT, BlockKind.HEADING):
        starts = (block.first,)
    else:
        starts = item_starts(source.lines, block)
    return pairwise([*(source.line_starts[at] for at in starts), source.line_end(block.last)])


def _fine_spans(
    source: "_SourceText", kind: BlockKind, start: int, end: int
) -> Iterator[tuple[int, int, int]]:
    """A part as (start, end, tokens), trimmed: its sentences, or slices by size if it has none; a short item whole."""
    short_item = kind is BlockKind.LIST and end - start <= COUNTED_CHARACTERS
    if short_item and (item := source.measured(start, end)) and item[2] <= source.whole:
        yield item
        return
    is_prose = kind in (BlockKind.TEXT, BlockKind.LIST)
    borders = sentence_ends(source.content, start, end) if is_prose else (end,)
    for at, border in pairwise([start, *borders]):
        for cut, next_cut in pairwise([at, *cuts_by_size(source.content, at, border, COUNTED_CHARACTERS)]):
            if (span := source.measured(cut, next_cut)) is None:
                continue
            first, last, tokens = span
            if tokens <= LONGEST_TOKENS:
                yield span
                continue
            size = max(1, (last - first) * source.target // tokens)
            small = pairwise([first, *cuts_by_size(source.content, first, last, size)])
            yield from (found for a, b in small if (found := source.measured(a, b)))


def _balance_sizes(sizes: Sequence[int], target: int) -> list[int]:
    """Borders that cut a sequence into groups of about equal size near `target`, first 0, last len(sizes)."""
    share = sum(sizes) / max(1, round(sum(sizes) / target))
    bounds, filled = [0], 0
    for at, size in enumerate(sizes):
        # Stop before this one if that is nearer to the next even border than stopping after it.
        if at > bounds[-1] and filled + size / 2 > share * len(bounds):
            bounds.append(at)
        filled += size
    return [*bounds, len(sizes)]


def _group_pieces(pieces: Iterable[_PassagePiece], target: int, whole: int) -> Iterator[list[_PassagePiece]]:
    """Neighbours in one section together up to `target`, a lead-in with what it introduces up to `whole`."""
    group: list[_PassagePiece] = []
    filled = 0
    for piece in pieces:
        if group:
            last = group[-1]
            limit = whole if last.leads_on or last.is_heading else target
            opens_section = piece.is_heading and not all(earlier.is_heading for earlier in group)
            if not piece.is_rule and (opens_section or filled + piece.tokens > limit):
                carried = [group.pop()] if last.leads_on and len(group) > 1 and not opens_section else []
                yield group
                group, filled = carried, sum(earlier.tokens for earlier in carried)
        group.append(piece)
        filled += piece.tokens
    if group:
        yield group


class _SourceText:
    """The text being cut, with its lines and the target sizes."""

    def __init__(self, content: str, count_tokens: CountTokens, target: int, whole: int) -> None:
        self.content = content
        self.count_tokens = count_tokens
        self.target = target
        self.whole = whole
        self.lines = content.split("\n")
        self.line_starts = [0, *accumulate(len(line) + 1 for line in self.lines[:-1])]

    def line_of(self, offset: int) -> int:
        """From 1."""
        return bisect_right(self.line_starts, offset)

    def line_end(self, index: int) -> int:
        return self.line_starts[index] + len(self.lines[index])

    def measured(self, start: int, end: int) -> tuple[int, int, int] | None:
        """(start, end, tokens) without white space around it; None when blank.

        The indentation of a line's first text stays, because code needs it.
        """
        body = self.content[start:end]
        first = start + len(body) - len(body.lstrip())
        if first == end:
            return None
        line_start = self.line_starts[self.line_of(first) - 1]
        first, last = (line_start if line_start >= start else first), start + len(body.rstrip())
        return first, last, self.count_tokens(self.content[first:last])
