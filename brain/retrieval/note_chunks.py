"""The chunks of a note: slices of its text on sentence borders, comments masked, of a size that the embedder reads
whole.

MiniLM reads 256 tokens, some 1,000 characters, so the vector of a whole note is that of its beginning. People also
ask about single sentences, which the vector of the passage around them blurs. So there are chunks of two sizes:
passages, which together cover the text, and after each passage its sentences.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from core.text.hidden_spans import mask_comments
from core.text.passages import TRAIL_SEPARATOR
from core.text.sentence_ends import cuts_by_size, sentence_ends
from core.text.text_blocks import Block, BlockKind, item_starts, read_blocks

TARGET = 512
"""Characters that a passage is filled up to."""
OVERLAP = 128
"""A last sentence of at most this many characters is repeated in the next passage."""
MIN_PART_CHARACTERS = 20
"""A shorter sentence says nothing on its own."""


@dataclass(frozen=True, slots=True)
class ChunkText:
    """text == mask_comments(content)[start:end], without white space at either end."""

    ordinal: int
    start: int
    end: int
    text: str
    trail: str
    """Titles of the headings above, outermost first, joined by " › "; empty without any."""
    stretch: int
    """The ordinal of the passage that it is, or is a part of."""

    @property
    def is_part(self) -> bool:
        """A sentence of the passage before it, within its bounds. Found by its vector only."""
        return self.stretch != self.ordinal


@dataclass(frozen=True, slots=True)
class _TextUnit:
    """A sentence, a list item or a line: the smallest unit, never cut."""

    start: int
    end: int
    trail: tuple[str, ...]
    is_heading: bool
    is_prose: bool


def split_chunks(text: str, *, target: int = TARGET, overlap: int = OVERLAP) -> list[ChunkText]:
    """Passages in the order of the text, which together cover all of it but white space and comments, each followed by
    its parts.

    A passage has at most `target` characters, plus up to `overlap` for the sentence shared with the one before. A
    heading begins a passage, and nothing is shared across it. A passage of one sentence has no parts. Blank text has
    no chunks.
    """
    text = mask_comments(text)
    chunks: list[ChunkText] = []
    for group in _group_units(_split_units(text, target), target, overlap):
        parts = [
            unit for unit in group if not unit.is_heading and unit.end - unit.start >= MIN_PART_CHARACTERS
        ]
        spans = [(group[0].start, group[-1].end), *((part.start, part.end) for part in parts)]
        trail = TRAIL_SEPARATOR.join(group[-1].trail)
        stretch = len(chunks)
        for start, end in spans if len(group) > 1 else spans[:1]:
            chunks.append(ChunkText(len(chunks), start, end, text[start:end], trail, stretch))
    return chunks


def _group_units(units: Iterator[_TextUnit], target: int, overlap: int) -> Iterator[Sequence[_TextUnit]]:
    group: list[_TextUnit] = []
    shared = 0
    for unit in units:
        opens = unit.is_heading and any(not member.is_heading for member in group)
        if group and (opens or unit.end - group[shared].start > target):
            yield group
            carries = not opens and group[-1].is_prose and group[-1].end - group[-1].start <= overlap
            # A chunk of one sentence would be repeated whole in the next one.
            carries = carries and len(group) - shared > 1
            group = group[-1:] if carries else []
            shared = len(group)
        group.append(unit)
    if group:
        yield group


def _split_units(text: str, target: int) -> Iterator[_TextUnit]:
    lines = text.split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines[:-1])]
    for block in read_blocks(lines):
        for start, end in _parts(text, lines, starts, block):
            small = [start, *cuts_by_size(text, start, end, target)]
            for first, stop in pairwise(small):
                body = text[first:stop]
                if body.strip():
                    yield _TextUnit(
                        start=first + len(body) - len(body.lstrip()),
                        end=first + len(body.rstrip()),
                        trail=block.trail,
                        is_heading=block.kind is BlockKind.HEADING,
                        is_prose=block.kind is BlockKind.TEXT,
                    )


def _parts(text: str, lines: Sequence[str], starts: Sequence[int], block: Block) -> Iterator[tuple[int, int]]:
    """Sentences of prose and of list items; lines of everything else."""
    end = starts[block.last] + len(lines[block.last])
    first = starts[block.first]
    if block.kind is BlockKind.TEXT:
        return pairwise([first, *sentence_ends(text, first, end)])
    if block.kind is BlockKind.HEADING:
        return iter([(first, end)])
    return pairwise([*(starts[at] for at in item_starts(lines, block)), end])
