"""The vector of a passage: its own, mixed with that of the stretch around it.

A passage of some sixty tokens often leaves its subject unsaid. So its vector is mixed with that of a stretch of some
three hundred tokens which contains it; nothing is embedded more than twice.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from core.text.passages import Passage, embedding_text

Embed = Callable[[Sequence[str]], NDArray[np.float32]]

STRETCH_CHARACTERS = 1_400
STRETCH_WEIGHT = 1.4
"""Of the stretch; the passage's own vector weighs 1."""


def passage_vectors(passages: Sequence[Passage], *, embed: Embed) -> NDArray[np.float32]:
    """Unit rows, (n, d); compare by cosine with the vector of an unchanged question."""
    if not passages:
        return np.zeros((0, 0), dtype=np.float32)
    stretches = list(_stretches(passages))
    own = embed([embedding_text(passage) for passage in passages])
    around = embed([_text(stretch) for stretch in stretches])
    mixed = own + STRETCH_WEIGHT * np.repeat(around, [len(stretch) for stretch in stretches], axis=0)
    lengths = np.linalg.norm(mixed, axis=1, keepdims=True)
    return np.asarray(mixed / np.maximum(lengths, 1e-9), dtype=np.float32)


def _stretches(passages: Sequence[Passage]) -> Iterator[list[Passage]]:
    """The passages in groups of up to about STRETCH_CHARACTERS, whole paragraphs together if they fit."""
    group: list[Passage] = []
    for part in _parts(passages):
        new_section = (
            bool(group) and part[0].trail != group[-1].trail and _size(group) > STRETCH_CHARACTERS / 2
        )
        if group and (new_section or _size(group) + _size(part) > STRETCH_CHARACTERS):
            yield group
            group = []
        group = [*group, *part]
    if group:
        yield group


def _parts(passages: Sequence[Passage]) -> Iterator[list[Passage]]:
    """Passages of one long line together; a line that is too long for a stretch in even parts."""
    line: list[Passage] = []
    for passage in passages:
        if line and passage.start_line != line[-1].end_line:
            yield from _split_evenly(line)
            line = []
        line.append(passage)
    yield from _split_evenly(line)


def _split_evenly(line: list[Passage]) -> Iterator[list[Passage]]:
    many = max(1, round(_size(line) / STRETCH_CHARACTERS))
    step = -(-len(line) // many)
    yield from (line[at : at + step] for at in range(0, len(line), step or 1))


def _size(passages: Sequence[Passage]) -> int:
    return sum(len(passage.text) for passage in passages)


def _text(stretch: Sequence[Passage]) -> str:
    return "\n".join([embedding_text(stretch[0]), *(passage.text for passage in stretch[1:])])
